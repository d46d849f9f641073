import { banner, expect, step, tag, test } from './tracked-shop.ts'

test('asks for consent with equal buttons, and tracks from the moment of the consent [MONI-27]', async ({
  page,
  arrange,
  tracking,
}) => {
  await arrange({ shape: 'paid', state: 'basket' })
  const [refuse, accept] = ['Refuse', 'Accept'].map((name) => banner(page).getByRole('button', { name }))
  const looks = [refuse, accept].map((button) =>
    button?.evaluate((element) => {
      const { width, height } = element.getBoundingClientRect()
      const { backgroundColor, color, fontSize } = getComputedStyle(element)
      return [width, height, backgroundColor, color, fontSize]
    }),
  )
  expect(await looks[0]).toEqual(await looks[1])
  expect(tracking.hits).toEqual([])
  await accept?.click()
  await expect(banner(page)).toBeHidden()
  await expect.poll(() => tracking.views(tag)).toEqual(['/checkout/basket'])
  await page.reload()
  await expect(step(page, 'basket')).toBeVisible()
  await expect.poll(() => tracking.views(tag)).toHaveLength(2)
  await expect(banner(page)).toBeHidden()
})

for (const [width, height] of [
  [1280, 800],
  [390, 844],
  [320, 568],
] as const)
  test(`never covers what has the focus at ${width} pixels [A15]`, async ({ page, arrange }) => {
    await page.setViewportSize({ width, height })
    await arrange({ shape: 'everything', state: 'basket' })
    await expect(banner(page)).toBeVisible()
    const covered: string[] = []
    let ends = 0
    for (let count = 0; count < 80 && ends < 1; count += 1) {
      await page.keyboard.press('Tab')
      const found = await page.evaluate(() => {
        const focused = document.activeElement
        const over = document.querySelector('section[aria-labelledby="consent-title"]')
        if (!focused || !over || focused === document.body) return 'end'
        if (over.contains(focused)) return focused.textContent === 'Accept' ? 'end' : ''
        const { top, height } = focused.getBoundingClientRect()
        const isCovered = top + Math.min(height, 8) > over.getBoundingClientRect().top
        return isCovered ? focused.outerHTML.slice(0, 120) : ''
      })
      if (found === 'end') ends += 1
      else if (found) covered.push(found)
    }
    expect(covered).toEqual([])
    expect(ends).toBe(1)
  })

test('lets the buyer change the choice from the footer, with the keyboard [L9]', async ({
  page,
  arrange,
}) => {
  await arrange({ shape: 'paid', state: 'basket' })
  await banner(page).getByRole('button', { name: 'Refuse' }).press('Enter')
  await expect(banner(page)).toBeHidden()
  const choices = page.getByRole('button', { name: 'Cookie choices' })
  await choices.press('Enter')
  await expect(banner(page).getByRole('heading')).toBeFocused()
  await expect(banner(page).getByText('Your choice now: refused.')).toBeVisible()
  await banner(page).getByRole('button', { name: 'Accept' }).press('Enter')
  await expect(banner(page)).toBeHidden()
  await expect(choices).toBeFocused()
})

test('asks on the seat-selection screen too [MONI-28]', async ({ page, tracking }) => {
  await page.goto('/events/book_seats/the-tempest-friday/')
  await expect(banner(page)).toBeVisible()
  expect(tracking.hits).toEqual([])
  await banner(page).getByRole('button', { name: 'Accept' }).click()
  await expect.poll(() => tracking.views(tag)).toEqual(['/events/book_seats'])
})
