import type { Page } from '@playwright/test'
import { cards, choosePlan, mobile, payButton, said, typeCard } from '#e2e/buyer.ts'
import { expect, step as shownStep, type Arrangement } from '#e2e/test.ts'
import { comeBack, lookAtTab } from './page-signals.ts'
import { noControl, press, waits, type Do, type Walk } from './walk.ts'

const shapes: Record<string, Arrangement['shape']> = { bank: 'bank', plan: 'plan', square: 'square' }

const calls = {
  checkout: '**/checkout/checkout/get/',
  send: '**/checkout/checkout/pay_with_card/',
  error: '**/checkout/checkout/get_payment_error/',
}

const isOn = ({ path }: Parameters<Do>[0], label: string) => path.steps.some((step) => step.label === label)

/** The card that brings about the reply of the path, if the shop gives it. */
export function cardOf(doing: Parameters<Do>[0]) {
  if (isOn(doing, 'done sendPayment: declined')) return cards.declined
  return isOn(doing, 'done sendPayment: elsewhere') ? cards.authenticates : cards.pays
}

/** Chooses the card where there is a choice. */
export async function chooseCard(page: Page) {
  await expect(payButton(page)).toBeVisible()
  const choice = page.getByRole('button', { name: 'Credit or Debit Card' })
  if (await choice.isVisible()) await choice.click()
}

const typeIn: Do = async (doing) => {
  const { page } = doing
  await chooseCard(page)
  await typeCard(page, cardOf(doing))
}

/** Types what the method needs, up to Pay. */
const choose: Record<string, Do> = {
  bank: ({ page }) => page.getByRole('button', { name: 'Instant Bank Transfer' }).click(),
  async plan({ page }) {
    await choosePlan(page)
    await page.getByRole('radio', { name: '3 months' }).check()
    await page.getByLabel('Please enter a mobile number *').fill(mobile)
    await typeCard(page)
  },
}

const open: Do = async (doing) => {
  const { arrange, path } = doing
  const [method = ''] = path.start.split(', ')
  await arrange({ shape: shapes[method] ?? 'paid', state: 'payment' })
  await (choose[method] ?? typeIn)(doing)
}

/** The checkout could not be read again, so its total has to be confirmed. */
export const makeStale: Do = async (doing) => {
  const { page } = doing
  await page.route(calls.checkout, (route) => route.fulfill({ status: 400, json: {} }), { times: 1 })
  const read = page.waitForResponse(calls.checkout)
  await lookAtTab(doing)
  await read
  await expect(page.getByText('Unable to get Checkout data. Please try again later').first()).toBeVisible()
}

const confirmedAtOnce = 'done confirmTotal: confirmed'

/** A buyer who has filled in the form, and presses Pay. */
const pay: Do = async (doing) => {
  const { page, gate, path } = doing
  await gate.whileOpen(async () => {
    await open(doing)
    if (path.steps[0]?.label !== confirmedAtOnce) await makeStale(doing)
  })
  if (isOn(doing, 'error preparePayment: failed')) await takeRandomNumbers(page)
  await payButton(page).click()
}

/** The browser has no random numbers for keys, as some old ones. */
const takeRandomNumbers = (page: Page) =>
  page.evaluate(() => {
    crypto.randomUUID = () => {
      throw new Error('there are no random numbers')
    }
  })

/** The shop could not start the payment, and the buyer presses Pay again. */
const payAgain: Do = async (doing) => {
  const { page, gate } = doing
  const message = 'Please try again in a moment'
  await gate.whileOpen(async () => {
    await open(doing)
    await page.route(calls.send, (route) => route.fulfill({ status: 503, json: { message } }), { times: 1 })
    await payButton(page).click()
    await expect(said(page, message)).toBeVisible()
    await chooseCard(page)
  })
  await payButton(page).click()
}

/** A reload has cut the payment off: the shop has not got it. */
const reload: Do = async (doing) => {
  const { page } = doing
  await open(doing)
  await page.route(calls.send, () => {}, { times: 1 })
  const sent = page.waitForRequest(calls.send)
  await payButton(page).click()
  await sent
  await page.reload()
}

