import type { Page } from '@playwright/test'
import { goOn, payButton, typeCard } from '#e2e/buyer.ts'
import { leave } from '#e2e/leave-step.ts'
import { expect, passShopTime, step as stepOn } from '#e2e/test.ts'
import type { CheckoutState } from '#src/checkout/schemas/checkout.ts'
import { changed, type Answer } from '../gate.ts'
import { editBasket, reserve } from '../order.ts'
import { comeBack, lookAtTab } from '../page-signals.ts'
import { typeDetails } from '../payment.ts'
import { has, noControl, press, waits, type Do, type Doing, type Walk } from '../walk.ts'
import { missOrderScript } from './late-script.ts'

/** The step on the screen before a step of the path. */
const screenBefore = ({ path, step }: Doing): CheckoutState =>
  path.steps[path.steps.indexOf(step) - 1]?.screen ?? 'determining'

const leaves: Do = (doing) => {
  const { page, step, codeFor } = doing
  const to = step.screen ?? undefined
  return leave[screenBefore(doing)](page, { to, facts: {}, method: 'card', codeFor })
}

/** Passes the captcha if there is one; the tickets are reserved then. */
const passCaptcha: Do = async (doing) => {
  if (screenBefore(doing) === 'captcha') await leaves(doing)
}

/** A signed-in buyer goes on; a guest's code shows that the tickets may not be sold to them. */
const leaveAccount: Do = ({ page }) => goOn(page)

const typeCode: Do = async ({ page, codeFor }) => {
  const email = `sold.${Date.now()}@example.com`
  await page.getByLabel('Email address').fill(email)
  await page.getByRole('button', { name: 'Send code' }).click()
  await expect(page.getByLabel('One-time code')).toBeFocused()
  await page.getByLabel('One-time code').fill(await codeFor(email))
  await page.getByRole('button', { name: 'Verify' }).click()
}

const pay: Do = async (doing) => {
  const { page, path, gate } = doing
  const isExpress = path.basket === 'express'
  const claim = page.getByRole('button', { name: 'Try again' })
  if (await claim.isVisible()) return claim.click()
  await expect(payButton(page)).toBeVisible()
  const choice = page.getByRole('button', { name: 'Credit or Debit Card' })
  if (await choice.isVisible()) await choice.click()
  const phone = page.getByLabel('Contact number')
  if (await phone.isVisible()) await phone.fill('07700 900123')
  if (isExpress) await typeDetails(doing)
  await typeCard(page)
  await payButton(page).click()
  if (isExpress) await gate.release('setMarketingPreferences')
}

/** Whether a basket that the buyer has come back to is still being reloaded after a step: the path tells the reply as its next one. */
export const isStillReloading = ({ path, step }: Pick<Doing, 'path' | 'step'>) =>
  path.steps[path.steps.indexOf(step) + 1]?.label === 'done basket: paid' &&
  !step.label.startsWith('done loadCheckout')

/** Whether the path is about free tickets. */
export const isFree = ({ path }: Doing) =>
  path.steps.some(({ label }) => /^done loadCheckout: .*free/.test(label))

/** The page that the shop sends the browser to never opens; the buyer presses Back. */
const goesAndComesBack: Do = async (doing) => {
  const { page } = doing
  await holdLoad(doing)
  await page.route('**/all-events/', (route) => route.fulfill({ status: 204 }))
  void page.waitForRequest('**/all-events/').then(() => comeBack(doing))
}

const declined = { json: { status: 'unsuccessful', message: 'Your card was declined.' } }
const refused = { status: 400, json: { message: 'Only two per customer' } }
const pending = { json: { truelayer_status: { payment_completed: 0, truelayer_status_error: '' } } }

/** Waits for the bank until the page offers another way to pay. */
async function waitForOffer({ page, gate, pass }: Doing) {
  const offer = page.getByRole('button', { name: 'Try a different payment method' })
  while (!(await offer.isVisible())) {
    let isAsked = false
    void page.waitForRequest('**/get_truelayer_status/').then(() => (isAsked = true))
    while (!isAsked) {
      await passShopTime(page, 1)
      await pass(1_000)
    }
    await gate.release('getTruelayerStatus')
    gate.plan('getTruelayerStatus', pending)
  }
}

/** Edits the basket in another tab. */
const editElsewhere: Do = ({ page, context, gate }) =>
  gate.whileOpen(async () => {
    const other = await context.newPage()
    await other.goto('/checkout/')
    await editBasket({ page: other } as Doing)
    await expect(stepOn(other, 'basket')).toBeVisible()
    await other.close()
    await page.bringToFront()
  })

