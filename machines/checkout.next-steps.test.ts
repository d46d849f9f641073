import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { CheckoutState } from '#src/checkout/schemas/checkout.ts'
import type { Facts } from '#src/checkout/rules/facts.ts'
import { bankAnswer, declaration, delivery, marketingChoices, savedAddress } from './testing/samples.ts'
import type { ReserveOutcome } from './reservation.ts'
import { facts as plainFacts } from './testing/facts.ts'
import { holdOf, startCheckout } from './testing/start-checkout.ts'
import { refusal } from './testing/fake-shop.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date', 'performance'] }))
afterEach(() => void vi.useRealTimers())

type Checkout = Awaited<ReturnType<typeof startCheckout>>

/** Completes each step successfully. */
const reserved = (checkout: Checkout): ReserveOutcome => ({
  outcome: 'reserved',
  facts: checkout.context().facts,
  hold: holdOf(600),
  isSupportedBrowser: true,
})

const through: Partial<
  Record<CheckoutState, (checkout: Checkout, facts: Partial<Facts>) => Promise<unknown>>
> = {
  async basket(checkout) {
    checkout.send({ type: 'basket.reserve' })
    await vi.advanceTimersByTimeAsync(300)
  },
  reserve: (checkout) => checkout.reply('reserveTickets', reserved(checkout)),
  async captcha(checkout) {
    checkout.send({ type: 'captcha.pass', token: 'proof' })
    checkout.send({ type: 'captcha.continue' })
    await checkout.reply('reserveTickets', reserved(checkout))
  },
  async donation(checkout, facts) {
    checkout.send({ type: 'donation.save', amount: 500, charityId: '7' })
    await checkout.reply('saveDonation', { facts: { ...plainFacts, ...facts } })
  },
  async gift_aid(checkout, facts) {
    checkout.send({ type: 'declaration.save', declaration })
    await checkout.reply('updateDonation', { facts: { ...plainFacts, ...facts } })
  },
  async login(checkout) {
    await checkout.reply('fetchUser', { isSignedIn: true, codeSentTo: '', confirmed: null })
    checkout.children().account?.send({ type: 'account.continue' })
  },
  async marketing_preferences(checkout) {
    checkout.send({ type: 'preferences.save', choices: marketingChoices })
    await checkout.reply('setMarketingPreferences')
  },
  async delivery_address(checkout, facts) {
    await checkout.reply('loadAddresses', { savedAddresses: [savedAddress], isTyped: false })
    checkout.children().deliveryAddress?.send({ type: 'details.save', details: delivery })
    await checkout.reply('setDeliveryAddress', { facts: { ...plainFacts, ...facts } })
  },
  ticket_questions_before: answerQuestions,
  async payment(checkout, facts) {
    await checkout.reply('prepareCard')
    checkout.send({ type: 'payment.pay', method: 'card', details: { contactNumber: '', account: null } })
    await checkout.answerPayment({
      status: 'success',
      facts: { ...plainFacts, ...facts, isPaymentComplete: true },
    })
  },
  async awaiting_truelayer(checkout, facts) {
    await vi.advanceTimersByTimeAsync(2_000)
    await checkout.reply('getTruelayerStatus', { ...bankAnswer, status: 'completed' })
    await checkout.reply('loadPaidOrder', { facts: { ...plainFacts, ...facts, isPaymentComplete: true } })
    checkout.send({ type: 'payment.continue' })
  },
  async deliver_tickets(checkout) {
    await vi.advanceTimersByTimeAsync(1_000)
    await checkout.reply('deliverToBitticket', { isCompleted: true })
    await checkout.reply('deliverToWallet', { isCompleted: true })
    await vi.advanceTimersByTimeAsync(3_000)
    await checkout.reply('ensureUser')
  },
  ticket_questions_after: answerQuestions,
  async waiver(checkout) {
    checkout.send({ type: 'waiver.continue' })
  },
  async after_sale_messages(checkout) {
    checkout.send({ type: 'messages.continue' })
  },
}

async function answerQuestions(checkout: Checkout) {
  await checkout.reply('loadQuestions', { steps: [], answers: {} })
  checkout.children().ticketQuestions?.send({ type: 'questions.continue' })
  await checkout.reply('saveQuestionAnswers', { outcome: 'saved' })
}