const payAfterReload: Do = async (doing) => {
  const { page, gate } = doing
  await gate.whileOpen(async () => {
    await reload(doing)
    await typeIn(doing)
  })
  await payButton(page).click()
}

/** The shop says that a payment from before this load of the page is still open. */
const recall: Do = async ({ page, gate, arrange }) => {
  const reply = { json: { text: '', is_pending: true } }
  await page.route(calls.error, (route) => route.fulfill(reply), { times: 1 })
  await gate.whileOpen(() => arrange({ shape: 'paid', state: 'payment' }))
}

type Fields = Record<string, unknown>
const changed = (fields: Fields) => (real: unknown) => ({ ...(real as Fields), ...fields })

const switchButton = (page: Page) => page.getByRole('button', { name: 'Pay another way' })

const previousOf = ({ path, step }: Parameters<Do>[0]) => path.steps[path.steps.indexOf(step) - 1]

const nextOf = ({ path, step }: Parameters<Do>[0]) => path.steps[path.steps.indexOf(step) + 1]

const generic = 'There was an error with your payment. Please try again.'

/** Why a payment has failed, by what has happened; of several, the last counts. */
const reasons: Record<string, string> = {
  'done confirmTotal: changed': 'The total has changed to £31.00. Please check it and pay again.',
  'done confirmTotal: not loaded': "We couldn't check your basket. Please try again.",
  'done preparePayment: card refused': 'Your card has expired.',
  'done sendPayment: declined': 'Your card was declined.',
  'done sendPayment: refused': 'Too late',
  'done sendPayment: not started': 'In a moment',
}

const unknown = 'We could not find out whether your last payment was taken, so we have not sent another one.'

const uncharged = ['done preparePayment: card refused', 'done sendPayment: declined']

/** The buyer is told what happens, sees that Pay works, and can neither pay again nor edit the basket. */
const isWorking =
  (progress: string): Do =>
  async ({ page }) => {
    await expect(page.getByRole('heading', { level: 1, name: 'Confirming Payment' })).toBeVisible()
    await expect(payButton(page)).toHaveAttribute('aria-busy', 'true')
    await expect(said(page, progress)).toBeVisible()
    await expect(page.getByRole('button', { name: 'Edit basket' })).toBeHidden()
    await expect(page.getByRole('timer')).toBeVisible()
  }

const isConfirming = isWorking('Confirming your payment. Please keep this page open.')

const isChecking = isWorking('We are checking your payment. Please keep this page open.')

/** The words while the payment is on its way; others once it has been asked about. */
const isOnItsWay: Do = (doing) => {
  const { path, step } = doing
  const isAskedAgain =
    path.value === 'checking' ||
    path.steps.slice(0, path.steps.indexOf(step)).some(({ state }) => state === 'checking')
  return (isAskedAgain ? isChecking : isConfirming)(doing)
}

/** The last state of a path does not last if the shop answers. */
const isOnItsWayUntilAnswered: Do = async (doing) => {
  if (doing.path.steps.at(-1) !== doing.step) await isOnItsWay(doing)
}

