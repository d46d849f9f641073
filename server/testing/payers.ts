import { conclude } from '#server/payments/settling/conclude.ts'

import { call, checkoutOf, offer, visitorWith, type Offered } from './offers.ts'
import type { Fields, TestShop, Visitor } from './test-shop.ts'

type Offer = Parameters<typeof offer>[1]

export interface Payer {
  visitor: Visitor
  event: Offered
  /** The sale's reference. */
  reference: string
  sale: () => Promise<Awaited<ReturnType<typeof readSale>>>
}

/** Makes a guest with two reserved tickets at £10, ready to pay; `changes` apply to the event. */
export async function payer(shop: TestShop, changes: Offer = {}, qty = 2): Promise<Payer> {
  const event = await offer(shop.db, changes)
  const visitor = await visitorWith(shop, event.entry(qty))
  await call(visitor, 'reserve_tickets')
  const { sale_reference: reference } = await checkoutOf(visitor)
  if (!reference) throw new Error('the basket could not be reserved')
  await shop.db
    .updateTable('sales')
    .set({ guest_email: `${event.id}@example.com`, guest_name: 'Ada Lovelace' })
    .where('reference', '=', reference)
    .execute()
  return { visitor, event, reference, sale: () => readSale(shop, reference) }
}

/** Enters a test card in the simulated provider and returns the payment method's id. */
export async function typeCard(shop: TestShop, number = '4242424242424242'): Promise<string> {
  const reply = await shop.app.request('http://shop.test/sandbox/stripe/v1/payment_methods', {
    method: 'POST',
    headers: { Authorization: 'Bearer pk_sandbox_foyer' },
    body: new URLSearchParams({
      type: 'card',
      'card[number]': number,
      'card[exp_month]': '12',
      'card[exp_year]': String(new Date().getFullYear() + 1),
      'card[cvc]': '123',
      'billing_details[name]': 'Ada Lovelace',
    }),
  })
  const { id } = (await reply.json()) as { id: string }
  return id
}

/** Enters a test card in the simulated Square and returns its token. */
export async function typeSquareCard(shop: TestShop, number = '4242424242424242'): Promise<string> {
  return (await askSquare(shop, 'cards', { number, month: '12', year: '40', cvv: '123' })).token
}

/** Confirms a card's payment in the simulated Square and returns the proof. */
export async function confirmSquareCard(shop: TestShop, source: string): Promise<string> {
  return (await askSquare(shop, 'verifications', { source_id: source })).token
}

async function askSquare(shop: TestShop, path: string, body: object): Promise<{ token: string }> {
  const reply = await shop.app.request(`http://shop.test/sandbox/square/${path}`, {
    method: 'POST',
    body: JSON.stringify({ application_id: 'sandbox-sq0idb-foyer', ...body }),
  })
  return (await reply.json()) as { token: string }
}

export const cards = {
  slow: '4000000000000077',
  lost: '4000000000000119',
  declined: '4000000000000002',
  poor: '4000000000009995',
  challenged: '4000002500003155',
  /** Challenged, and declined in the buyer's absence. */
  alwaysChallenged: '4000002760003184',
  /** Declined once it is saved. */
  failsOnceSaved: '4000000000000341',
}

let attempts = 0

interface Press {
  number?: string
  attempt?: string
}

/** Pays by card, with a new attempt unless one is given; the same one is repeated with the same card. */
export async function pay(shop: TestShop, visitor: Visitor, press: Press = {}) {
  const { attempt, typed } = await typedFor(visitor, press, (number) => typeCard(shop, number))
  return call(visitor, 'pay_with_card', { payment_method_id: typed, attempt })
}

/** Pays through Square; like `pay`. */
export async function payBySquare(shop: TestShop, visitor: Visitor, press: Press = {}) {
  const { attempt, typed } = await typedFor(visitor, press, (number) => typeSquareCard(shop, number))
  return call(visitor, 'pay_with_square', { source_id: typed, attempt })
}

/** The cards that visitors have typed, by attempt. */
const typedCards = new WeakMap<Visitor, Map<string, string>>()

