import type { Page, Request, Response } from '@playwright/test'
import { isCheckoutPage } from '#e2e/plain-page.ts'
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
  let hold: readonly Telling[] | null | undefined
  let order: Promise<void> = Promise.resolve()
  const paying = new Set<Request>()
  const wrongPayments: string[] = []

  function told(): Told {
    return {
      total: checkout ? moneyOf(checkout, checkout.basket_total) : null,
      secondsLeft: hold && leftOf(hold),
      isPaid:
        checkout !== null &&
        isPaid({ ...checkout, payment_complete: Boolean(Number(checkout.payment_complete)) }),
    }
  }

  function leftOf(tellings: readonly Telling[]) {
    const left = tellings.map(({ seconds, at }) => seconds - (clock.passed() - at) / 1_000)
    return { atLeast: Math.floor(Math.min(...left)) - 1, atMost: Math.ceil(Math.max(...left)) + 1 }
  }

  async function hear(response: Response, at: number) {
    const isPage = isCheckoutPage(new URL(response.url()))
    const reply = await (isPage ? readPageCheckout(response) : readJson(response))
    if (!reply || !response.ok()) return
    const isCheckout = isPage || response.url().includes('/checkout/checkout/get/')
    if (isCheckout) checkout = reply
    if (!response.url().includes('get_simple_info')) reference = reply.sale_reference || reference
    const field = holdFields.find((name) => name in reply)
    if (field) hold = afterTelling(hold, { seconds: reply[field] as number | null, at }, reply)
  }

  page.on('response', (response) => {
    const address = new URL(response.url())
    if (!address.pathname.startsWith('/ajax/checkout/') && !isCheckoutPage(address)) return
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

/** When a reply has told how long the tickets are held, in seconds. */
interface Telling {
  seconds: number
  at: number
}

/**
 * What the page may know of the hold after a reply: it may go by any about the same hold, as its time does not pass as the shop's does.
 * A reply that tells nothing of the hold ends it only with the sale.
 */
function afterTelling(
  known: readonly Telling[] | null | undefined,
  { seconds, at }: { seconds: number | null; at: number },
  { sale_reference }: Partial<WireCheckout>,
): readonly Telling[] | null | undefined {
  if (seconds === null) return sale_reference === '' || !known ? null : known
  const last = known?.at(-1)
  const isSame = known && last && seconds <= last.seconds && seconds > last.seconds - 60
  return [...(isSame ? known : []), { seconds, at }]
}

type Reply = WireCheckout & Record<string, unknown>

const readJson = (response: Response): Promise<Reply | null> => response.json().catch(() => null)

/** The checkout that has come with the page; null if it has come without. */
async function readPageCheckout(response: Response): Promise<Reply | null> {
  const html = await response.text().catch(() => '')
  const [, replies] = /<script id="replies"[^>]*>([^<]*)/.exec(html) ?? []
  return replies ? (JSON.parse(replies) as { checkout: Reply }).checkout : null
}

const isPayment = (request: Request) =>
  /\/(pay_with_\w+|claim_free_tickets|create_truelayer_payment)\//.test(request.url())
