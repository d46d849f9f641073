import { addTickets, enterAsGuest, expectOrder, payByCard, reserveBasket } from '#e2e/buyer.ts'
import { test } from '#e2e/postgres-shop.ts'
import { expect, step } from '#e2e/test.ts'

test('sells tickets to a guest who pays by card, on PostgreSQL', async ({ page, codeFor, expectBooks }) => {
  await addTickets(page, 'Late Film Club', { 'Any seat': 2 })
  await reserveBasket(page)
  await enterAsGuest(page, codeFor)
  await payByCard(page)
  await expect(step(page, 'deliver_tickets')).toBeVisible()
  await expectOrder(page)
  await expectBooks(1)
})