/** Lets a load of the checkout that the path does not answer wait, so that the screen stands still until its end. */
const holdLoad: Do = async ({ gate, path, step }) => {
  const isAnswered = path.steps
    .slice(path.steps.indexOf(step) + 1)
    .some(({ label }) => / loadCheckout\b/.test(label))
  if (step.state === 'determining.loading' && !isAnswered) gate.plan('loadCheckout', 'shop')
}

/** What the checkout is when it is read again, by what is new about it. */
const news: Record<string, Answer> = {
  'checkout.refreshed: nothing new': changed({ seconds_remaining: null }),
  'checkout.refreshed: paid': changed({ payment_complete: 1 }),
  'checkout.refreshed: not paid': changed({ payment_complete: 0 }),
}

/** A reply without a step: one that names a step after payment is of a paid order, whatever else it says. */
const unpaidNowhere = changed({ payment_complete: 0, state: 'determining' })

/** The buyer comes back to the tab, and the checkout is read again. */
const refresh: Do = async (doing) => {
  const { page, gate, step } = doing
  if (step.label === 'checkout.refreshed: released') await editElsewhere(doing)
  if (step.label === 'checkout.refreshed: hold gone') await passShopTime(page, 1_000)
  await holdLoad(doing)
  const staysPaid = step.label === 'checkout.refreshed: not paid' && !step.state.startsWith('determining')
  gate.planNext('refreshCheckout', staysPaid ? unpaidNowhere : (news[step.label] ?? 'shop'))
  await lookAtTab(doing)
  await gate.release('refreshCheckout')
}

const signal =
  (send: Do): Do =>
  async (doing) => {
    doing.gate.planNext('refreshCheckout', 'shop')
    await send(doing)
  }

const donate: Do = async ({ page }) => {
  await page.getByLabel('£5.00').check()
  await goOn(page)
}

const comesTo = (page: Page, state: CheckoutState) => stepOn(page, state).isVisible()

/** Presses what leads back, or expects that it is not there where the chart does not move. */
const pressIfOffered =
  (name: string): Do =>
  async (doing) => {
    const { page, path, step } = doing
    if (path.steps[path.steps.indexOf(step) - 1]?.state !== step.state) return press(name)(doing)
    await expect(page.getByRole('button', { name, exact: true })).toBeHidden()
    return noControl
  }

/** What a buyer, the browser or the shop does for each event of the checkout. */
export const doings: Required<Walk>['doings'] = {
  'done basket: chosen': reserve,
  'done account: confirmed': leaveAccount,
  'done deliveryAddress': leaves,
  'done ticketQuestions': leaves,
  async 'done ticketDelivery'({ page, pass, step }) {
    const next = step.screen ?? 'order_completed'
    await expect
      .poll(async () => {
        await pass(1_000)
        return comesTo(page, next)
      })
      .toBe(true)
  },
  'done reservation: returned': (doing) =>
    screenBefore(doing) === 'captcha' ? editBasket(doing) : doing.gate.release('reserveTickets'),
  async 'done payment: paid'(doing) {
    doing.gate.plan('loadPaidOrder', 'shop')
    await doing.gate.release(isFree(doing) ? 'claimFreeTickets' : 'sendPayment')
  },
  'done loadPaidOrder': ({ gate }) => gate.release('loadPaidOrder'),
  'error orderCompleted': missOrderScript,
  'payment.opened': pay,
  async 'payment.settled'(doing) {
    const { gate, expectComplaint } = doing
    const call = isFree(doing) ? 'claimFreeTickets' : 'sendPayment'
    if (isFree(doing)) expectComplaint(/status of 400.*claim_free_tickets/)
    gate.answerWith(call, isFree(doing) ? refused : declined)
    await gate.release(call)
  },
  'payment.continue': ({ page }) => goOn(page),
  'account.change': pressIfOffered('Change email address'),
  'address.change': pressIfOffered('Change postal address'),
  async 'basket.changed'({ page, pass }) {
    const isSaved = page.waitForResponse('**/update_ticket_quantity/')
    await page.getByRole('spinbutton', { name: /^Quantity of/ }).fill('1')
    await pass(2_000)
    await isSaved
  },
  'basket.edit': async (doing) => {
    // While a payment is open, there is nothing to press
    if (doing.step.screen !== 'awaiting_truelayer') return editBasket(doing)
    await expect(doing.page.getByRole('button', { name: 'Edit basket' })).toBeHidden()
    return noControl
  },
  'checkout.refreshed': refresh,
  async 'checkout.retry'(doing) {
    await holdLoad(doing)
    await press('Try again')(doing)
  },
  'countdown.shortened': ({ pass }) => pass(60_000),
  'countdown.lengthened': async (doing) => {
    doing.gate.planNext('refreshCheckout', 'shop')
    await lookAtTab(doing)
    await doing.gate.release('refreshCheckout')
  },
  // Told while the shop is asked for more time, without which the hold would expire at once
  'countdown.over': async (doing) => {
    await doing.pass(has(doing, 'countdown.shortened') ? 100_000 : 160_000)
    doing.gate.hold('extendHold')
    doing.gate.hold('refreshCheckout')
    await press('Add time')(doing)
    await doing.pass(13_000)
  },
  'countdown.expired': (doing) => {
    if (has(doing, 'countdown.over')) return doing.pass(12_000)
    return doing.pass(has(doing, 'countdown.shortened') ? 180_000 : 60_000)
  },
  'declaration.save': leaves,
  'donation.save': donate,
  'donation.skip': press('Skip donation'),
  'hold.corrected': waits,
  'messages.continue': leaves,
  async 'method.switch'(doing) {
    const { gate, path, step } = doing
    const isWaiting = path.steps[path.steps.indexOf(step) - 1]?.state.endsWith('polling')
    if (!isWaiting) return press('Try a different payment method')(doing)
    await waitForOffer(doing)
    // The shop, which still waits for the bank, would have the buyer wait too
    gate.plan('getPaymentError', { json: { text: '' } })
    await press('Try a different payment method')(doing)
    await gate.release('getPaymentError')
  },
  'bank.retry': press('Try your bank again'),
  'page.restored': signal(comeBack),
  'page.shown': signal(lookAtTab),
  'preferences.save': leaves,
  'step.back': pressIfOffered('Back'),
  'step.entered': waits,
  'waiver.continue': leaves,
}

