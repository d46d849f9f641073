import { jsonText } from '#server/database/json-text.ts'
import { sandboxSquareKeys, sandboxStripeKeys } from '#server/providers/sandbox-keys.ts'
import { connectProviders } from '#server/providers/connect-providers.ts'

import { call } from './offers.ts'
import { pay, payBySquare, payer, press, squarePayer, type Payer } from './payers.ts'
import { sendSquareEvent, sendStripeEvent, sendTruelayerEvent } from './provider-events.ts'
import type { TestShop } from './test-shop.ts'

type Offer = Parameters<typeof payer>[1]

/** An order of two tickets at £10, what its owner can do at the payment provider, and what the shop makes of it. */
export interface Refundable extends Payer {
  /** The payment at the provider. */
  payment: string
  /** Refunds pence as in the provider's dashboard, without telling the shop; returns the refund's id. */
  refundThere: (pence: number) => Promise<string>
  /** Sends the provider's signed events about a refund; returns the statuses of the replies. */
  tell: (refund: string) => Promise<number[]>
}

/** Makes an order that is paid at a provider, in the wallet of its buyer. */
export async function refundable(
  shop: TestShop,
  by: 'stripe' | 'square' | 'truelayer',
  changes: Offer = {},
): Promise<Refundable> {
  const one = await (by === 'square' ? squarePayer(shop, changes) : payer(shop, changes))
  if (by === 'stripe') await pay(shop, one.visitor)
  if (by === 'square') await payBySquare(shop, one.visitor)
  if (by === 'truelayer') {
    await press(shop, (await call(one.visitor, 'create_truelayer_payment')).json.url, 'pay')
    await call(one.visitor, 'get_truelayer_status')
  }
  await call(one.visitor, 'deliver_to_bitticket')
  const { id } = await one.sale()
  const { provider_id: payment } = await shop.db
    .selectFrom('payments')
    .select('provider_id')
    .where('sale_id', '=', id)
    .executeTakeFirstOrThrow()
  return { ...one, payment, ...atProvider(shop, by, payment) }
}

let keys = 0

/** What the shop's owner can do with a payment in a provider's dashboard. */
export function atProvider(
  shop: TestShop,
  by: 'stripe' | 'square' | 'truelayer',
  payment: string,
): Pick<Refundable, 'refundThere' | 'tell'> {
  const key = () => `dashboard-${++keys}`
  const send = async (path: string, headers: HeadersInit, body: URLSearchParams | string) => {
    const reply = await shop.app.request(`http://shop.test/sandbox/${path}`, {
      method: 'POST',
      headers,
      body,
    })
    const made = (await reply.json()) as { id?: string; refund?: { id: string } }
    const id = made.id ?? made.refund?.id
    if (!id) throw new Error(JSON.stringify(made))
    return id
  }
  switch (by) {
    case 'stripe':
      return {
        refundThere: (pence) =>
          send(
            'stripe/v1/refunds',
            { Authorization: `Bearer ${sandboxStripeKeys.secretKey}` },
            new URLSearchParams({ payment_intent: payment, amount: String(pence) }),
          ),
        tell: async (id) => {
          const refund = { id, object: 'refund', payment_intent: payment }
          const charge = { id: `ch_${payment}`, object: 'charge', payment_intent: payment }
          return [
            await sendStripeEvent(shop, 'refund.created', refund),
            await sendStripeEvent(shop, 'charge.refunded', charge),
            await sendStripeEvent(shop, 'refund.updated', refund),
          ]
        },
      }
    case 'square': {
      const event = (id: string, type: string) =>
        JSON.stringify({
          event_id: key(),
          type,
          data: { type: 'refund', id, object: { refund: { id, payment_id: payment } } },
        })
      return {
        refundThere: (pence) =>
          send(
            'square/v2/refunds',
            { Authorization: `Bearer ${sandboxSquareKeys.accessToken}` },
            JSON.stringify({
              idempotency_key: key(),
              payment_id: payment,
              amount_money: { amount: pence, currency: 'GBP' },
            }),
          ),
        tell: async (id) => [
          await sendSquareEvent(shop, event(id, 'refund.created')),
          await sendSquareEvent(shop, event(id, 'refund.updated')),
        ],
      }
    }
    case 'truelayer':
      return {
        refundThere: async (pence) => {
          const { bank } = connectProviders(shop)
          const state = await bank?.refund({
            providerId: payment,
            account: '',
            amount: pence,
            currency: 'GBP',
            key: key(),
          })
          return state?.refundId ?? ''
        },
        tell: async (id) => [
          await sendTruelayerEvent(shop, { type: 'refund_executed', refund_id: id, payment_id: payment }),
        ],
      }
  }
}

/** Reads what the shop knows of the refunds of an order: ledger, void tickets, stock, mails and alarms. */
export async function readRefunds(
  { db }: Pick<TestShop, 'db'>,
  { sale, event }: Pick<Payer, 'sale' | 'event'>,
) {
  const { id } = await sale()
  const ledger = await db
    .selectFrom('payments')
    .select(['amount', 'status', 'refunded_by', 'refund_id'])
    .where('sale_id', '=', id)
    .where('kind', '=', 'refund')
    .orderBy('created_at')
    .execute()
  const tickets = await db
    .selectFrom('tickets')
    .leftJoin('voided_codes', 'voided_codes.code', 'tickets.code')
    .select('reason')
    .where('sale_id', '=', id)
    .orderBy('copy')
    .execute()
  const alarms = await db.selectFrom('alarms').select(['kind', 'details']).where('sale_id', '=', id).execute()
  const mails = await db
    .selectFrom('outbox')
    .select('payload')
    .where('key', 'like', 'refund:%')
    .where(jsonText('payload', 'to'), '=', `${event.id}@example.com`)
    .execute()
  return {
    refunded: ledger
      .filter(({ status }) => status !== 'failed')
      .reduce((sum, { amount }) => sum + Number(amount), 0),
    ledger,
    tickets: tickets.map(({ reason }) => reason),
    sold: (await event.pool()).sold,
    alarms,
    mails: mails.map(({ payload }) => payload as { subject: string; content: unknown[] }),
  }
}