/** How the paths of `machines/payment-attempt.ts` are walked in a browser. */
export const paymentAttempt: Walk = {
  starts: {
    card: pay,
    plan: pay,
    square: pay,
    bank: pay,
    'card, not started': payAgain,
    'card, sent': payAfterReload,
    'card, recalled': recall,
  },
  doings: {
    // With a current total on the screen, nothing is asked
    [confirmedAtOnce]: waits,
    'error preparePayment: failed': waits,
    'error openAddress': waits,
    'page.restored': comeBack,
    'payment.check': press('Check again'),
    async 'payment.switch'(doing) {
      const { page, step } = doing
      if (step.state !== previousOf(doing)?.state) return switchButton(page).click()
      await expect(switchButton(page)).toBeHidden()
      return noControl
    },
  },
  answers: {
    'done confirmTotal: paid': changed({ payment_complete: 1 }),
    'done confirmTotal: changed': changed({ basket_total: '31.00' }),
    'done confirmTotal: not loaded': { status: 400, json: {} },
    'done preparePayment: card refused': {
      status: 402,
      json: { error: { type: 'card_error', code: 'expired_card', message: 'Your card has expired.' } },
    },
    'done sendPayment: pending': { json: { status: 'pending' } },
    'done sendPayment: refused': { status: 400, json: { message: 'Too late' } },
    'done sendPayment: not started': { status: 503, json: { message: 'In a moment' } },
    'done sendPayment: lost': 'lost',
    'done reloadCheckout: paid': changed({ payment_complete: 1 }),
    // A back-end that does not tell whether a payment is open
    'done reloadCheckout: unpaid': changed({ has_no_open_payment: undefined }),
    'done lookUpPayment: pending': { json: { text: '', is_pending: true } },
    'error lookUpPayment: failed': 'lost',
    'done getPaymentError: pending': { json: { text: '', is_pending: true } },
  },
  before: {
    async 'done sendPayment: elsewhere'(doing) {
      const { page, gate } = doing
      const foreign = { json: { status: 'redirect_to_url', url: 'https://bank.example/3ds' } }
      if (isOn(doing, 'error openAddress: failed')) gate.answerWith('sendPayment', foreign)
      // The bank's page does not open
      else await page.route('**/sandbox/stripe/challenge/**', (route) => route.fulfill({ status: 204 }))
    },
  },
  held: { 'after providerWait': 'preparePayment', 'after bankCheck': 'preparePayment' },
  unanswered: ['preparePayment', 'sendPayment'],
  complaints: [/409 .*update_basket_state/, /status of (4\d\d|503)/, /there are no random numbers/],
  contents: {
    confirming: isOnItsWay,
    preparing: isOnItsWay,
    sending: isOnItsWay,
    reloading: isOnItsWayUntilAnswered,
    looking_up: isOnItsWayUntilAnswered,
    reading: isOnItsWay,
    comparing: isOnItsWay,
    recalling: isOnItsWay,
    checking: isChecking,
    async redirecting(doing) {
      // An address that the page refuses is over at once
      if (nextOf(doing)?.label.startsWith('error openAddress')) return
      await isWorking('Taking you to your bank.')(doing)
    },
    async unsettled({ page }) {
      await expect(
        said(page, /^We could not confirm yet if the payment was completed\. You can close this page/),
      ).toBeVisible()
      await expect(page.getByRole('button', { name: 'Check again' })).toBeEnabled()
      await expect(payButton(page)).toHaveAttribute('aria-busy', 'true')
    },
    async failed({ page, path }) {
      const labels = path.steps.map(({ label }) => label)
      const last = labels.findLast((label) => reasons[label]) ?? ''
      const reason = path.start === 'card, sent' ? unknown : (reasons[last] ?? generic)
      await expect(page.getByRole('heading', { level: 1, name: 'Payment', exact: true })).toBeVisible()
      await expect(said(page, reason).first()).toBeVisible()
      await expect(said(page, 'You have not been charged.')).toBeVisible({
        visible: uncharged.includes(last),
      })
      await expect(payButton(page)).not.toHaveAttribute('aria-busy')
      await expect(page.getByRole('button', { name: 'Edit basket' }).first()).toBeEnabled()
    },
    async paid({ page }) {
      await expect(shownStep(page, 'payment')).toBeHidden()
      await expect(payButton(page)).toBeHidden()
    },
    async left({ page }) {
      await expect(page.getByRole('heading', { level: 1, name: 'Payment', exact: true })).toBeVisible()
      await expect(payButton(page)).toBeVisible()
    },
  },
  impossible: {
    'error confirmTotal': 'confirm-total.ts makes an outcome of every failure',
    'error sendPayment': 'send-payment.ts makes an outcome of every failure',
  },
}
