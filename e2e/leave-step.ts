import type { Page } from '@playwright/test'
import type { PaymentMethod } from '#src/checkout/rules/payment-methods.ts'
import type { Facts } from '#src/checkout/rules/facts.ts'
import type { CheckoutState } from '#src/checkout/schemas/checkout.ts'
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
} from './buyer.ts'

interface Leaving {
  /** The next step; undefined accepts any. */
  to: CheckoutState | undefined
  facts: Partial<Facts>
  method: PaymentMethod | null
  codeFor: (email: string) => Promise<string>
}

type Leave = (page: Page, leaving: Leaving) => Promise<unknown>

const waits: Leave = () => Promise.resolve()

/** Pays by each method. */
export const payBy: Record<PaymentMethod, (page: Page) => Promise<unknown>> = {
  bank: (page) => payAtBank(page, 'Pay'),
  card: payByCard,
  square: payByCard,
  plan: payByPlan,
  wallet: payByWallet,
}

/** Leaves each step as a buyer would, towards the next step of the path. */
export const leave: Record<CheckoutState, Leave> = {
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
    // A wallet tells whose it is, and is not shown above fields that are in use
    if (isExpress && method !== 'wallet') {
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
