import type { Page } from '@playwright/test'
import { look, type Look } from '#e2e/screens/look.ts'
import { moneyOf, readCheckout } from '#e2e/screens/wire.ts'
import { expect } from '#e2e/test.ts'
import { heldSteps } from '#machines/testing/held-steps.ts'
import { controlsOf } from './controls.ts'

export const isCheckout = (page: Page) => new URL(page.url()).pathname === '/checkout/'

/**
 * Expects what holds on every screen of the checkout, once it has settled. `before` is the step before the move;
 * with `isCurrent`, what it shows must be what the shop says.
 */
export async function expectSound(page: Page, before: Look['step'] | undefined, isCurrent: boolean) {
  await expect(async () => {
    const { step, headings, countdowns, focus, order } = await look(page)
    expect(headings, 'titles').toHaveLength(1)
    if (step !== before) expect(focus, `the focus is somewhere after a change to ${step}`).not.toBeNull()
    if (step && step !== 'awaiting_truelayer')
      expect(countdowns.length, `countdowns at ${step}`).toBe(heldSteps.includes(step) ? 1 : 0)
    if (!isCurrent || !order) return
    const checkout = await readCheckout(page)
    expect(order.total, 'the total on the page is that of the shop').toBe(
      moneyOf(checkout, checkout.basket_total),
    )
  }).toPass({ timeout: 8_000, intervals: [50, 100, 200, 400] })
}

/** Expects something to press or to fill in; while a call takes long, at least that the page says so in time. */
export async function expectWayOn(page: Page, isWaiting: boolean) {
  const isThere = async () => (await controlsOf(page)).length > 0 || isTold.test((await look(page)).words)
  if (isWaiting && !(await isThere())) await page.clock.runFor(10_500)
  await expect.poll(isThere, { message: 'something to press', timeout: 15_000 }).toBe(true)
}

/** What a buyer reads while there is nothing to press; at the bank step, for 90 seconds at most. */
const isTold = /Still working|offline|Please wait/
