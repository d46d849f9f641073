import type { Page } from '@playwright/test'
import { leave } from '#e2e/leave-step.ts'
import { expectScreen } from '#e2e/screens/expect-screen.ts'
import { expect } from '#e2e/test.ts'
import type { NextStepPath } from '#machines/paths/next-step-cover.ts'
import type { CheckoutState } from '#src/checkout/schemas/checkout.ts'

interface Walking {
  codeFor: (email: string) => Promise<string>
  /** The steps that the page has shown, as `recordSteps` records them. */
  trail: readonly CheckoutState[]
  /** As `holdReplies` returns it. */
  hasSeen: (state: CheckoutState) => void
  /** Ends the walk before a step is left. */
  isOver: (state: CheckoutState) => boolean
  /** Told after each wanted step of the path. */
  onStep: (from: CheckoutState, to: CheckoutState) => void
}

/** Walks a path from the basket on to the completed order, checks each screen, and returns the last step. */
export async function walkSteps(
  page: Page,
  { facts, method, steps }: Pick<NextStepPath<string>, 'facts' | 'method' | 'steps'>,
  { codeFor, trail, hasSeen, isOver, onStep }: Walking,
): Promise<CheckoutState> {
  let from: CheckoutState = 'basket'
  for (let place = 1; from !== 'order_completed' && !isOver(from); place += 1) {
    // After the last step of the path, any next step is accepted
    const wanted = steps[place - 1]?.to
    await leave[from](page, { to: wanted, facts, method, codeFor })
    await expect.poll(() => trail[place], { timeout: 25_000 }).toBeTruthy()
    const to = trail[place]!
    if (wanted) {
      expect(to).toBe(wanted)
      onStep(from, to)
    }
    if (!(to === 'captcha' && isOver(to))) await expectScreen(page, to)
    hasSeen(to)
    from = to
  }
  return from
}
