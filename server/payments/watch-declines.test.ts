import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'

import { moveShopTime } from '#server/database/shop-time.ts'
import { payer } from '#server/testing/payers.ts'
import { createTestShop, type TestShop } from '#server/testing/test-shop.ts'

import { watchDeclines } from './watch-declines.ts'

let shop: TestShop
let saleId: string
beforeAll(async () => {
  shop = await createTestShop()
  saleId = (await (await payer(shop)).sale()).id
})
afterAll(() => shop.close())
beforeEach(async () => {
  await shop.db.deleteFrom('alarms').execute()
  await shop.db.deleteFrom('payment_attempts').execute()
  shop.logged.length = 0
})

let attempts = 0
async function ended(count: number, reason: string) {
  for (let one = 0; one < count; one++)
    await shop.db
      .insertInto('payment_attempts')
      .values({
        sale_id: saleId,
        attempt: `watched-${++attempts}`,
        provider: 'stripe',
        method: 'card',
        basket_version: 0,
        amount: 1000,
        currency: 'GBP',
        status: reason === 'paid' ? 'succeeded' : 'failed',
        declined_for: reason === 'paid' ? '' : reason,
      })
      .execute()
}

const alarms = async () => {
  await watchDeclines(shop)
  return shop.db.selectFrom('alarms').select(['kind', 'details']).orderBy('raised_at').execute()
}

it('raises an alarm when more cards are declined than paid, once, with the reasons', async () => {
  await ended(15, 'insufficient_funds')
  await ended(4, 'incorrect_cvc')
  expect(await alarms()).toEqual([])
  await ended(1, 'incorrect_cvc')
  const details = { within: '10 minutes', declined: { incorrect_cvc: 5, insufficient_funds: 15 }, paid: 0 }
  expect(await alarms()).toEqual([{ kind: 'card_testing', details }])
  expect(await alarms()).toHaveLength(1)
  expect(shop.logged.filter(({ event }) => event === 'alarm')).toEqual([
    { event: 'alarm', kind: 'card_testing', provider: '' },
  ])
})

it('raises an alarm for a few cards that the bank or the provider suspects', async () => {
  await ended(5, 'do_not_honor')
  await ended(2, 'fraudulent')
  expect(await alarms()).toEqual([])
  await ended(1, 'fraudulent')
  expect(await alarms()).toHaveLength(1)
})

it('raises none while more cards are paid than declined, as in an on-sale', async () => {
  await ended(30, 'do_not_honor')
  await ended(31, 'paid')
  expect(await alarms()).toEqual([])
})

it('counts the last ten minutes, and raises another alarm after the first was closed an hour ago', async () => {
  await ended(20, 'card_declined')
  await moveShopTime(shop.db, 601)
  expect(await alarms()).toEqual([])
  await ended(20, 'card_declined')
  expect(await alarms()).toHaveLength(1)
  await shop.db.updateTable('alarms').set({ resolved_at: new Date() }).execute()
  await moveShopTime(shop.db, 3600)
  await ended(20, 'card_declined')
  expect(await alarms()).toHaveLength(2)
})