/** Rows of from, facts and to. Facts that a row must ignore have the misleading value. */
const everything = {
  hasMarketingPreferences: true,
  needsDeliveryAddress: true,
  hasQuestionsBefore: true,
  hasQuestionsAfter: true,
  hasWaivers: true,
  hasMessages: true,
}
const table: [CheckoutState, Partial<Facts>, CheckoutState, string][] = [
  ['basket', { ...everything, isCharity: true, isExpress: true }, 'reserve', '[CONT-19]'],
  ['captcha', { ...everything, isCharity: true, isExpress: true }, 'donation', '[CONT-20]'],
  ['captcha', { ...everything, isExpress: true, isCharity: false }, 'payment', '[CONT-21]'],
  ['captcha', everything, 'login', '[CONT-22]'],
  ['reserve', { ...everything, isCharity: true, isExpress: true }, 'donation', '[CONT-20]'],
  ['reserve', { ...everything, isExpress: true, isCharity: false }, 'payment', '[CONT-21]'],
  ['reserve', everything, 'login', '[CONT-22]'],
  ['donation', { ...everything, isExpress: true, hasDonation: true }, 'gift_aid', '[CONT-23]'],
  ['donation', { ...everything, isExpress: true, hasDonation: false }, 'login', '[CONT-24]'],
  ['gift_aid', { ...everything, isExpress: true, hasDonation: true }, 'login', '[CONT-25]'],
  ['login', everything, 'marketing_preferences', '[CONT-26]'],
  ['login', { ...everything, hasMarketingPreferences: false }, 'delivery_address', '[CONT-27]'],
  [
    'login',
    { ...everything, hasMarketingPreferences: false, needsDeliveryAddress: false },
    'ticket_questions_before',
    '[CONT-28]',
  ],
  ['login', { hasQuestionsAfter: true, hasWaivers: true, hasMessages: true }, 'payment', '[CONT-29]'],
  ['marketing_preferences', everything, 'delivery_address', '[CONT-30]'],
  [
    'marketing_preferences',
    { ...everything, needsDeliveryAddress: false },
    'ticket_questions_before',
    '[CONT-31]',
  ],
  [
    'marketing_preferences',
    { hasMarketingPreferences: true, hasQuestionsAfter: true },
    'payment',
    '[CONT-32]',
  ],
  ['delivery_address', everything, 'ticket_questions_before', '[CONT-33]'],
  ['delivery_address', { ...everything, hasQuestionsBefore: false }, 'payment', '[CONT-34]'],
  ['ticket_questions_before', everything, 'payment', '[CONT-35]'],
  ['payment', everything, 'deliver_tickets', '[CONT-36]'],
  ['awaiting_truelayer', everything, 'deliver_tickets', '[CONT-37]'],
  ['deliver_tickets', everything, 'ticket_questions_after', '[CONT-38]'],
  ['deliver_tickets', { ...everything, hasQuestionsAfter: false }, 'waiver', '[CONT-39]'],
  ['deliver_tickets', { hasQuestionsBefore: true, hasMessages: true }, 'after_sale_messages', '[CONT-40]'],
  ['deliver_tickets', { hasQuestionsBefore: true }, 'order_completed', '[CONT-41]'],
  ['ticket_questions_after', everything, 'waiver', '[CONT-42]'],
  [
    'ticket_questions_after',
    { hasQuestionsAfter: true, hasMessages: true },
    'after_sale_messages',
    '[CONT-43]',
  ],
  ['ticket_questions_after', { hasQuestionsAfter: true }, 'order_completed', '[CONT-44]'],
  ['waiver', everything, 'after_sale_messages', '[CONT-45]'],
  ['waiver', { hasQuestionsAfter: true, hasWaivers: true }, 'order_completed', '[CONT-46]'],
  ['after_sale_messages', everything, 'order_completed', '[CONT-47]'],
]

const paidSteps: CheckoutState[] = [
  'deliver_tickets',
  'ticket_questions_after',
  'waiver',
  'after_sale_messages',
]

describe('the next-step tables', () => {
  it.each(table.map(([from, facts, to, id]) => ({ from, facts, to, id })))(
    'goes from $from to $to $id',
    async ({ from, facts, to }) => {
      const isPaymentComplete = paidSteps.includes(from)
      const checkout = await startCheckout({
        facts: { ...facts, state: from, isPaymentComplete, captchaSitekey: 'site' },
      })
      expect(checkout.where()).toMatch(new RegExp(`^${from}\\.`))
      await through[from]?.(checkout, facts)
      expect(checkout.where()).toMatch(new RegExp(`^${to}\\.`))
      expect(checkout.reported()).toEqual([to])
      checkout.actor.stop()
    },
  )

  it('goes from donation to login without Gift Aid when the donation is skipped [CONT-24, DONA-14]', async () => {
    const checkout = await startCheckout({ facts: { state: 'donation' } })
    checkout.send({ type: 'donation.skip', charityId: '7' })
    expect(checkout.where()).toBe('login.identifying')
    expect(checkout.inputs('saveDonation')).toEqual([])
  })

  it('withdraws a saved donation when the buyer skips it after all [DONA-14]', async () => {
    const checkout = await startCheckout({ facts: { state: 'donation', hasDonation: true } })
    checkout.send({ type: 'donation.skip', charityId: '7' })
    expect(checkout.inputs('saveDonation')).toEqual([{ amount: 0, charityId: '7' }])
    await checkout.fail('saveDonation', refusal('no'))
    expect(checkout.where()).toBe('donation.saving_failed')
    checkout.send({ type: 'donation.skip', charityId: '7' })
    await checkout.reply('saveDonation', { facts: { ...plainFacts, hasDonation: false } })
    expect(checkout.where()).toBe('login.identifying')
  })
})
