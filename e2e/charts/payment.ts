import { choosePlan, newEmail, payButton, payByBank, said, typeAccount, typeCard } from '#e2e/buyer.ts'
import { expect, type Arrangement } from '#e2e/test.ts'
import { press, type Do, type Walk } from './walk.ts'

const shapes: Record<string, Arrangement['shape']> = {
  plain: 'paid',
  several_methods: 'bank',
  'several_methods, by instalments': 'plan',
  square: 'square',
  express: 'express',
  free_express: 'express_free',
  free: 'free',
  cannot_be_paid: 'unconfigured',
}

const start: Do = ({ arrange, path }) =>
  arrange({ shape: shapes[path.start.replace(', again', '')] ?? 'paid', state: 'payment' })

type Fields = Record<string, unknown>
const changed = (fields: Fields) => (real: unknown) => ({ ...(real as Fields), ...fields })

/** The buyer comes back to the tab, and the checkout has changed meanwhile. */
const refreshed =
  (fields: Fields): Do =>
  async ({ page, gate }) => {
    gate.plan('refreshCheckout', changed(fields))
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
    await gate.release('refreshCheckout')
  }

const typeDetails: Do = async ({ page }) => {
  await typeAccount(page, newEmail())
  const postcode = page.getByLabel('Postcode or zip code')
  if (await postcode.isVisible()) await postcode.fill('M2 1HL')
}

const pressPay: Do = ({ page }) => payButton(page).click({ force: true })

const isBlocked: Do = ({ page }) => expect(payButton(page)).toHaveAttribute('aria-disabled', 'true')

/** What the buyer reads after a step. */
const reasons: Record<string, string> = {
  'done getPaymentError: error': 'The bank refused',
  'done paymentAttempt: declined': 'The bank is closed',
  'done saveExpressAccount: refused': 'This email is blocked',
  'error saveExpressAccount: failed': "We couldn't save your details. Please try again.",
  'done claimFreeTickets: rejected': 'Only two per customer',
  'error claimFreeTickets: failed':
    "We haven't claimed your free tickets yet. They're still reserved for you.",
}

const hasReason: Do = async ({ page, step }) => {
  const reason = reasons[step.label]
  if (reason) await expect(said(page, reason).first()).toBeVisible()
}

const isClaiming: Do = async ({ page }) => {
  await expect(page.getByRole('heading', { level: 1, name: 'Claiming free tickets' })).toBeVisible()
}

/** How the paths of `machines/payment.ts` are walked in a browser. */
export const payment: Walk = {
  starts: { '*': start },
  doings: {
    'facts.changed: nothing new': refreshed({}),
    'facts.changed: free': refreshed({ basket_total: '0.00' }),
    'facts.changed: to pay': refreshed({
      basket_total: '10.00',
      opoa: { provider: 'stripe', merchant_id: 'acct_sandbox' },
    }),
    async 'payment.pay: express'(doing) {
      const { page } = doing
      await typeDetails(doing)
      const claim = page.getByRole('button', { name: 'Claim free tickets' })
      if (await claim.isVisible()) return claim.click()
      const card = page.getByRole('textbox', { name: 'Card number' })
      if (await card.isVisible()) await typeCard(page)
      return pressPay(doing)
    },
    'payment.pay: card': pressPay,
    'payment.pay: no method': pressPay,
    'payment.pay: bank': ({ page }) => payByBank(page),
    'method.choose': press(/^Credit or Debit Card/),
    'method.choose: plan': ({ page }) => choosePlan(page),
    async 'plan.change: no number'({ page }) {
      await choosePlan(page)
      await page.getByRole('radio', { name: '3 months' }).check()
    },
    async 'card.changed'({ page }) {
      await page.getByRole('button', { name: 'Credit or Debit Card' }).click()
      await typeCard(page)
    },
    'claim.retry': press('Try again'),
    'payment.retry': press('Try again'),
  },
  calls: {
    'done paymentAttempt: declined': 'sendPayment',
    'done paymentAttempt: paid': 'sendPayment',
  },
  before: {
    async 'done paymentAttempt: paid'({ gate }) {
      gate.plan('reloadCheckout', changed({ payment_complete: 1 }))
      void gate.release('reloadCheckout')
      return Promise.resolve()
    },
  },
  held: { 'payment.pay: bank': 'prepareCard' },
  answers: {
    'done paymentAttempt: declined': { status: 400, json: { message: 'The bank is closed' } },
    'done paymentAttempt: paid': { status: 400, json: { message: 'The order is paid' } },
    'done getPaymentError: error': { json: { text: 'The bank refused' } },
    'done getPaymentError: pending': { json: { text: '', is_pending: true } },
    'done saveExpressAccount: refused': { json: { error: 'This email is blocked' } },
    'done claimFreeTickets: rejected': { status: 400, json: { message: 'Only two per customer' } },
  },
  complaints: [/409 .*update_basket_state/, /status of 4\d\d/],
  contents: {
    'settled.choosing': hasReason,
    'settled.preparing': async (doing) => {
      await isBlocked(doing)
      await hasReason(doing)
    },
    'settled.unavailable': async ({ page }) => {
      await expect(said(page, /^We currently are unable to take payments for this basket/)).toBeVisible()
      await expect(page.getByRole('button', { name: /^Edit basket/ }).first()).toBeVisible()
    },
    'settled.claim_failed': async (doing) => {
      const { page } = doing
      await hasReason(doing)
      await expect(page.getByRole('button', { name: 'Try again' })).toBeEnabled()
    },
    'settled.preparation_failed': async ({ page }) => {
      await expect(page.getByRole('button', { name: 'Try again' })).toBeEnabled()
    },
    'open.claiming': isClaiming,
    'open.paying': async ({ page }) => {
      await expect(page.getByRole('button', { name: 'Edit basket' })).toBeHidden()
    },
  },
  impossible: {
    'form.fail': 'a free basket has no card form that could fail',
    'error paymentAttempt: failed': 'no invoked chart fails by itself',
  },
}
