import { expect, test } from '#e2e/test.ts'

/** Where the parts of the shop's pages stand on a desktop, and what of them can be pressed. */

test.use({ viewport: { width: 1280, height: 900 } })

test('shop: the prices of cards side by side end at the same height', async ({ page }) => {
  await page.goto('/all-events/')
  const ends = await page
    .locator('.card')
    .evaluateAll((cards) =>
      cards
        .slice(0, 3)
        .map(
          (card) =>
            card.getBoundingClientRect().bottom -
            (card.querySelector('.card-price > span')?.getBoundingClientRect().bottom ?? 0),
        ),
    )
  expect(new Set(ends.map(Math.round)).size).toBe(1)
})

test('shop: a lone card of another event has the width of the page', async ({ page }) => {
  await page.goto('/events/winter-arena/')
  const list = (await page.locator('.more > .cards').boundingBox())!
  await expect(page.locator('.more .card')).toHaveCount(1)
  expect((await page.locator('.more .card').boundingBox())!.width).toBe(list.width)
})

test('shop: the form to sign in is 480 px wide', async ({ page }) => {
  await page.goto('/signin/')
  expect((await page.locator('main form').boundingBox())!.width).toBe(480)
})

test('wallet: the whole row of an order leads to it', async ({ page, arrange }) => {
  await arrange({ shape: 'paid', state: 'order_completed', user: 'member' })
  await page.goto('/account/wallet/')
  const row = page.locator('.order-list > li').first()
  const { width, height } = (await row.boundingBox())!
  for (const position of [
    { x: 2, y: 2 },
    { x: width - 2, y: height - 2 },
  ]) {
    await page.goto('/account/wallet/')
    await row.click({ position })
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Order ')
  }
})
