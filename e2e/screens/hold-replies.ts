import type { Page } from '@playwright/test'
import type { CheckoutState } from '#src/api/schemas/checkout.ts'

/** Calls whose reply ends a step by itself. */
const endingCalls = { reserve: 'reserve_tickets', payment: 'claim_free_tickets' } as const

/**
 * Holds back the replies that end a step by themselves until it has been looked at: such a step may be gone in a
 * moment. Returns what to call when a step has been.
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
