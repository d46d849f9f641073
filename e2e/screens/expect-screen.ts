import type { Page } from '@playwright/test'
import { expect, step } from '#e2e/test.ts'
import { heldSteps } from '#machines/testing/held-steps.ts'
import type { CheckoutState } from '#src/checkout/schemas/checkout.ts'
import { secondsOf } from './complaints.ts'
import { expectContents } from './contents.ts'
import { headingOf } from './headings.ts'
import { isNothingToPay, moneyOf, readCheckout, type WireCheckout } from './wire.ts'

/**
 * Expects everything that a buyer must see on entering a step: the focused title, the order summary with its total, the
 * countdown of the hold, and the content of the step. The expectations come from the specification and from the checkout
 * read over HTTP.
 */
export async function expectScreen(page: Page, state: CheckoutState) {
  await expect(step(page, state)).toBeVisible()
  const checkout = await readCheckout(page)
  const heading = headingOf(state, checkout)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText([heading])
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await expect(page).toHaveTitle(heading)
  await expectContents[state](page, checkout)
  await expectOrder(page, state, checkout)
  await expectCountdown(page, state, checkout)
}

/** Expects the lines and the total in the order summary, or on the completed order; the basket has its lines beside that. */
async function expectOrder(page: Page, state: CheckoutState, checkout: WireCheckout) {
  const order = page.getByRole('region', {
    name: state === 'order_completed' ? 'Your order' : 'Order summary',
  })
  const lines = state === 'basket' ? page.getByRole('main') : order
  for (const { qty, ticket_name } of checkout.tickets)
    await expect(lines).toContainText(state === 'basket' ? ticket_name : `${qty} × ${ticket_name}`)
  for (const { name } of checkout.gift_vouchers) await expect(lines).toContainText(name)
  const isFree = state === 'order_completed' && isNothingToPay(checkout)
  const total = `Total${moneyOf(checkout, checkout.basket_total)}`
  await expect(order).toContainText(isFree ? 'Booked. Nothing to pay.' : total)
}

async function expectCountdown(page: Page, state: CheckoutState, checkout: WireCheckout) {
  const timer = page.getByRole('timer')
  if (!heldSteps.includes(state)) {
    if (state !== 'awaiting_truelayer') await expect(timer).toHaveCount(0)
    return
  }
  expect(checkout.seconds_remaining).toBeGreaterThan(0)
  // The countdown continues during the call
  await expect
    .poll(async () => {
      const left = (await readCheckout(page)).seconds_remaining ?? 0
      return Math.abs(secondsOf(await timer.innerText()) - left)
    })
    .toBeLessThanOrEqual(3)
  await expect(page.getByRole('region', { name: 'Order summary' })).toContainText('Reserved for')
}
