import type { Page } from '@playwright/test'
import {
  answerQuestions,
  claimInExpress,
  enterAsGuest,
  goOn,
  payAtBank,
  payByCard,
  payByPlan,
  payInExpress,
  reserveBasket,
  typeAddress,
} from '#e2e/buyer.ts'
import { expectScreen } from '#e2e/screens/expect-screen.ts'
import { holdReplies } from '#e2e/screens/hold-replies.ts'
import { expect, test, type Arrangement } from '#e2e/test.ts'
import { checkoutMachine } from '#machines/checkout.ts'
import { guardFacts } from '#machines/paths/cases.ts'
import { nextStepsOfChart } from '#machines/paths/chart-next-steps.ts'
import { nextStepCover, nextStepLabel, type NextStepPath } from '#machines/paths/next-step-cover.ts'
import { facts as plain } from '#machines/testing/facts.ts'
import { checkoutSchema, type CheckoutState } from '#src/api/schemas/checkout.ts'
import { checkoutFacts, type Facts } from '#src/rules/facts.ts'

/** Facts of the baskets that the sandbox arranges; each run checks that they still apply. */
const baskets = {
  paid: { preselectedMethod: null },
  free: { isFree: true, hasMarketingPreferences: true, preselectedMethod: null },
  charity: { isCharity: true, hasMarketingPreferences: true, preselectedMethod: null },
  express: { isExpress: true, hasMarketingPreferences: true, hasEmail: false },
  express_free: {
    isExpress: true,
    isFree: true,
    hasEmail: false,
    hasMarketingPreferences: true,
    preselectedMethod: null,
  },
  deliverable: { hasMarketingPreferences: true, needsDeliveryAddress: true },
  delivery_alone: { needsDeliveryAddress: true, preselectedMethod: null },
  marketing: { hasMarketingPreferences: true },
  questions_before: { hasMarketingPreferences: true, hasQuestionsBefore: true },
  questions_before_and_waiver: { hasQuestionsBefore: true, hasWaivers: true, preselectedMethod: null },
  questions_after: { hasMarketingPreferences: true, hasQuestionsAfter: true },
  questions_after_and_messages: { hasMarketingPreferences: true, hasQuestionsAfter: true, hasMessages: true },
  messages: { hasMessages: true, preselectedMethod: null },
  everything: {
    isCharity: true,
    hasMarketingPreferences: true,
    needsDeliveryAddress: true,
    hasQuestionsBefore: true,
    hasQuestionsAfter: true,
    hasWaivers: true,
    hasMessages: true,
    preselectedMethod: null,
  },
} as const satisfies Partial<Record<Arrangement['shape'], Partial<Facts>>>

type Basket = keyof typeof baskets | keyof typeof methods

/** Baskets that add no next step: methods of payment that are walked from the basket to the completed order as well. */
const methods = {
  square: { preselectedMethod: 'square' },
} as const satisfies Partial<Record<Arrangement['shape'], Partial<Facts>>>

const paths: NextStepPath<Basket>[] = [...nextStepCover(baskets), ...nextStepCover(methods)]
const all = nextStepsOfChart(checkoutMachine)

test('covers every next step of the chart by the paths below', () => {
  expect(new Set(paths.flatMap(({ steps }) => steps.map(nextStepLabel)))).toEqual(all)
})

for (const { shape, facts, steps } of paths)
  test(`shows every screen from ${['basket', ...steps.map(({ to }) => to)].join(' → ')} on to the completed order with the basket ${shape}`, async ({
    page,
    arrange,
    codeFor,
  }, { annotations }) => {
    test.setTimeout(120_000)
    const trail = await recordSteps(page)
    const hasSeen = await holdReplies(page)
    const isChecked = steps.some(({ to }) => to === 'captcha')
    await arrange({ shape, ...(isChecked && { captcha: true }) })
    await expectFacts(page, { ...plain, ...facts })
    await expectScreen(page, 'basket')

    let from: CheckoutState = 'basket'
    for (let place = 1; from !== 'order_completed'; place += 1) {
      // After the last step of the path, any next step is accepted
      const wanted = steps[place - 1]?.to
      await leave[from](page, { to: wanted, facts, codeFor })
      await expect.poll(() => trail[place], { timeout: 25_000 }).toBeTruthy()
      const to = trail[place]!
      if (wanted) {
        expect(to).toBe(wanted)
        annotations.push({ type: 'next step', description: `${from} → ${to} of ${all.size}` })
      }
      await expectScreen(page, to)
      hasSeen(to)
      from = to
    }
  })

interface Leaving {
  /** The next step; undefined accepts any. */
  to: CheckoutState | undefined
  facts: Partial<Facts>
  codeFor: (email: string) => Promise<string>
}

type Leave = (page: Page, leaving: Leaving) => Promise<unknown>

const waits: Leave = () => Promise.resolve()

/** Leaves each step as a buyer would, towards the next step of the path. */
const leave: Record<CheckoutState, Leave> = {
  determining: waits,
  basket: reserveBasket,
  reserve: waits,
  captcha: async (page) => {
    await page.getByLabel('I am human (sandbox)').check()
    await goOn(page)
  },
  donation: async (page, { to }) => {
    if (to !== 'gift_aid') return page.getByRole('button', { name: 'Skip donation' }).click()
    await page.getByLabel('£5.00').check()
    await goOn(page)
  },
  gift_aid: async (page) => {
    await page.getByLabel('No, continue without Gift Aid').check()
    await goOn(page)
  },
  login: (page, { codeFor }) => enterAsGuest(page, codeFor),
  marketing_preferences: goOn,
  delivery_address: async (page) => {
    await typeAddress(page)
    await goOn(page)
  },
  ticket_questions_before: (page) => answerQuestions(page, 'ticket_questions_before'),
  payment: async (page, { to, facts: { isExpress, isFree } }) => {
    const contactNumber = page.getByLabel('Contact number')
    if (await contactNumber.isVisible()) await contactNumber.fill('07700 900123')
    if (to === 'awaiting_truelayer') return payAtBank(page, 'Pay')
    if (await page.getByRole('button', { name: 'Set up a payment plan' }).isVisible()) return payByPlan(page)
    if (isExpress) return isFree ? claimInExpress(page) : payInExpress(page)
    if (!isFree) return payByCard(page)
  },
  awaiting_truelayer: goOn,
  deliver_tickets: waits,
  ticket_questions_after: (page) => answerQuestions(page, 'ticket_questions_after'),
  waiver: goOn,
  after_sale_messages: goOn,
  order_completed: waits,
}

/** Records the steps that the page shows, however briefly; `determining` is not a step. */
async function recordSteps(page: Page): Promise<CheckoutState[]> {
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

async function expectFacts(page: Page, expected: Facts) {
  const reply = await page.request.get('/ajax/checkout/checkout/get/')
  const facts = checkoutFacts(checkoutSchema.parse(await reply.json()), null)
  // The buyer is still unknown here, while the chart's plain basket has an email from the start
  const looked = guardFacts.filter((fact) => fact !== 'hasEmail')
  expect(looked.map((fact) => [fact, facts[fact]])).toEqual(looked.map((fact) => [fact, expected[fact]]))
}
