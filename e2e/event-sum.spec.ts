import type { Locator, Page } from '@playwright/test'

import { expect, test } from './test.ts'

const sum = (page: Page) => page.locator('.buy-total')
const add = (page: Page) => page.getByRole('button', { name: 'Add to basket' })

/** Expects that two parts stand in one row, and do not touch. */
async function expectBeside(page: Page) {
  const [left, right] = [(await sum(page).boundingBox())!, (await add(page).boundingBox())!]
  expect(left.x + left.width).toBeLessThanOrEqual(right.x)
  expect(Math.abs(left.y + left.height / 2 - right.y - right.height / 2)).toBeLessThan(2)
}

/** Expects that the sum, or the reason why there is none, has the line above the button for itself. */
async function expectAbove(page: Page) {
  const [words, button] = [(await sum(page).boundingBox())!, (await add(page).boundingBox())!]
  expect(words.y + words.height).toBeLessThanOrEqual(button.y)
}

for (const width of [390, 1280])
  test.describe(`on a screen of ${width} pixels`, () => {
    test.use({ viewport: { width, height: 900 } })

    test(`the sum of the chosen tickets stands ${width < 768 ? 'beside' : 'above'} the button`, async ({
      page,
    }) => {
      await page.goto('/events/lantern-evening/')
      const [adults, children] = ['Adult', 'Child'].map((name) =>
        page.getByRole('combobox', { name }).first(),
      ) as [Locator, Locator]
      const nothing = 'Choose how many you would like'
      await expect(sum(page)).toHaveText(nothing)
      await add(page).scrollIntoViewIfNeeded()
      await expectAbove(page)
      expect((await sum(page).boundingBox())!.height, 'the reason is one line').toBeLessThan(30)
      const expectSum = width < 768 ? expectBeside : expectAbove
      await adults.selectOption('2')
      await expect(sum(page)).toHaveText('2 tickets, £40.00 includes £3.00 fee')
      await expectSum(page)
      await children.selectOption('1')
      await expect(sum(page)).toHaveText('3 tickets, £50.25 includes £3.75 fee')
      await expectSum(page)
      for (const choice of [adults, children]) await choice.selectOption('0')
      await expect(sum(page)).toHaveText(nothing)
    })
  })

test('quantities go up and down by buttons, within what is offered, and count in the sum', async ({
  page,
}) => {
  await page.goto('/events/lantern-evening/')
  const group = page.getByRole('group', { name: /^Sat/ }).first()
  const count = group.getByRole('combobox', { name: 'Group' })
  const [less, more] = ['Fewer, Group', 'More, Group'].map((name) => group.getByRole('button', { name })) as [
    Locator,
    Locator,
  ]
  await expect(less).toBeDisabled()
  // The smallest group that is sold.
  await more.click()
  await expect(count).toHaveValue('4')
  await expect(sum(page)).toContainText('4 tickets, £64.80')
  await less.click()
  await expect(sum(page)).toHaveText('Choose how many you would like')
  await count.selectOption({ index: (await count.locator('option').count()) - 1 })
  await expect(more).toBeDisabled()
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('no sum is promised, and tickets can be added', async ({ page }) => {
    await page.goto('/events/lantern-evening/')
    await expect(page.getByRole('button', { name: /^More, / })).toHaveCount(0)
    await page.getByRole('combobox', { name: 'Adult' }).first().selectOption('2')
    await expect(sum(page)).toHaveText('Choose how many you would like')
    await add(page).click()
    await expect(page).toHaveURL('/checkout/')
  })
})
