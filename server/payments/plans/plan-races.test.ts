import { afterAll, beforeAll, expect, it } from 'vitest'

import { moveShopTime } from '#server/database/shop-time.ts'
import { account, newEmail, prove } from '#server/testing/buyers.ts'
import { readBooks } from '#server/testing/books.ts'
import { call, checkoutOf } from '#server/testing/offers.ts'
import {
  cards,
  follow,
  pay,
  payLater,
  payPlan,
  planPayer,
  press,
  typeCard,
  type Payer,
} from '#server/testing/payers.ts'
import { sendStripeEvent } from '#server/testing/provider-events.ts'
import { sweep } from '#server/testing/sweep.ts'
import { startTwoShops, times, type TwoShops } from '#server/testing/two-shops.ts'

let shops: TwoShops
let stop: (() => Promise<void>) | undefined

beforeAll(async () => void ({ shops, stop } = await startTwoShops()))
afterAll(() => stop?.())

/** What is left of a plan that was started once: its order, its rows, and what its instalments add up to. */
async function startedOnce(one: Payer) {
  const { id } = await one.sale()
  const { db } = shops[0]
  const plans = await db.selectFrom('payment_plans').select('status').where('sale_id', '=', id).execute()
  const rows = await db
    .selectFrom('instalments')
    .select(['number', 'amount', 'payment_id'])
    .where('sale_id', '=', id)
    .execute()
  return {
    ...(await readBooks(shops[0], one)),
    plans: plans.length,
    total: rows.reduce((sum, { amount }) => sum + amount, 0),
    paid: rows.filter(({ payment_id }) => payment_id).map(({ number }) => number),
  }
}

const expected = {
  isPaid: true,
  money: ['charge'],
  tickets: 1,
  receipts: 1,
  taken: 1,
  held: 0,
  sold: 1,
  plans: 1,
  total: 9200,
  paid: [1],
}

it('starts one plan for eight simultaneous requests, with or without a key of the page', async () => {
  for (const attempt of ['same', '']) {
    const one = await planPayer(shops[0])
    const fields = { attempt, new_payment_method: { id: await typeCard(shops[0]) } }
    const replies = await times(8, (index) => payPlan(shops[index % 2 ? 1 : 0], one.visitor, { fields }))
    expect(replies.map(({ status, json }) => [status, json.status])).toEqual(
      replies.map(() => [200, 'success']),
    )
    expect(await startedOnce(one)).toEqual(expected)
  }
})

it('starts one plan for simultaneous webhook, return, retry, payment step, read and sweep [C7]', async () => {
  for (let round = 0; round < 3; round++) {
    const one = await planPayer(shops[0])
    const fields = {
      attempt: 'asked',
      new_payment_method: { id: await typeCard(shops[0], cards.challenged) },
    }
    const { json } = await payPlan(shops[0], one.visitor, { fields })
    const back = await press(shops[0], json.url, 'approve')
    await moveShopTime(shops[0].db, 61)
    const id = new URL(json.url).pathname.split('/').at(-1) ?? ''
    await Promise.all([
      ...shops.map((shop) => sendStripeEvent(shop, 'payment_intent.succeeded', { id })),
      follow(one.visitor, back),
      follow(one.visitor, back),
      payPlan(shops[0], one.visitor, { fields }),
      call(one.visitor, 'get_payment_error'),
      checkoutOf(one.visitor),
      ...shops.map((shop) => sweep(shop)),
    ])
    expect(await startedOnce(one)).toEqual(expected)
    await moveShopTime(shops[0].db, -61)
  }
})

it('charges once for a plan and a payment in full at the same time', async () => {
  for (let round = 0; round < 3; round++) {
    const one = await planPayer(shops[0])
    await Promise.all([payPlan(shops[0], one.visitor), pay(shops[1], one.visitor)])
    const { isPaid, taken, money, tickets, plans, total } = await startedOnce(one)
    expect({ isPaid, taken, money, tickets }).toEqual({
      isPaid: true,
      taken: 1,
      money: ['charge'],
      tickets: 1,
    })
    expect([
      [0, 0],
      [1, 9200],
    ]).toContainEqual([plans, total])
  }
})

it('books a later instalment once, refunds the money of the others, and completes the plan once [C23]', async () => {
  const one = await planPayer(shops[0])
  await payPlan(shops[0], one.visitor)
  const { id } = await one.sale()
  await payLater(shops[0], id, 2)
  const results = []
  for (let round = 0; round < 4; round++) results.push(await payLater(shops[round % 2 ? 1 : 0], id, 3))
  expect(results.map(({ status }) => status)).toEqual(['success', ...times3('unsuccessful')])
  const { paid, money } = await startedOnce(one)
  expect([paid.toSorted(), money]).toEqual([
    [1, 2, 3],
    ['charge', 'charge', 'charge', 'charge', 'charge', 'charge', 'refund', 'refund', 'refund'],
  ])
})

const times3 = (word: string) => [word, word, word]

it('saves one default card for two plans that start at the same time', async () => {
  const email = newEmail()
  const userId = await account(shops[0], email)
  const both = await Promise.all([planPayer(shops[0]), planPayer(shops[0])])
  for (const { visitor } of both) await prove(shops[0], visitor, email)
  const replies = await Promise.all(
    both.map(({ visitor }, index) => payPlan(shops[index] ?? shops[0], visitor)),
  )
  expect(replies.map(({ json }) => json.status)).toEqual(['success', 'success'])
  const saved = await shops[0].db.selectFrom('user_cards').selectAll().where('user_id', '=', userId).execute()
  expect(saved.map(({ last4, is_default }) => [last4, is_default])).toEqual([['4242', true]])
  const customers = await shops[0].db
    .selectFrom('provider_customers')
    .selectAll()
    .where('user_id', '=', userId)
    .execute()
  expect(customers.map(({ customer_id }) => customer_id)).toEqual([saved[0]?.provider_customer_id])
})