/** The calls behind what the checkout is told. */
export const calls: Required<Walk>['calls'] = {
  'captcha.demanded': 'reserveTickets',
  'done reservation': 'reserveTickets',
  'done basket: paid': 'loadCheckout',
  'done account: rejected': 'checkOneTimeCode',
  'done bankPolling': 'getTruelayerStatus',
  'done payment: left': 'sendPayment',
  'sale.released': 'destroySale',
}

/** What the documents say of replies that the shop cannot be brought to. */
export const answers: Required<Walk>['answers'] = {
  'done loadCheckout: paid at payment': changed({ state: 'payment', payment_complete: 1 }),
  'done loadCheckout: at captcha without its key': changed({ captcha_sitekey: '' }),
  // The shop may have released the tickets before the page asks
  'done loadCheckout: hold gone': changed({ state: 'payment', seconds_remaining: 0 }),
  'done loadCheckout: at payment, no more time': changed({ can_extend_hold: false }),
  'done loadCheckout: editing the basket': changed({ edit_basket_clicked: 1 }),
  'done basket: paid': changed({ payment_complete: 1 }),
  'done reservation: left': { json: { redirect: '/all-events/' } },
  'done account: rejected': { json: { type: 'reserving', message: 'Only two per customer' } },
  'done saveDonation: withdrawn': 'shop',
  'done bankPolling: failed and out of time': {
    json: { truelayer_status: { truelayer_status_error: 'The bank declined', checkout_expires_in: 0 } },
  },
  'done payment: left': { json: { status: 'redirect_to_url', url: '/all-events/' } },
}

const bankAnswers: Do = async (doing) => {
  const isCompleted = doing.step.label === 'done bankPolling: completed'
  if (isCompleted) doing.gate.plan('loadPaidOrder', 'shop')
  await passShopTime(doing.page, isCompleted ? 30 : 2)
  await doing.pass(2_000)
}

/** What must be so before a call is answered. */
export const before: Required<Walk>['before'] = {
  'done reservation: reserved': passCaptcha,
  async 'done reservation: left'(doing) {
    await passCaptcha(doing)
    await goesAndComesBack(doing)
  },
  async 'done basket: paid'(doing) {
    await holdLoad(doing)
    const { path } = doing
    const last = path.steps[path.steps.indexOf(doing.step) - 1]
    if (!last || !isStillReloading({ path, step: last })) await press(/^Remove/)(doing)
  },
  'done account: rejected': typeCode,
  'done bankPolling': bankAnswers,
  'done payment: left': goesAndComesBack,
  'sale.released': editBasket,
}
