import type { Page } from '@playwright/test'
import { continueButton, payButton, said } from '#e2e/buyer.ts'
import { expectScreen } from '#e2e/screens/expect-screen.ts'
import { expect, step as stepOn } from '#e2e/test.ts'
import { isWaiting } from '../bank-polling.ts'
import type { Do, Walk } from '../walk.ts'
import { isFree, isStillReloading } from './doings.ts'

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })

const isBusy = (page: Page, name: string | RegExp) =>
  expect(button(page, name).first()).toHaveAttribute('aria-busy', 'true')

/** Expects a step, and that the buyer still holds tickets and may give them back. */
const isHeld: Do = async ({ page, step }) => {
  await expect(stepOn(page, step.screen ?? 'login')).toBeVisible()
  await expect(page.getByRole('timer')).toBeVisible()
  await expect(button(page, /^Edit basket/).first()).toBeEnabled({ enabled: step.label !== 'basket.edit' })
}

/** Expects a step after payment, where nothing is held. */
const isPaid: Do = async ({ page, step }) => {
  await expect(stepOn(page, step.screen ?? 'order_completed')).toBeVisible()
  await expect(page.getByRole('timer')).toBeHidden()
  await expect(button(page, /^Edit basket/)).toBeHidden()
}

/** Expects all of a step that the path has come to for the first time, and this of it afterwards. */
const entersThen =
  (then: Do): Do =>
  async (doing) => {
    const { page, path, step } = doing
    const isFirst = path.steps.find(({ screen }) => screen === step.screen) === step
    if (step.screen && isFirst) await expectScreen(page, step.screen)
    else await then(doing)
  }

/** Expects the words for a failure of the step before. */
const saysAfter =
  (call: string, text: string): Do =>
  async ({ page, step }) => {
    if (step.label === `error ${call}: failed`) await expect(said(page, text).first()).toBeVisible()
  }

const both =
  (one: Do, other: Do): Do =>
  async (doing) => {
    await one(doing)
    await other(doing)
  }

/** Expects the donation of £5.00 that was chosen before in the order summary, with its booking fee. */
const showsDonation: Do = async ({ page, step }) => {
  if (!step.label.startsWith('done saveDonation')) return
  const row = (name: RegExp) => page.locator('dl > div').filter({ hasText: name }).first()
  await expect(row(/^Donation \+£/)).toContainText('£5.00')
  await expect(row(/^Donation fee/)).toContainText('£0.39')
}

const expired = 'Your checkout time expired.'

/** Why the buyer is back at the basket, by the step before. */
const reasons: Record<string, string> = {
  'done loadCheckout: hold gone': expired,
  'checkout.refreshed: hold gone': expired,
  'countdown.expired': expired,
  'hold.corrected: over': expired,
  'done reservation: returned': '',
  'done account: rejected': 'Only two per customer',
  'done bankPolling: failed and out of time':
    'Your payment was unsuccessful and the checkout time expired. If the tickets are still available, you can try to reserve them again.',
}

const offersOtherWay: Do = async ({ page }) => {
  await expect(button(page, 'Try a different payment method')).toBeEnabled()
  await expect(button(page, 'Edit basket')).toBeHidden()
}

const stages: Do = async (doing) => {
  await isPaid(doing)
  const list = doing.page.getByRole('main').getByRole('listitem')
  await expect(list).toHaveCount(3)
  await expect(list.first()).toHaveText(isFree(doing) ? 'Booked. Nothing to pay.' : 'Payment complete')
}

