import type { Page, Request, Response } from '@playwright/test'
import type { Told } from '#e2e/screens/complaints.ts'
import { moneyOf, type WireCheckout } from '#e2e/screens/wire.ts'
import { isPaid } from '#src/checkout/rules/is-paid.ts'
import type { SlowClock } from './slow-clock.ts'

/** Replies that tell how long the tickets are held. */
const holdFields = ['seconds_remaining', 'checkout_time'] as const

/** What the replies to a page's calls have told it, whoever has answered them. */
export interface Replies {
  /** What the page must show now. */
  told: () => Told
  /** The reference of the basket; '' if the page knows none. */
  reference: () => string
  /** What went wrong with payments: two at once, or one without a hold. */
  wrongPayments: readonly string[]
}

/** Listens to the replies to a page's calls from now on. */
export function followReplies(page: Page, clock: SlowClock): Replies {
  let checkout: WireCheckout | null = null
  let reference = ''
  let hold: { seconds: number | null; at: number } | undefined
  let order: Promise<void> = Promise.resolve()
  const paying = new Set<Request>()
  const wrongPayments: string[] = []

  function told(): Told {
    const passed = hold ? (clock.passed() - hold.at) / 1_000 : 0
    return {
      total: checkout ? moneyOf(checkout, checkout.basket_total) : null,
      secondsLeft:
        hold &&
        (hold.seconds === null
          ? null
          : { atLeast: Math.floor(hold.seconds - passed) - 1, atMost: Math.ceil(hold.seconds - passed) + 1 }),
      isPaid:
        checkout !== null &&
        isPaid({ ...checkout, payment_complete: Boolean(Number(checkout.payment_complete)) }),
    }
  }

  async function hear(response: Response, at: number) {
    const reply = (await response.json().catch(() => null)) as (WireCheckout & Record<string, unknown>) | null
    if (!reply || !response.ok()) return
    const isCheckout = response.url().includes('/checkout/checkout/get/')
    if (isCheckout) checkout = reply
    if (!response.url().includes('get_simple_info')) reference = reply.sale_reference || reference
    const field = holdFields.find((name) => name in reply)
    if (field && (isCheckout || reply[field] !== null)) hold = { seconds: reply[field] as number | null, at }
  }

  page.on('response', (response) => {
    if (!response.url().includes('/ajax/checkout/')) return
    const at = clock.passed()
    order = order.then(() => hear(response, at))
  })
  page.on('request', (request) => {
    if (!isPayment(request)) return
    if (paying.size > 0) wrongPayments.push('the page pays twice at once')
    paying.add(request)
    if (told().secondsLeft === null) wrongPayments.push('the page pays without a hold on the tickets')
  })
  page.on('requestfinished', (request) => void paying.delete(request))
  page.on('requestfailed', (request) => void paying.delete(request))
  return { told, reference: () => reference, wrongPayments }
}

const isPayment = (request: Request) =>
  /\/(pay_with_\w+|claim_free_tickets|create_truelayer_payment)\//.test(request.url())
