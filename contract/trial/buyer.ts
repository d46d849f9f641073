import { calls, type Call, type CallName } from '#contract/calls.ts'
import type { Checkout, CheckoutState } from '#src/checkout/schemas/checkout.ts'
import { bookingFeeTotal } from '#src/checkout/rules/fees.ts'
import { isPaid } from '#src/checkout/rules/is-paid.ts'
import { saleSteps, type Step } from '#src/checkout/rules/sale-steps.ts'
import { failureMessage } from '#src/http/failure.ts'
import { fromJson } from '#src/http/client.ts'
import type { FormFields } from '#src/http/form-encoding.ts'
import { formatMoney } from '#src/lib/money.ts'
import type { Browser, Request } from './browser.ts'
import { Broken, type Findings } from './findings.ts'
import { judgeReply, type ReplyOf } from './judge-reply.ts'

/** What came of a call: the reply as the page reads it, or a failure. */
export type Outcome<Name extends CallName> =
  { ok: true; reply: ReplyOf<Name> } | { ok: false; status: number; message: string }

/** Statuses with which a back-end says that it does not have a call. */
const missing = [404, 405, 501]

/** Calls that are sent again at once if `repeats` is set: a buyer whose reply was lost presses again. */
const repeatable: readonly CallName[] = [
  'updateTicketQuantity',
  'updateRefundProtection',
  'reserveTickets',
  'updateBasketState',
  'saveGuestToSale',
  'setMarketingPreferences',
  'saveDonation',
  'updateDonation',
  'setDeliveryAddress',
  'saveQuestionAnswers',
  'payWithCard',
  'payWithSquare',
  'payWithInstalment',
  'claimFreeTickets',
  'deliverToBitticket',
  'deliverToWallet',
]

/** A buyer at a back-end. Every call is judged, and told with the state of the checkout in which it was made. */
export class Buyer {
  readonly browser: Browser
  readonly #findings: Findings
  readonly #repeats: boolean
  state: CheckoutState = 'determining'
  #checkout: Checkout | null = null
  /** Sale reference and lines at the reservation. */
  #reserved: { reference: string; lines: string } | null = null

  constructor(browser: Browser, findings: Findings, { repeats = false } = {}) {
    this.browser = browser
    this.#findings = findings
    this.#repeats = repeats
  }

  /** The checkout as it was last read. */
  get checkout(): Checkout {
    if (!this.#checkout) throw new Error('the checkout was not read yet')
    return this.#checkout
  }

  /** Makes a call, and judges the reply. Throws `Broken` if the page cannot read it. */
  async call<Name extends CallName>(
    name: Name,
    fields: FormFields = {},
    request: Request = {},
  ): Promise<Outcome<Name>> {
    const outcome = await this.#send(name, fields, request)
    if (this.#repeats && repeatable.includes(name) && outcome.ok)
      await this.#repeat(name, fields, outcome.reply)
    return outcome
  }

  /** Makes a call that a buyer cannot do without. Throws `Broken` if it fails. */
  async must<Name extends CallName>(
    name: Name,
    fields: FormFields = {},
    request: Request = {},
  ): Promise<ReplyOf<Name>> {
    const outcome = await this.call(name, fields, request)
    if (outcome.ok) return outcome.reply
    throw this.broken(name, `answers ${outcome.status}${outcome.message && ` (${outcome.message})`}`)
  }

  /** Reads the checkout, and checks that it agrees with itself and with what the buyer has done. */
  async read(): Promise<Checkout> {
    const checkout = (await this.must('getCheckout')) as Checkout
    this.#checkout = checkout
    this.#checkTotal(checkout)
    this.#checkHold(checkout)
    return checkout
  }

  /** Comes to a step: reports it, reads the checkout, and checks that a reload would show the same step. */
  async arriveAt(step: Step) {
    this.state = step
    if (step !== 'awaiting_truelayer') await this.must('updateBasketState', { state: step })
    const checkout = await this.read()
    // Back from the bank, the page goes on at once if the order is paid already
    if (checkout.state === step || (step === 'awaiting_truelayer' && isPaid(checkout))) return
    throw this.broken(
      'getCheckout',
      `tells the state ${checkout.state} after ${step} was reported: a reload shows another step`,
    )
  }

  /** From now on the tickets must stay held. */
  isHeld() {
    this.#reserved = { reference: '', lines: '' }
  }

  /** Whether tickets are held that are not paid. */
  get holdsTickets(): boolean {
    return this.#reserved !== null && !(this.#checkout && isPaid(this.#checkout))
  }

  /** From now on no tickets are held. */
  isReleased() {
    this.#reserved = null
  }

  tolerated(call: string, what: string) {
    this.#findings.note('tolerated', { call, state: this.state }, what)
  }

  /** Notes what misleads a buyer who can go on. */
  wrong(call: string, what: string) {
    this.#findings.note('breaks', { call, state: this.state }, what)
  }

  /** Notes what stops a buyer, and returns the error to throw. */
  broken(call: string, what: string): Broken {
    this.wrong(call, what)
    return new Broken(what)
  }

  async #send<Name extends CallName>(
    name: Name,
    fields: FormFields,
    request: Request,
  ): Promise<Outcome<Name>> {
    const call: Call = calls[name]
    this.#findings.countCall(name)
    const answer = await this.browser
      .send(
        call.method,
        call.path.replace('{event_date_id}', () => this.checkout.tickets[0]?.date_id ?? ''),
        { ...request, fields },
      )
      .catch((error: unknown) => {
        throw this.broken(name, `does not answer: ${reasonOf(error)}`)
      })
    const { status, text } = answer
    this.#checkCookies()
    if (status >= 200 && status < 300) {
      const judged = judgeReply(name, text)
      if ('unreadable' in judged) throw this.broken(name, `answers ${status}, and ${judged.unreadable}`)
      for (const what of judged.tolerated) this.tolerated(name, what)
      return { ok: true, reply: judged.reply }
    }
    const message = failureMessage(fromJson(text))
    if (message === '' && !missing.includes(status))
      this.tolerated(name, `refuses with ${status} without a message for the buyer`)
    return { ok: false, status, message }
  }

  #checkCookies() {
    if (this.browser.hidden.has('XSRF-TOKEN'))
      throw this.broken('every call', 'sets the cookie XSRF-TOKEN as HttpOnly: the page cannot send it back')
  }

