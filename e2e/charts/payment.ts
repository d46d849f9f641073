import {
  choosePlan,
  mobile,
  newEmail,
  payButton,
  payByBank,
  said,
  typeAccount,
  typeCard,
  walletButton,
  walletSheet,
} from '#e2e/buyer.ts'
import { expect, type Arrangement } from '#e2e/test.ts'
import { comeBack } from './page-signals.ts'
import { cardOf, chooseCard, makeStale } from './payment-attempt.ts'
import { noControl, press, type Do, type Walk } from './walk.ts'

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

const start: Do = async ({ page, arrange, path }) => {
  if (path.steps.some(({ label }) => label === 'form.fail')) await page.addInitScript(failSquareLater)
  await arrange({ shape: shapes[path.start.replace(', again', '')] ?? 'paid', state: 'payment' })
}

/** Lets Square's form wait to be drawn until it fails: `failSquare()`. */
function failSquareLater() {
  let real: unknown
  const failure = new Promise<never>((_, reject) =>
    Object.assign(window, { failSquare: () => reject(new Error('it cannot be drawn')) }),
  )
  failure.catch(() => {})
  const card = () => Promise.resolve({ attach: () => failure, destroy: () => Promise.resolve(true) })
  Object.defineProperty(window, 'Square', {
    get: () => real,
    set: () => void (real = { payments: () => ({ card }) }),
  })
}

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

export const typeDetails: Do = async ({ page }) => {
  await typeAccount(page, newEmail())
  const postcode = page.getByLabel('Postcode or zip code')
  if (await postcode.isVisible()) await postcode.fill('M2 1HL')
}

const isBlocked: Do = ({ page }) => expect(payButton(page)).toHaveAttribute('aria-disabled', 'true')

/** Whether the step leaves the chart as it was. */
function isRefused({ path, step }: Parameters<Do>[0]) {
  const before = path.steps[path.steps.indexOf(step) - 1]
  return step.state === before?.state
}

/** Pays, or expects that Pay is blocked where the chart would take no payment. */
const payIfPossible =
  (pay: Do): Do =>
  async (doing) => {
    if (!isRefused(doing)) return pay(doing)
    await isBlocked(doing)
    return noControl
  }

const payByTypedCard: Do = async (doing) => {
  const { page, path, step, gate } = doing
  const isFailing = path.steps[path.steps.indexOf(step) + 1]?.label === 'form.fail'
  if (isFailing) {
    // The total is still being confirmed when the form fails
    await makeStale(doing)
    gate.hold('confirmTotal')
  } else {
    await chooseCard(page)
    const phone = page.getByLabel('Contact number')
    if (await phone.isVisible()) await phone.fill(mobile)
    await typeCard(page, cardOf(doing))
  }
  await payButton(page).click()
}

/** The browser leaves for the bank's page, and the buyer comes back to this one. */
const leave: Do = async (doing) => {
  const { page, gate } = doing
  await page.route('**/sandbox/stripe/challenge/**', (route) => route.fulfill({ status: 204 }))
  const url = '/sandbox/stripe/challenge/any'
  gate.answerWith('sendPayment', { json: { status: 'redirect_to_url', url } })
  await gate.release('sendPayment')
  await expect(said(page, 'Taking you to your bank.')).toBeVisible()
  await comeBack(doing)
}

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
    'facts.changed: free, no email': refreshed({ basket_total: '0.00' }),
    'facts.changed: to pay': refreshed({
      basket_total: '10.00',
      opoa: { provider: 'stripe', merchant_id: 'acct_sandbox' },
    }),
    'payment.pay: express': payIfPossible(async (doing) => {
      const { page, path } = doing
      const claim = page.getByRole('button', { name: 'Claim free tickets' })
      const isClaim = await claim.isVisible()
      // Above fields that are in use it would not appear
      if (!isClaim && path.steps.some(({ label }) => label === 'wallet.opened'))
        await expect(walletButton(page)).toBeVisible()
      await typeDetails(doing)
      if (isClaim) return claim.click()
      await typeCard(page)
      return payButton(page).click()
    }),
    'payment.pay: card': payIfPossible(payByTypedCard),
    'payment.pay: no method': payIfPossible(payByTypedCard),
    'payment.pay: plan': payIfPossible(async ({ page }) => {
      await typeCard(page)
      await payButton(page).click()
    }),
    'done paymentAttempt: left': leave,
    'form.fail': ({ page }) =>
      page.evaluate(() => (window as unknown as { failSquare: () => void }).failSquare()),
    async 'wallet.opened'({ page }) {
      await walletButton(page).click()
      await expect(walletSheet(page)).toBeVisible()
    },
    'payment.pay: bank': ({ page }) => payByBank(page),
    'method.choose': press(/^Credit or Debit Card/),
    'method.choose: plan': ({ page }) => choosePlan(page),
    async 'plan.change: no number'({ page }) {
      await choosePlan(page)
      await page.getByRole('radio', { name: '3 months' }).check()
    },
    async 'plan.change: new card'({ page }) {
      await choosePlan(page)
      await page.getByRole('radio', { name: '3 months' }).check()
      await page.getByLabel('Please enter a mobile number *').fill(mobile)
    },
    async 'card.changed'({ page }) {
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
    async 'done saveExpressAccount: saved'({ gate, path }) {
      // Express checkout saves them with the account; a path that comes from the basket holds them
      if (path.basket) void gate.release('setMarketingPreferences')
      return Promise.resolve()
    },
    async 'done paymentAttempt: declined'({ gate, path }) {
      if (!path.steps.some(({ label }) => label === 'facts.changed: free')) return
      gate.plan('reloadCheckout', changed({ basket_total: '0.00' }))
      void gate.release('reloadCheckout')
      return Promise.resolve()
    },
    async 'done paymentAttempt: paid'({ gate }) {
      gate.plan('reloadCheckout', changed({ payment_complete: 1 }))
      void gate.release('reloadCheckout')
      return Promise.resolve()
    },
  },
  unanswered: ['prepareCard', 'sendPayment', 'claimFreeTickets', 'saveExpressAccount'],
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
    'error paymentAttempt': 'no invoked chart fails by itself',
  },
}
