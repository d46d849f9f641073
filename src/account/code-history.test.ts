// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createActor, type ActorRefFrom } from 'xstate'
import type { checkoutMachine } from '#machines/checkout.ts'
import { facts } from '#machines/testing/facts.ts'
import { fakeShop, type FakeShop } from '#machines/testing/fake-shop.ts'
import { loaded } from '#machines/testing/start-checkout.ts'
import { stepOf } from '#src/checkout/rules/step-of.ts'
import { goBackToEmail, stepHistory } from '#src/checkout/step-history.ts'
import { fakeHistory } from '#src/checkout/testing/fake-history.ts'
import { codeHistory } from './code-history.ts'

let made: ReturnType<typeof fakeHistory>
let shop: FakeShop
let page: ActorRefFrom<typeof checkoutMachine>

/** Opens the page at the account of a guest, to whom a code was sent before unless that is ''. */
async function openAccount(codeSentTo = '') {
  shop = fakeShop({ updateBasketState: { hold: null } })
  const account = shop.charts.account.provide({ actors: { codeHistory } })
  page = createActor(shop.charts.checkout.provide({ actors: { stepHistory, account } })).start()
  await shop.reply('loadCheckout', loaded({ state: 'login' }))
  await shop.reply('fetchUser', { isSignedIn: false, codeSentTo, confirmed: null })
}

const account = () => page.getSnapshot().children.account
const view = () => account()?.getSnapshot().value

async function sendCode() {
  account()?.send({ type: 'email.submit', email: 'ann@example.com' })
  await shop.reply('sendOneTimeCode', { outcome: 'sent' })
}

beforeEach(() => {
  made = fakeHistory()
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
  await openAccount('ann@example.com')
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
  expect(stepOf(page.getSnapshot().value)).toBe('payment')
  expect(made.entries).toHaveLength(2)
  history.back()
  expect(stepOf(page.getSnapshot().value)).toBe('login')
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
