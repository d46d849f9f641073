import { expect, type Page } from '@playwright/test'
import type { CheckoutState } from '#src/checkout/schemas/checkout.ts'

/** The fields of the checkout reply that these tests read; money is decimal text. */
export interface WireCheckout {
  state: CheckoutState
  sale_reference: string
  seconds_remaining: number | null
  express: boolean
  payment_complete: boolean
  payment_plan_remaining: boolean
  payment_plan_schedule_options: Record<string, unknown>
  basket_total: string
  donation_amount: string
  currency: { symbol: string }
  sagepay_or_stripe: string
  tickets: {
    ticket_id: string
    ticket_name: string
    event_name: string
    qty: number
    price: string
    seats: string[]
  }[]
  gift_vouchers: { name: string; qty: number }[]
  charity: { name: string; donation_checkout_title: string; donation_options: string[] } | null
  marketing_preferences: { basket_organisers: { marketing_signup_message: string }[] } | null
  before_payment_questions: Questions
  after_payment_questions: Questions
  after_sale_messages: {
    organiser_name: string
    event_title: string
    event_nice_date: string
    event_nice_time: string
    message: string
  }[]
}

export type Questions = Record<string, { id: string; question: string; once_per_checkout: string }[]>

/** Loads the checkout over HTTP. */
export async function readCheckout(page: Page): Promise<WireCheckout> {
  return read(page, '/ajax/checkout/checkout/get/')
}

export async function readOrder(page: Page): Promise<{ sale_email: string; sale_reference: string }> {
  return read(page, '/ajax/checkout/checkout/get_simple_info/')
}

async function read<Reply>(page: Page, path: string): Promise<Reply> {
  // The shop may close an idle connection just as it is reused, so this error is retried
  const reply = await page.request.get(path, { maxRetries: 2 })
  expect(reply.ok(), await reply.text()).toBe(true)
  return reply.json()
}

/** Formats decimal text as the page does: "£1,234.50" for "1234.50". */
export function moneyOf({ currency }: WireCheckout, amount: string | number): string {
  const decimals = { minimumFractionDigits: 2, maximumFractionDigits: 2 }
  return currency.symbol + Number(amount).toLocaleString('en-GB', decimals)
}

/** Whether an order is of free tickets only. */
export const isNothingToPay = ({ basket_total, tickets, gift_vouchers }: WireCheckout) =>
  Number(basket_total) === 0 &&
  gift_vouchers.length === 0 &&
  tickets.every(({ price }) => Number(price) === 0)
