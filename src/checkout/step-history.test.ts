// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createActor, type ActorRefFrom } from 'xstate'
import type { checkoutMachine } from '#machines/checkout.ts'
import { fakeShop, settle } from '#machines/testing/fake-shop.ts'
import { facts } from '#machines/testing/facts.ts'
import { delivery, savedAddress } from '#machines/testing/samples.ts'
import { loaded } from '#machines/testing/start-checkout.ts'
import type { CheckoutState } from '#src/checkout/schemas/checkout.ts'
import { stepOf } from './rules/step-of.ts'
import { goBack, stepHistory } from './step-history.ts'
import { fakeHistory } from './testing/fake-history.ts'

let made: ReturnType<typeof fakeHistory>
let page: ActorRefFrom<typeof checkoutMachine>

beforeEach(() => {
  made = fakeHistory()
})

afterEach(() => {
  page.stop()
  vi.restoreAllMocks()
})

/** Opens the page at a step of a basket with something to deliver and questions before payment. */
async function openAt(state: CheckoutState) {
  const shop = fakeShop({ updateBasketState: { hold: null } })
  page = createActor(shop.charts.checkout.provide({ actors: { stepHistory } })).start()
  await shop.reply('loadCheckout', loaded({ ...steps, state }))
  return shop
}

const steps = { needsDeliveryAddress: true, hasQuestionsBefore: true }
const step = () => stepOf(page.getSnapshot().value)
const shown = () =>
  made.entries.map((entry) => (entry as { checkout: { step: string } } | null)?.checkout.step)

/** A buyer who has come from the account to the payment, step by step. */
async function goToPayment() {
  const shop = await openAt('login')
  const children = () => page.getSnapshot().children
  await shop.reply('fetchUser', { isSignedIn: true, codeSentTo: '', confirmed: null })
  children().account?.send({ type: 'account.continue' })
  await shop.reply('loadAddresses', { savedAddresses: [savedAddress], isTyped: false })
  children().deliveryAddress?.send({ type: 'details.save', details: delivery })
  await shop.reply('setDeliveryAddress', { facts: { ...facts, ...steps } })
  await shop.reply('loadQuestions', { steps: [], answers: {} })
  children().ticketQuestions?.send({ type: 'questions.continue' })
  await shop.reply('saveQuestionAnswers', { outcome: 'saved' })
  expect(step()).toBe('payment')
  return shop
}

it('has an entry for each step that can be gone back to, and none for the others', async () => {
  await goToPayment()
  expect(shown()).toEqual(['login', 'delivery_address', 'ticket_questions_before', 'payment'])
})

it('goes a step back with the Back of the browser, and stays at it with Forward', async () => {
  await goToPayment()
  history.back()
  expect(step()).toBe('ticket_questions_before')
  history.back()
  expect(step()).toBe('delivery_address')
  history.forward()
  expect(step()).toBe('delivery_address')
  expect(made.at).toBe(1)
})

it('goes a step back in the history with the Back of the page', async () => {
  await goToPayment()
  goBack(page)
  expect(step()).toBe('ticket_questions_before')
  expect(made.at).toBe(2)
})

it('goes a step back from the step that the shop knows, if the buyer has gone back in another tab', async () => {
  await goToPayment()
  page.stop()
  await openAt('delivery_address')
  expect(step()).toBe('delivery_address')
  expect(made.at).toBe(3)
  history.back()
  expect(step()).toBe('login')
})

it('goes a step back after the buyer has changed the address from the payment, and leaves at the first step', async () => {
  await goToPayment()
  page.send({ type: 'address.change' })
  expect(step()).toBe('delivery_address')
  history.back()
  expect(step()).toBe('login')
  expect(made.isLeft).toBe(false)
  history.back()
  expect(made.isLeft).toBe(true)
})

it('leaves the checkout with Back at its first step', async () => {
  await openAt('login')
  history.back()
  expect(made.isLeft).toBe(true)
})

it('goes on where the buyer was after a reload, once it is known that no payment is open', async () => {
  await goToPayment()
  page.stop()
  const shop = await openAt('payment')
  history.back()
  expect(step()).toBe('payment')
  await shop.reply('getPaymentError', { text: '', isPending: false, isUncharged: false })
  expect(shown()).toEqual(['login', 'delivery_address', 'ticket_questions_before', 'payment'])
  history.back()
  expect(step()).toBe('ticket_questions_before')
})

it('goes back with the Back of the page where the history has no entry, as after the page of a bank', async () => {
  await openAt('payment')
  goBack(page)
  expect(step()).toBe('ticket_questions_before')
  expect(shown()).toEqual(['ticket_questions_before'])
  expect(made.isLeft).toBe(false)
})

it('stays where it is while a payment is open', async () => {
  await goToPayment()
  page.send({ type: 'payment.opened' })
  history.back()
  expect(step()).toBe('payment')
  expect(made.isLeft).toBe(false)
  expect(shown()).toEqual(['login', 'delivery_address', 'ticket_questions_before', 'payment'])
})

it('leaves the checkout with one Back once the order is paid, and never leads to the payment', async () => {
  await goToPayment()
  page.send({ type: 'checkout.refreshed', ...loaded({ ...steps, isPaymentComplete: true }) })
  await settle()
  expect(step()).toBe('deliver_tickets')
  history.back()
  expect(step()).toBe('deliver_tickets')
  expect(made.isLeft).toBe(true)
})
