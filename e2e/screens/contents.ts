import { labelsInWords } from '#src/checkout/rules/seat-words.ts'
import type { Page } from '@playwright/test'
import { continueButton, said } from '#e2e/buyer.ts'
import { expect } from '#e2e/test.ts'
import type { CheckoutState } from '#src/checkout/schemas/checkout.ts'
import { isNothingToPay, moneyOf, readOrder, type Questions, type WireCheckout } from './wire.ts'

type ExpectContents = (page: Page, checkout: WireCheckout) => Promise<unknown>

/** Expectations of what each step shows to a guest at first, for the checkout that the shop sends. */
export const expectContents: Record<CheckoutState, ExpectContents> = {
  async determining() {},

  async basket(page, { tickets, gift_vouchers }) {
    for (const { event_name, ticket_name, qty, seats } of tickets) {
      const quantity = page.getByRole('spinbutton', { name: `Quantity of ${ticket_name}, ${event_name}` })
      if (seats.length === 0) await expect(quantity.first()).toHaveValue(String(qty))
      else {
        await expect(quantity).toHaveCount(0)
        await expect(said(page, labelsInWords(seats)).first()).toBeVisible()
      }
    }
    for (const { name } of gift_vouchers) await expect(said(page, name).first()).toBeVisible()
    const count = [...tickets, ...gift_vouchers].reduce((sum, { qty }) => sum + qty, 0)
    await expect(page.getByRole('button', { name: 'Reserve Basket' })).toContainText(String(count))
  },

  async reserve(page) {
    await expect(said(page, 'Reserving tickets')).toBeVisible()
    await expect(said(page, 'PLEASE WAIT')).toBeVisible()
  },

  async captcha(page) {
    await expect(page.getByLabel('I am human (sandbox)')).not.toBeChecked()
    await expect(continueButton(page)).toBeDisabled()
  },

  async login(page) {
    await expect(page.getByLabel('Email address')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Send code' })).toBeEnabled()
  },

  async marketing_preferences(page, { marketing_preferences }) {
    const organisers = marketing_preferences?.basket_organisers ?? []
    for (const { marketing_signup_message } of organisers)
      await expect(page.getByRole('checkbox', { name: marketing_signup_message })).not.toBeChecked()
    await expect(page.getByRole('checkbox')).toHaveCount(organisers.length + 2)
    await expect(continueButton(page)).toBeEnabled()
  },

  async donation(page, checkout) {
    const { name = '', donation_options = [] } = checkout.charity ?? {}
    await expect(page.getByRole('heading', { level: 2, name })).toBeVisible()
    for (const amount of donation_options)
      await expect(
        page.getByRole('radio', { name: moneyOf(checkout, amount), exact: true }),
      ).not.toBeChecked()
    await expect(page.getByLabel('Or another amount')).toHaveValue('')
    await expect(page.getByRole('button', { name: 'Skip donation' })).toBeEnabled()
  },

  async gift_aid(page, checkout) {
    const uplifted = moneyOf(checkout, Number(checkout.donation_amount) * 1.25)
    await expect(said(page, `is worth ${uplifted}`)).toBeVisible()
    await expect(page.getByRole('radio')).toHaveCount(2)
    await expect(continueButton(page)).toBeEnabled()
  },

  async delivery_address(page, { gift_vouchers }) {
    await expect(page.getByLabel('Find your address')).toHaveValue('')
    await expect(page.getByLabel('From', { exact: true })).toHaveCount(gift_vouchers.length ? 1 : 0)
    await expect(page.getByLabel('To', { exact: true })).toHaveCount(gift_vouchers.length ? 1 : 0)
    await expect(continueButton(page)).toBeDisabled()
  },

  ticket_questions_before: (page, checkout) => expectQuestions(page, checkout.before_payment_questions),
  ticket_questions_after: (page, checkout) => expectQuestions(page, checkout.after_payment_questions),

  async payment(page, checkout) {
    const isFree = Number(checkout.basket_total) === 0
    if (isFree && !checkout.express) return expect(said(page, "There's nothing to pay.")).toBeVisible()
    if (checkout.express) {
      await expect(page.getByLabel('Full name')).toHaveAttribute('placeholder', 'Type your full name')
      await expect(page.getByLabel('Email address')).toHaveAttribute('placeholder', 'Type your email address')
    }
    const pays = isFree ? 'Claim free tickets' : `Pay ${moneyOf(checkout, checkout.basket_total)}`
    await expect(page.getByRole('button', { name: pays, exact: true })).toBeVisible()
    if (isFree) return
    const offersBank = !checkout.express && checkout.sagepay_or_stripe !== 'stripe'
    const offersPlan = Object.keys(checkout.payment_plan_schedule_options).some((months) => months !== '1')
    for (const [method, isOffered] of [
      ['Instant Bank Transfer', offersBank],
      ['Credit or Debit Card', offersBank || offersPlan],
      ['Set up a payment plan', offersPlan],
    ] as const)
      await expect(page.getByRole('button', { name: method })).toHaveCount(isOffered ? 1 : 0)
  },

  async awaiting_truelayer(page, checkout) {
    await expect(said(page, `your payment of ${moneyOf(checkout, checkout.basket_total)}`)).toBeVisible()
    await expect(continueButton(page)).toBeEnabled()
  },

  async deliver_tickets(page, checkout) {
    const stages = page.getByRole('main').getByRole('listitem')
    const tickets = checkout.payment_plan_remaining
      ? /Some are delivered at the end of your payment schedule/
      : /Bitticket wallet/
    await expect(stages).toHaveText([
      isNothingToPay(checkout) ? /^Booked/ : /^Payment complete/,
      tickets,
      /ticket wallet.*email/i,
    ])
  },

  async waiver(page, { sale_reference }) {
    const link = new URL(`/activity-terms-and-conditions/${sale_reference}/`, page.url()).href
    await expect(page.getByRole('link', { name: /^Read the terms/ })).toHaveAttribute('href', link)
    await expect(page.getByRole('button', { name: 'Copy link' })).toBeEnabled()
    await expect(page.getByRole('button', { name: 'Share link' })).toBeEnabled()
    await expect(continueButton(page)).toBeEnabled()
  },

  async after_sale_messages(page, { after_sale_messages }) {
    const messages = page.getByRole('main').getByRole('listitem')
    await expect(messages).toHaveCount(after_sale_messages.length)
    for (const [index, { organiser_name, ...one }] of after_sale_messages.entries())
      for (const text of [organiser_name, ...Object.values(one)])
        await expect(messages.nth(index)).toContainText(text.trim())
    await expect(continueButton(page)).toBeEnabled()
  },

  async order_completed(page, checkout) {
    const { sale_email, sale_reference } = await readOrder(page)
    expect(sale_reference).toMatch(/^[A-Z0-9]{8}$/)
    await expect(said(page, `Your reference is ${sale_reference}`)).toBeVisible()
    await expect(
      said(
        page,
        checkout.payment_plan_remaining
          ? 'We have sent you an email about your payment schedule.'
          : `A copy of your ticket wallet was sent to ${sale_email}`,
      ),
    ).toBeVisible()
    await expect(page.getByRole('link', { name: 'Go to the ticket wallet' })).toHaveAttribute(
      'href',
      '/account/wallet/',
    )
  },
}

/** Expects a pill for each ticket with questions and one for the basket, and the questions of the first. */
async function expectQuestions(page: Page, questions: Questions) {
  const all = Object.values(questions)
  const ofTickets = all.filter((some) => some.some(({ once_per_checkout }) => !isOnce(once_per_checkout)))
  const ofBasket = all.flat().filter(({ once_per_checkout }) => isOnce(once_per_checkout))
  const pills = page.getByRole('navigation', { name: 'Tickets with questions' }).getByRole('button')
  await expect(pills).toHaveCount(ofTickets.length + (ofBasket.length ? 1 : 0))
  await expect(pills.first()).toHaveAttribute('aria-current', 'step')
  const asked = (ofTickets[0] ?? ofBasket).filter(
    ({ once_per_checkout }) => !ofTickets[0] || !isOnce(once_per_checkout),
  )
  for (const { question } of asked) await expect(page.getByLabel(question).first()).toBeVisible()
  await expect(continueButton(page)).toBeEnabled()
}

const isOnce = (value: string) => String(value) === '1' || String(value) === 'true'
