import type { Page } from '@playwright/test'
import {
  answerQuestions,
  claimInExpress,
  enterAsGuest,
  goOn,
  payAtBank,
  payByCard,
  payByPlan,
  payByWallet,
  reserveBasket,
  typeAccount,
  typeAddress,
} from '#e2e/buyer.ts'
import { expectScreen } from '#e2e/screens/expect-screen.ts'
import { holdReplies } from '#e2e/screens/hold-replies.ts'
import { expect, test, type Arrangement } from '#e2e/test.ts'
import { checkoutMachine } from '#machines/checkout.ts'
import { guardFacts } from '#machines/paths/cases.ts'
import { nextStepsOfChart } from '#machines/paths/chart-next-steps.ts'
import { nextStepCover, nextStepLabel } from '#machines/paths/next-step-cover.ts'
import { facts as plain } from '#machines/testing/facts.ts'
import { checkoutSchema, type CheckoutState } from '#src/checkout/schemas/checkout.ts'
import { checkoutFacts, type Facts } from '#src/checkout/rules/facts.ts'
import type { PaymentMethod } from '#src/checkout/rules/payment-methods.ts'

const free: Partial<Facts> = { isFree: true, methods: [], preselectedMethod: null }
const bankOrCard: Partial<Facts> = { methods: ['bank', 'card'], preselectedMethod: null }

/**
 * Facts of the baskets that the sandbox arranges; each run checks that they still apply. Of baskets that add as much to
 * the cover, the first is walked.
 */
const baskets = {
  seats: {},
  square: { methods: ['square'], preselectedMethod: 'square' },
  plan: { hasMarketingPreferences: true, methods: ['card', 'plan'], preselectedMethod: null },
  paid: bankOrCard,
  free: { ...free, hasMarketingPreferences: true },
  charity: { ...bankOrCard, isCharity: true, hasMarketingPreferences: true },
  express: { isExpress: true, hasMarketingPreferences: true, hasEmail: false },
  express_free: { ...free, isExpress: true, hasEmail: false, hasMarketingPreferences: true },
  deliverable: { hasMarketingPreferences: true, needsDeliveryAddress: true },
  delivery_alone: { ...bankOrCard, needsDeliveryAddress: true },
  marketing: { hasMarketingPreferences: true },
  questions_before: { hasMarketingPreferences: true, hasQuestionsBefore: true },
  questions_before_and_waiver: { ...bankOrCard, hasQuestionsBefore: true, hasWaivers: true },
  questions_after: { hasMarketingPreferences: true, hasQuestionsAfter: true },
  questions_after_and_messages: { hasMarketingPreferences: true, hasQuestionsAfter: true, hasMessages: true },
  messages: { ...bankOrCard, hasMessages: true },
  everything: {
    ...bankOrCard,
    isCharity: true,
    hasMarketingPreferences: true,
    needsDeliveryAddress: true,
    hasQuestionsBefore: true,
    hasQuestionsAfter: true,
    hasWaivers: true,
    hasMessages: true,
  },
} satisfies Partial<Record<Arrangement['shape'], Partial<Facts>>>

const paths = nextStepCover(baskets)
const all = nextStepsOfChart(checkoutMachine)

test('covers every next step of the chart and every method of payment by the paths below', () => {
  expect(new Set(paths.flatMap(({ steps }) => steps.map(nextStepLabel)))).toEqual(all)
  expect(new Set(paths.map(({ method }) => method))).toEqual(new Set([...Object.keys(payBy), null]))
})

for (const { shape, facts, method, steps } of paths)
  test(`shows every screen from ${['basket', ...steps.map(({ to }) => to)].join(' → ')} on to the completed order with the basket ${shape}, paid by ${method ?? 'nothing'}`, async ({
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
      await leave[from](page, { to: wanted, facts, method, codeFor })
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
  method: PaymentMethod | null
  codeFor: (email: string) => Promise<string>
}

type Leave = (page: Page, leaving: Leaving) => Promise<unknown>

const waits: Leave = () => Promise.resolve()

const payBy: Record<PaymentMethod, (page: Page) => Promise<unknown>> = {
  bank: (page) => payAtBank(page, 'Pay'),
  card: payByCard,
  square: payByCard,
  plan: payByPlan,
  wallet: payByWallet,
}

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
  payment: async (page, { method, facts: { isExpress } }) => {
    if (!method) return isExpress && claimInExpress(page)
    const contactNumber = page.getByLabel('Contact number')
    if (await contactNumber.isVisible()) await contactNumber.fill('07700 900123')
    if (isExpress) {
      await typeAccount(page)
      await page.getByLabel('Postcode or zip code').fill('M2 1HL')
    }
    return payBy[method](page)
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
