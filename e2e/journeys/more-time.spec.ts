import { addTickets, expectOrder, payByCard, reserveBasket } from '#e2e/buyer.ts'
import { movesOf, watchMoves } from '#e2e/moves.ts'
import { expectAccessible } from '#e2e/screens/accessible.ts'
import { expect, expectReported, passShopTime, step, test } from '#e2e/test.ts'

test('gets more time by keyboard when two minutes are left, and the countdown of another tab follows', async ({
  page,
  context,
  arrange,
}) => {
  await page.clock.install()
  await arrange({ shape: 'paid', state: 'payment', secondsRemaining: 150 })
  const other = await context.newPage()
  await other.goto('/checkout/')
  await expect(other.getByRole('timer')).toContainText('2m')
  await page.bringToFront()
  await expect(page.getByRole('button', { name: 'Add time' })).toBeHidden()
  await passShopTime(page, 40)
  await page.clock.fastForward(40_000)
  await expect(page.getByRole('status').filter({ hasText: 'Need more time?' })).toHaveCount(1)
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Foyer' }).focus()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'Add time' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.locator('[data-more-time]')).toContainText('You have more time now.')
  await expect(page.getByRole('timer')).toContainText('6m')
  await expect(other.getByRole('timer')).toContainText('6m')
  await expectAccessible(page)
  await page.clock.fastForward(11_000)
  await expect(page.locator('[data-more-time]')).toBeHidden()
  // What would have been the end of the hold
  await passShopTime(page, 150)
  await payByCard(page)
  await expectOrder(page)
})

test('says why there is no more time while others wait for the same event', async ({ page }) => {
  const room = (change: Record<string, number | null>) =>
    page.request.post('/sandbox/waiting-room', { data: { event_id: 'abbey-by-moonlight', ...change } })
  await page.clock.install()
  await room({ capacity: null })
  await addTickets(page, 'Abbey by Moonlight: One Night Only', { 'A place among the arches': 1 })
  await reserveBasket(page)
  await expect(step(page, 'login')).toBeVisible()
  await expectReported(page, 'login')
  await room({ capacity: 0, come: 3 })
  await passShopTime(page, 490)
  await page.clock.fastForward(490_000)
  await page.getByRole('button', { name: 'Add time' }).click()
  await expect(page.locator('[data-more-time]')).toContainText('Others are waiting for these tickets')
  await expect(page.getByRole('timer')).toContainText('1m')
  await expectAccessible(page)
  await room({ capacity: 20, leave: 50_000 })
})

for (const [width, height] of [
  [320, 640],
  [390, 844],
  [1280, 900],
] as const)
  test(`moves nothing that a buyer could press when more time is offered and given, at ${width} pixels`, async ({
    page,
    arrange,
  }) => {
    await page.setViewportSize({ width, height })
    await watchMoves(page)
    await page.clock.install()
    await arrange({ shape: 'paid', state: 'login', secondsRemaining: 150 })
    await page.clock.fastForward(30_000)
    await expect(page.getByRole('button', { name: 'Add time' })).toBeVisible()
    await page.clock.fastForward(65_000)
    await expect(page.getByRole('timer')).not.toContainText('m')
    // By a key, as a button yields by a pixel to a finger.
    await page.getByRole('button', { name: 'Add time' }).press('Enter')
    await expect(page.getByText('You have more time now.').first()).toBeVisible()
    await page.clock.fastForward(11_000)
    await expect(page.locator('[data-more-time]')).toBeHidden()
    expect(await movesOf(page)).toEqual([])
  })