/** Types a card for an attempt, or takes the one that was typed for it before, as the page does. */
async function typedFor(
  visitor: Visitor,
  { number, attempt = `attempt-${++attempts}` }: Press,
  type: (number?: string) => Promise<string>,
) {
  const own = typedCards.get(visitor) ?? new Map<string, string>()
  typedCards.set(visitor, own)
  const typed = (number ? undefined : own.get(attempt)) ?? (await type(number))
  own.set(attempt, typed)
  return { attempt, typed }
}

/** Makes a payer whose organiser takes payments through Square. */
export function squarePayer(shop: TestShop, changes: Offer = {}): Promise<Payer> {
  return payer(shop, { ...changes, organiser: { provider: 'square', ...changes?.organiser } })
}

/** Presses a button on a simulator's page and returns the redirect's address. */
export async function press(shop: TestShop, url: string, result: string): Promise<string> {
  const reply = await shop.app.request(url, { method: 'POST', body: new URLSearchParams({ result }) })
  const location = reply.headers.get('location')
  if (!location) throw new Error(`${reply.status} ${await reply.text()}`)
  return location
}

/** Requests an address of the shop as the visitor's browser. */
export function follow(visitor: Visitor, address: string) {
  const { pathname, search } = new URL(address)
  return visitor.get(pathname + search)
}

function readSale({ db }: TestShop, reference: string) {
  return db.selectFrom('sales').selectAll().where('reference', '=', reference).executeTakeFirstOrThrow()
}

/** Makes a payer at an organiser with Stripe whose £90 ticket can be paid over 3 or 6 months. */
export function planPayer(shop: TestShop, changes: Offer = {}, qty = 1): Promise<Payer> {
  return payer(
    shop,
    {
      date: { starts_at: new Date(Date.now() + 200 * 86_400_000) },
      tickets: { adult: { price: 9000, booking_fee: 200, plan_months: [1, 3, 6] } },
      ...changes,
      organiser: { provider: 'stripe', merchant_id: 'acct_plans', ...changes?.organiser },
    },
    qty,
  )
}

/** Pays the first of three instalments with a new card, or with other fields of the documented call. */
export async function payPlan(
  shop: TestShop,
  visitor: Visitor,
  { number, fields = {} }: { number?: string; fields?: Fields } = {},
) {
  return call(visitor, 'pay_with_instalment', {
    instalment_option: '3',
    contact_number: '07700 900123',
    selected_payment_method_id: '',
    new_payment_method: { id: await typeCard(shop, number), make_default_payment_method: false },
    attempt: `attempt-${++attempts}`,
    ...fields,
  })
}

/** Books the payments of all later instalments, as the job does when each is charged. */
export async function payRest(shop: TestShop, saleId: string, upTo = Infinity): Promise<void> {
  const due = await shop.db
    .selectFrom('instalments')
    .select('number')
    .where('sale_id', '=', saleId)
    .where('payment_id', 'is', null)
    .where('number', '<=', Math.min(upTo, 1000))
    .orderBy('number')
    .execute()
  for (const { number } of due) await payLater(shop, saleId, number)
}

/** Opens an attempt for a later instalment and concludes it as paid; returns the conclusion. */
export async function payLater({ db }: TestShop, saleId: string, number: number) {
  const first = await db
    .selectFrom('payment_attempts')
    .selectAll()
    .where('sale_id', '=', saleId)
    .where('instalment', '=', 1)
    .where('status', '=', 'succeeded')
    .executeTakeFirstOrThrow()
  const { amount } = await db
    .selectFrom('instalments')
    .select('amount')
    .where('sale_id', '=', saleId)
    .where('number', '=', number)
    .executeTakeFirstOrThrow()
  const { currency, basket_version, provider } = first
  const attempt = await db
    .insertInto('payment_attempts')
    .values({
      sale_id: saleId,
      attempt: `later-${++attempts}`,
      provider,
      method: 'instalment',
      instalment: number,
      basket_version,
      amount,
      currency,
      details: JSON.stringify(first.details),
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  return conclude(db, attempt, {
    status: 'succeeded',
    providerId: `pi_later_${attempt.id}`,
    amount,
    currency,
    reference: '',
  })
}

/** Lets the bank accept every cancellation but execute the transfer when the buyer confirms it. */
export function ignoreCancellations(shop: TestShop): void {
  shop.answer = async (request) =>
    request.url.endsWith('/actions/cancel') ? new Response(null, { status: 202 }) : shop.app.request(request)
}
