import { sql } from 'kysely'

import { jsonText } from '#server/database/json-text.ts'
import { shopNow } from '#server/database/shop-time.ts'
import { mobileNumber } from '#server/outbox/mobile-number.ts'
import { connectProviders } from '#server/providers/connect-providers.ts'
import { newOrderReference } from '#server/payments/orders/new-code.ts'
import { chargeDueInstalments } from '#server/payments/instalments/charge-due.ts'
import { remindOfInstalments } from '#server/payments/plans/remind.ts'

import { payer, typeCard, type Payer } from './payers.ts'
import type { TestShop } from './test-shop.ts'

export interface Planned extends Payer {
  saleId: string
  email: string
  /** Changes the card that pays, at the provider and in the plan. */
  setCard: (number: string) => Promise<void>
  plan: () => Promise<Awaited<ReturnType<typeof readPlanRow>>>
  instalments: () => Promise<Awaited<ReturnType<typeof readInstalments>>>
  /** Subjects of the mails to the buyer, and texts of the SMS, oldest first. */
  messages: () => Promise<{ mails: string[]; sms: string[] }>
}

let plans = 0

/**
 * Makes a guest's order of two tickets at £10 with an instalment plan of three months: £8.00 are paid, £6.00 each are due in 30
 * and 60 days. The card is saved at the simulated provider.
 */
export async function planned(shop: TestShop, card?: string): Promise<Planned> {
  // Tests move the shop's clock by years.
  const by = await payer(shop, { date: { starts_at: new Date('2100-01-01') } })
  const { id: saleId, guest_email: email } = await by.sale()
  const { cards } = connectProviders({ ...shop, fetch: shop.fetch })
  const customer = await cards.createCustomer({ key: saleId, account: '', email, name: 'Ada Lovelace' })
  const mobile = `07700 ${100_000 + ++plans}`
  const first = await save(card)

  async function save(number?: string) {
    const methodId = await typeCard(shop, number)
    // Saves it whatever it does when it is charged.
    await shop.app.request(`http://shop.test/sandbox/stripe/v1/payment_methods/${methodId}/attach`, {
      method: 'POST',
      headers: { Authorization: 'Bearer sk_sandbox_foyer' },
      body: new URLSearchParams({ customer }),
    })
    const read = await cards.readCard(methodId, '')
    if (read?.customer !== customer) throw new Error('the card could not be saved')
    return {
      provider_customer_id: customer,
      provider_method_id: methodId,
      brand: read.brand,
      last4: read.last4,
      expiry_month: read.expiryMonth,
      expiry_year: read.expiryYear,
    }
  }

  await shop.db
    .updateTable('sales')
    .set({
      paid_at: shopNow,
      order_reference: newOrderReference(),
      held_until: null,
      total: 2000,
      state: 'order_completed',
    })
    .where('id', '=', saleId)
    .execute()
  const { id: payment_id } = await shop.db
    .insertInto('payments')
    .values({
      sale_id: saleId,
      kind: 'charge',
      provider: 'stripe',
      provider_id: `first-${saleId}`,
      amount: 800,
      currency: 'GBP',
      status: 'done',
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await shop.db
    .insertInto('payment_plans')
    .values({
      ...first,
      sale_id: saleId,
      months: 3,
      provider: 'stripe',
      account: '',
      mobile,
      wording: 'I agree to the payments of this plan.',
    })
    .execute()
  const due = (days: number) => sql<Date>`shop_now() + make_interval(days => ${days}::int)`
  await shop.db
    .insertInto('instalments')
    .values([
      { sale_id: saleId, number: 1, amount: 800, due_at: due(0), next_try_at: due(0), payment_id },
      { sale_id: saleId, number: 2, amount: 600, due_at: due(30), next_try_at: due(30) },
      { sale_id: saleId, number: 3, amount: 600, due_at: due(60), next_try_at: due(60) },
    ])
    .execute()

  return {
    ...by,
    saleId,
    email,
    setCard: async (number) => {
      await shop.db
        .updateTable('payment_plans')
        .set(await save(number))
        .where('sale_id', '=', saleId)
        .execute()
    },
    plan: () => readPlanRow(shop, saleId),
    instalments: () => readInstalments(shop, saleId),
    messages: async () => {
      const sent = await shop.db
        .selectFrom('outbox')
        .select(['kind', sql<string>`coalesce(payload->>'subject', payload->>'text')`.as('words')])
        .where(jsonText('payload', 'to'), 'in', [email, mobileNumber(mobile)])
        .orderBy('created_at')
        .execute()
      const wordsOf = (kind: string) => sent.filter((one) => one.kind === kind).map(({ words }) => words)
      return { mails: wordsOf('mail'), sms: wordsOf('sms') }
    },
  }
}

/** Runs the job that charges due instalments, as one process does. */
export function chargeDue(shop: TestShop): Promise<void> {
  const providers = connectProviders({ ...shop, fetch: shop.fetch })
  return chargeDueInstalments({ ...shop, providers, log: (fields) => void shop.logged.push(fields) })
}

/** Runs the job that reminds of instalments. */
export function remind(shop: TestShop): Promise<number> {
  return remindOfInstalments({ ...shop, log: (fields) => void shop.logged.push(fields) })
}

/** Days in seconds. */
export const days = (count: number) => count * 24 * 60 * 60

function readPlanRow({ db }: TestShop, saleId: string) {
  return db.selectFrom('payment_plans').selectAll().where('sale_id', '=', saleId).executeTakeFirstOrThrow()
}

function readInstalments({ db }: TestShop, saleId: string) {
  return db.selectFrom('instalments').selectAll().where('sale_id', '=', saleId).orderBy('number').execute()
}
