import type { Page } from '@playwright/test'
import type { CheckoutState } from '#src/checkout/schemas/checkout.ts'

/** Calls whose reply ends a step by itself. */
const endingCalls = { reserve: 'reserve_tickets', payment: 'claim_free_tickets' } as const

/**
 * Delays replies that end a step until the step has been checked, as it may otherwise disappear too soon. Returns a
 * function to call after checking a step.
 */
export async function holdReplies(page: Page): Promise<(state: CheckoutState) => void> {
  const seen = new Map<string, () => void>()
  for (const [state, call] of Object.entries(endingCalls)) {
    const isSeen = new Promise<void>((resolve) => seen.set(state, resolve))
    await page.route(`**/${call}/`, async (route) => {
      await isSeen
      await route.continue()
    })
  }
  return (state) => seen.get(state)?.()
}
