import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'

import { moveShopTime } from '#server/database/shop-time.ts'
import { cards } from '#server/testing/payers.ts'
import { chargeDue, days, planned, type Planned } from '#server/testing/plans.ts'
import { createTestShop, type TestShop } from '#server/testing/test-shop.ts'

let shop: TestShop
beforeAll(async () => void (shop = await createTestShop()))
afterAll(() => shop.close())
afterEach(() => shop.db.updateTable('payment_plans').set({ status: 'completed' }).execute())

/** Lets the days pass, with the job at the end of each, and returns on which of them the card was asked. */
async function pass(one: Planned, count: number): Promise<number[]> {
  const asked: number[] = []
  let known = await attempts(one)
  for (let day = 1; day <= count; day++) {
    await moveShopTime(shop.db, days(1))
    await chargeDue(shop)
    const now = await attempts(one)
    if (now > known) asked.push(day)
    known = now
  }
  return asked
}

const attempts = async ({ saleId }: Planned) =>
  (await shop.db.selectFrom('payment_attempts').select('id').where('sale_id', '=', saleId).execute()).length

const alarms = ({ saleId }: Planned) =>
  shop.db
    .selectFrom('alarms')
    .select(['kind', 'details', 'resolved_at'])
    .where('sale_id', '=', saleId)
    .execute()

async function failed(card: string): Promise<Planned> {
  const one = await planned(shop, card)
  await moveShopTime(shop.db, days(30) + 1)
  await chargeDue(shop)
  return one
}

describe('a card that is declined', () => {
  it('is tried again after 1, 3 and 7 days, and never after that [C23]', async () => {
    const one = await failed(cards.failsOnceSaved)
    expect(await pass(one, 20)).toEqual([1, 3, 7])
    expect(await attempts(one)).toBe(4)
    expect((await one.plan()).status).toBe('stopped')
  })

  it('tells the buyer after each try, by mail and SMS, why it failed and what is next', async () => {
    const one = await failed(cards.poor)
    const first = await one.messages()
    expect(first.mails).toEqual(['We could not charge £6.00'])
    expect(first.sms).toEqual([
      expect.stringMatching(
        /^Foyer: we could not charge £6\.00 to your card ending 9995\. We will try again on .+\. Pay now or use another card:$/,
      ),
    ])
    await pass(one, 10)
    const all = await one.messages()
    expect(all.mails).toEqual([
      ...Array.from({ length: 3 }, () => 'We could not charge £6.00'),
      'Your payment plan has stopped',
    ])
    expect(all.sms).toHaveLength(4)
    const mails = await shop.db
      .selectFrom('outbox')
      .select('payload')
      .where('kind', '=', 'mail')
      .where('key', 'like', 'instalment-failed:%')
      .execute()
    expect(JSON.stringify(mails.at(-1))).toContain('Your card has insufficient funds.')
    expect(JSON.stringify(mails.at(-1))).toContain('/account/')
  })

  it('stops the plan after the last try, with one alarm; the tickets stay sold and are not released [C23]', async () => {
    const one = await failed(cards.declined)
    const before = await one.event.pool()
    await pass(one, 40)
    expect(await alarms(one)).toEqual([
      { kind: 'plan_stopped', details: { instalment: 2, amount: 600, tries: 4 }, resolved_at: null },
    ])
    expect(await one.event.pool()).toEqual(before)
    const [, second, third] = await one.instalments()
    expect([second?.payment_id, third?.payment_id]).toEqual([null, null])
    const last = (await one.messages()).sms.at(-1)
    expect(last).toBe(
      'Foyer: we could not charge £6.00 and will not try again. Your tickets are not released. You can still pay:',
    )
  })

  it('goes on with the plan if a later try succeeds', async () => {
    const one = await failed(cards.failsOnceSaved)
    await one.setCard('4242424242424242')
    expect(await pass(one, 2)).toEqual([1])
    expect((await one.plan()).status).toBe('active')
    expect((await one.instalments()).map(({ payment_id }) => payment_id !== null)).toEqual([
      true,
      true,
      false,
    ])
    expect(await alarms(one)).toEqual([])
  })
})

describe('a bank that wants the buyer to confirm', () => {
  it('is not asked again at once: the buyer is, with the day on which the plan ends', async () => {
    const one = await failed(cards.alwaysChallenged)
    const { mails, sms } = await one.messages()
    expect(mails).toEqual(['We could not charge £6.00'])
    expect(sms).toEqual([
      expect.stringMatching(/^Foyer: your bank wants you to confirm the payment of £6\.00 by .+:$/),
    ])
    expect(await pass(one, 20)).toEqual([7])
    expect((await one.plan()).status).toBe('stopped')
  })
})

it('ends for every card, whatever its bank says', async () => {
  for (const card of [cards.declined, cards.poor, cards.failsOnceSaved, cards.alwaysChallenged]) {
    const one = await failed(card)
    await pass(one, 10)
    expect((await one.plan()).status).toBe('stopped')
    expect(await attempts(one)).toBeLessThanOrEqual(4)
  }
})