/** What each state of the checkout shows. */
export const contents: Required<Walk>['contents'] = {
  async 'determining.loading'({ page }) {
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Determining checkout progress')
    await expect(page.getByRole('main').getByText('Loading').first()).toBeVisible()
    await expect(button(page, 'Try again')).toBeHidden()
  },
  async 'determining.load_failed'({ page, step }) {
    await expect(said(page, /^We couldn't load this page just now. Nothing is lost/)).toBeVisible()
    await expect(button(page, 'Try again')).toBeEnabled()
    await expect(page.getByRole('timer')).toBeHidden()
    if (step.label === 'error orderCompleted: failed')
      await expect(page.locator('[data-connection]')).toHaveText(/^A part of this page could not be loaded/)
  },
  async basket({ page, step, path }) {
    await expect(stepOn(page, 'basket').getByRole('heading', { level: 1 })).toHaveText('Basket')
    await expect(page.getByRole('timer')).toBeHidden()
    const reserve = button(page, /^Reserve Basket/)
    if (isStillReloading({ path, step })) await expect(reserve).toHaveAttribute('aria-disabled', 'true')
    else await expect(reserve).not.toHaveAttribute('aria-disabled')
    const reason = reasons[step.label]
    if (reason) await expect(said(page, reason).first()).toBeVisible()
    else await expect(said(page, expired)).toBeHidden()
  },
  async 'reserving.reserve'({ page }) {
    await expect(said(page, 'Reserving tickets')).toBeVisible()
    await expect(said(page, 'PLEASE WAIT')).toBeVisible()
    await expect(page.getByRole('timer')).toBeHidden()
  },
  'reserving.captcha': ({ page }) => expectScreen(page, 'captcha'),
  'holding.donation.choosing': entersThen(isHeld),
  'holding.donation.saving': ({ page }) => isBusy(page, 'Continue'),
  'holding.donation.saving_failed': both(
    isHeld,
    both(saysAfter('saveDonation', 'There was a problem setting your donation amount.'), async ({ page }) => {
      await expect(page.getByLabel('£5.00')).toBeChecked()
      await expect(button(page, 'Skip donation')).toBeEnabled()
    }),
  ),
  'holding.gift_aid.editing': both(
    both(entersThen(isHeld), showsDonation),
    saysAfter('updateDonation', 'There was a problem setting your gift aid status.'),
  ),
  'holding.gift_aid.saving': ({ page }) => isBusy(page, 'Continue'),
  'holding.login.identifying': both(isHeld, async ({ page }) => {
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Account')
    // A guest, or somebody who is signed in
    await expect(page.getByLabel('Email address').or(continueButton(page)).first()).toBeVisible()
  }),
  'holding.marketing_preferences.editing': entersThen(isHeld),
  'holding.marketing_preferences.saving': ({ page }) => isBusy(page, 'Continue'),
  'holding.delivery_address.addressing': both(isHeld, async ({ page, path, step }) => {
    const isLeft = path.steps
      .slice(0, path.steps.indexOf(step))
      .some(({ label }) => label.startsWith('done deliveryAddress'))
    if (isLeft) await expect(page.getByLabel('Address line 1')).toHaveValue('7 Compiler Lane')
    else await expect(page.getByLabel('Find your address')).toBeVisible()
  }),
  'holding.ticket_questions_before.answering': entersThen(isHeld),
  async 'holding.payment.choosing'(doing) {
    const { page, step } = doing
    await isHeld(doing)
    if (isFree(doing)) {
      await expect(button(page, 'Try again')).toBeVisible()
      await expect(said(page, 'Only two per customer')).toBeVisible()
      return
    }
    await expect(payButton(page).first()).toBeVisible()
    if (step.label !== 'payment.settled') return
    await expect(said(page, 'Your card was declined.')).toBeVisible()
    await expect(said(page, /^You have not been charged\./)).toBeVisible()
  },
  async 'holding.payment.paying'({ page, step }) {
    await expect(button(page, 'Edit basket')).toBeHidden()
    if (step.label === 'payment.opened') return isBusy(page, /^Pay /)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Claiming free tickets')
  },
  'holding.awaiting_truelayer.polling': isWaiting,
  'holding.awaiting_truelayer.cancelled': both(offersOtherWay, ({ page }) =>
    expect(said(page, 'You cancelled the payment in the bank portal.')).toBeVisible(),
  ),
  'holding.awaiting_truelayer.failed': both(offersOtherWay, ({ page }) =>
    expect(page.getByRole('main').locator('[role="alert"], [data-tone="error"]').first()).toBeVisible(),
  ),
  'paid.awaiting_truelayer.completing': ({ page }) => isBusy(page, 'Continue'),
  'paid.awaiting_truelayer.completed': both(isPaid, async ({ page }) => {
    await expect(said(page, 'We have received your payment of £30.00.')).toBeVisible()
    await expect(continueButton(page)).toBeEnabled()
  }),
  'paid.deliver_tickets.loading': isPaid,
  'paid.deliver_tickets.delivering': stages,
  'paid.ticket_questions_after.answering': entersThen(isPaid),
  'paid.waiver.reading': entersThen(isPaid),
  'paid.after_sale_messages.reading': entersThen(isPaid),
  async 'paid.order_completed'(doing) {
    const { path, page } = doing
    const isScriptLate = path.steps.some(({ label }) => label.startsWith('error orderCompleted'))
    if (!isScriptLate) return entersThen(isPaid)(doing)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Order complete!/)
    await expect(button(page, 'How did we do?')).toBeHidden()
  },
}
