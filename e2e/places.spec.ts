import { places } from '#e2e/places.ts'
import { expectAccessible } from '#e2e/screens/accessible.ts'
import {
  doubleText,
  expectNarrow,
  expectRoomForDoubledText,
  longWord,
  writeLongWords,
} from '#e2e/screens/narrow.ts'
import { expect, expectStep, test, type Arrangement } from '#e2e/test.ts'

const member: (typeof places)[number] = { shape: 'paid', state: 'login', user: 'member' }

// One visit for each place, as opening it takes longer than looking at it.
for (const place of [...places, member])
  test(`${Object.values(place).join(' ')} is accessible, and has room for doubled text and long words`, async ({
    page,
    arrange,
  }) => {
    await doubleText(page)
    await page.setViewportSize({ width: 390, height: 844 })
    await arrange(place as Arrangement)
    await expectStep(page, place.state)
    await test.step('text of 200 % overlaps nothing and stays in its card', () =>
      expectRoomForDoubledText(page))

    await test.step('axe finds nothing', async () => {
      await page.evaluate(() => (document.documentElement.style.fontSize = ''))
      await expectAccessible(page)
    })

    await test.step('a word of 117 characters is no wider than the screen', async () => {
      await writeLongWords(page)
      // Meanwhile the bank may have answered.
      await (place.bank ? arrange(place as Arrangement) : page.reload())
      await page.evaluate(() => (document.documentElement.style.fontSize = ''))
      await expectStep(page, place.state)
      await expect(page.getByText(longWord).or(page.getByText('Your basket is empty')).first()).toBeAttached()
      await expectNarrow(page)
    })
  })