  /** A total that is too small misleads the buyer. The page takes more for a fee of the whole order, which the documents allow. */
  #checkTotal(checkout: Checkout) {
    if (checkout.tickets.length === 0 || isPaid(checkout)) return
    const fees = checkout.tickets.reduce((sum, { booking_fee, qty }) => sum + booking_fee * qty, 0)
    const rest = bookingFeeTotal(checkout) - fees
    const differs = (by: string) => `tells a basket_total that is ${by} than its lines, fees and deductions`
    if (rest < 0) this.wrong('getCheckout', differs(`${formatMoney(-rest)} less`))
    if (rest > 0)
      this.tolerated(
        'getCheckout',
        `${differs(`${formatMoney(rest)} more`)}: the page shows that as a booking fee of the whole order`,
      )
  }

  #checkHold(checkout: Checkout) {
    if (!this.#reserved || this.state === 'determining' || saleSteps[this.state].phase !== 'held') return
    if (isPaid(checkout)) return
    if (!checkout.seconds_remaining)
      throw this.broken('getCheckout', 'tells no seconds_remaining while the tickets are held')
    const lines = checkout.tickets.map(({ ticket_id, qty }) => `${qty} ${ticket_id}`).join()
    const now = { reference: checkout.sale_reference, lines }
    if (this.#reserved.reference === '') this.#reserved = now
    if (now.reference === '')
      throw this.broken('getCheckout', 'tells no sale_reference while the tickets are held')
    if (now.reference !== this.#reserved.reference)
      throw this.broken('getCheckout', 'tells another sale_reference than before, while the tickets are held')
    if (lines !== this.#reserved.lines)
      throw this.broken('getCheckout', 'tells other tickets than those that were reserved')
  }

  /** Sends a change again, as a buyer does whose reply was lost. */
  async #repeat<Name extends CallName>(name: Name, fields: FormFields, first: ReplyOf<Name>) {
    const again = await this.#send(name, fields, {})
    if (!again.ok) {
      const what = `answers ${again.status} when it is sent again, as by a buyer whose reply was lost`
      if (again.status >= 500) throw this.broken(name, what)
      return this.tolerated(name, what)
    }
    const [one, other] = [first, again.reply] as ReplyOf<'reserveTickets'>[]
    if (name !== 'reserveTickets' || one?.outcome !== 'reserved') return
    if (other?.outcome !== 'reserved') throw this.broken(name, 'loses the reservation when it is sent again')
    if (other.sale_reference !== one.sale_reference)
      this.tolerated(
        name,
        'begins the reservation anew when it is sent again: a buyer could keep tickets for ever',
      )
  }
}

function reasonOf(error: unknown): string {
  const cause = error instanceof Error ? (error.cause ?? error) : error
  return cause instanceof Error ? cause.message : String(cause)
}
