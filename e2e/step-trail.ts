import type { Page } from '@playwright/test'
import { guardFacts } from '#machines/paths/cases.ts'
import { checkoutFacts, type Facts } from '#src/checkout/rules/facts.ts'
import { checkoutSchema, type CheckoutState } from '#src/checkout/schemas/checkout.ts'
import { expect } from './test.ts'

/** Records the steps that the page shows, however briefly; `determining` is not a step. */
export async function recordSteps(page: Page): Promise<CheckoutState[]> {
  const trail: CheckoutState[] = []
  await page.exposeFunction('recordStep', (state: CheckoutState) => {
    if (state !== 'determining' && trail.at(-1) !== state) trail.push(state)
  })
  await page.addInitScript(() => {
    const { recordStep } = window as unknown as { recordStep: (state: string) => void } // exposed above
    const record = () => {
      const state = document.querySelector<HTMLElement>('[data-state]')?.dataset.state
      if (state) recordStep(state)
    }
    new MutationObserver(record).observe(document, {
      subtree: true,
      childList: true,
      attributes: true,
      attributeFilter: ['data-state'],
    })
  })
  return trail
}

/** Expects the facts of an arranged basket, as the shop sends them. */
export async function expectFacts(page: Page, expected: Facts) {
  const reply = await page.request.get('/ajax/checkout/checkout/get/')
  const facts = checkoutFacts(checkoutSchema.parse(await reply.json()), null)
  // The buyer is still unknown here, while the chart's plain basket has an email from the start
  const looked = guardFacts.filter((fact) => fact !== 'hasEmail')
  expect(looked.map((fact) => [fact, facts[fact]])).toEqual(looked.map((fact) => [fact, expected[fact]]))
}
