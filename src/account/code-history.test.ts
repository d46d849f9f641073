// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createActor, type ActorRefFrom } from 'xstate'
import type { KnownBuyer } from '#machines/account.ts'
import type { checkoutMachine } from '#machines/checkout.ts'
import { facts } from '#machines/testing/facts.ts'
import { fakeShop, type FakeShop } from '#machines/testing/fake-shop.ts'
import { loaded } from '#machines/testing/start-checkout.ts'
import { stepOf } from '#src/checkout/rules/step-of.ts'
import { goBack, goBackToEmail, stepHistory } from '#src/checkout/step-history.ts'
import { fakeHistory } from '#src/checkout/testing/fake-history.ts'
import { codeHistory } from './code-history.ts'

let made: ReturnType<typeof fakeHistory>
let shop: FakeShop
let page: ActorRefFrom<typeof checkoutMachine>

/** Opens the page at the account of a guest, of whom it knows what is given; `isCharity` has the donation before. */
async function openAccount(known: Partial<KnownBuyer> = {}, { isCharity = false } = {}) {
  shop = fakeShop({ updateBasketState: { hold: null } })
  const account = shop.charts.account.provide({ actors: { codeHistory }, actions: { clearSentCode } })
  page = createActor(shop.charts.checkout.provide({ actors: { stepHistory, account } })).start()
  await shop.reply('loadCheckout', loaded({ state: 'login', isCharity }))
  await shop.reply('fetchUser', { isSignedIn: false, codeSentTo: '', confirmed: null, ...known })
}

const clearSentCode = vi.fn<() => void>()
const afterDonation = [
  { checkout: { step: 'donation', depth: 0 } },
  { checkout: { step: 'login', depth: 1 } },
]

const account = () => page.getSnapshot().children.account
const step = () => stepOf(page.getSnapshot().value)
const view = () => account()?.getSnapshot().value

async function sendCode() {
  account()?.send({ type: 'email.submit', email: 'ann@example.com' })
  await shop.reply('sendOneTimeCode', { outcome: 'sent' })
}

beforeEach(() => {
  made = fakeHistory()
  clearSentCode.mockClear()
})

afterEach(() => {
  page.stop()
  vi.restoreAllMocks()
})

it('leads from the code to the email with the Back of the browser, and then away', async () => {
  await openAccount()
  await sendCode()
  history.back()
  expect(view()).toBe('enter_email')
  expect(made.isLeft).toBe(false)
  history.back()
  expect(made.isLeft).toBe(true)
})

it('takes the entry of the code back with the Back of the page, so that one more leads away', async () => {
  await openAccount()
  await sendCode()
  goBackToEmail(account())
  expect(view()).toBe('enter_email')
  history.back()
  expect(made.isLeft).toBe(true)
})

it('leads from the name to the email with the Back of the browser', async () => {
  await openAccount()
  await sendCode()
  account()?.send({ type: 'code.verify', code: '123456' })
  await shop.reply('checkOneTimeCode', { outcome: 'new' })
  expect(view()).toBe('confirm_name')
  history.back()
  expect(view()).toBe('enter_email')
})

it('makes no second entry when the page is loaded again at the code, or another code is sent', async () => {
  await openAccount()
  await sendCode()
  page.stop()
  await openAccount({ codeSentTo: 'ann@example.com' })
  account()?.send({ type: 'code.resend' })
  await shop.reply('sendOneTimeCode', { outcome: 'sent' })
  expect(made.entries).toHaveLength(2)
  history.back()
  expect(view()).toBe('enter_email')
})

it('gives its entry to the next step, whose Back leads to the account', async () => {
  await openAccount()
  await sendCode()
  account()?.send({ type: 'code.verify', code: '123456' })
  await shop.reply('checkOneTimeCode', { outcome: 'has_account', facts })
  expect(step()).toBe('payment')
  expect(made.entries).toHaveLength(2)
  history.back()
  expect(step()).toBe('login')
  expect(made.at).toBe(0)
})

it('stays at the code while it is checked', async () => {
  await openAccount()
  await sendCode()
  account()?.send({ type: 'code.verify', code: '123456' })
  history.back()
  expect(view()).toBe('checking_code')
  await shop.reply('checkOneTimeCode', { outcome: 'refused', message: 'Wrong' })
  history.back()
  expect(view()).toBe('enter_email')
  expect(made.isLeft).toBe(false)
})

it('forgets no confirmed email on the way from the name back to the donation', async () => {
  Object.assign(made, { entries: afterDonation, at: 1 })
  await openAccount({ confirmed: { email: 'ann@example.com', fullName: '' } }, { isCharity: true })
  expect(view()).toBe('confirm_name')
  goBack(page)
  expect(step()).toBe('donation')
  expect(clearSentCode).not.toHaveBeenCalled()
})

it('leads from the email to the donation by one press after Forward to the entry of the code', async () => {
  Object.assign(made, { entries: afterDonation, at: 1 })
  await openAccount({}, { isCharity: true })
  await sendCode()
  history.back()
  history.forward()
  expect(view()).toBe('enter_email')
  goBack(page)
  expect(step()).toBe('donation')
})

it('leads from the email to the donation by one press after a reload at a code that is too old', async () => {
  Object.assign(made, { entries: [...afterDonation, { ...afterDonation[1], isCode: true }], at: 2 })
  await openAccount({}, { isCharity: true })
  expect(view()).toBe('enter_email')
  goBack(page)
  expect(step()).toBe('donation')
})

it('leaves the checkout by one press from the basket to which a refused buyer comes', async () => {
  await openAccount()
  await sendCode()
  account()?.send({ type: 'code.verify', code: '123456' })
  await shop.reply('checkOneTimeCode', { outcome: 'reserving', message: 'No' })
  expect(step()).toBe('basket')
  history.back()
  expect(made.isLeft).toBe(true)
})

it('stays at the code when a link within the page is followed', async () => {
  await openAccount()
  await sendCode()
  window.dispatchEvent(Object.assign(new Event('popstate'), { state: null }))
  expect(view()).toMatchObject({ one_time_code_sent: 'resend_paused' })
})
