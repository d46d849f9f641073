import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import { moveShopTime } from '#server/database/shop-time.ts'
import { readOpenAlarms } from '#server/operations/alarm-list.ts'
import { call, offer, visitorWith, type Offered } from '#server/testing/offers.ts'
import { payer } from '#server/testing/payers.ts'
import { createTestShop, type TestShop, type Visitor } from '#server/testing/test-shop.ts'
import type { Step } from '#src/checkout/rules/sale-steps.ts'

import { describeFindings, findUnexpected } from './conformance.ts'
import { watchUnexpected } from './watch-steps.ts'

let shop: TestShop
let event: Offered
beforeAll(async () => {
  shop = await createTestShop({ release: 'v2' })
  event = await offer(shop.db)
})
beforeEach(async () => {
  await shop.db.deleteFrom('step_log').execute()
  await shop.db.deleteFrom('alarms').execute()
})
afterAll(() => shop.close())

const shopper = () => visitorWith(shop, event.entry(1))
const report = (visitor: Visitor, state: Step) => call(visitor, 'update_basket_state', { state })

async function reportAll(visitor: Visitor, ...states: Step[]) {
  for (const state of states) expect((await report(visitor, state)).status, state).toBe(200)
}

/** What a page does up to the account step; a sabotaged one goes on to it without "Reserving". */
async function reserveBy(visitor: Visitor, { isSabotaged = false } = {}) {
  if (!isSabotaged) await reportAll(visitor, 'reserve')
  await call(visitor, 'reserve_tickets')
  await reportAll(visitor, 'login')
}

const found = async () =>
  (await findUnexpected(shop.db, 30)).map(({ from, to, sales, of }) => `${from} → ${to}: ${sales} of ${of}`)

describe('steps that no path of the chart produces', () => {
  it.each(['charity', 'questions_before_and_waiver', 'questions_after_and_messages', 'express', 'free'])(
    'are none after a whole purchase (%s)',
    async (shape) => {
      const wanted = JSON.stringify({ shape, state: 'order_completed' })
      expect((await (await shop.visitor()).post('/sandbox/arrange', wanted)).status).toBe(200)
      expect(await found()).toEqual([])
    },
  )

  it('are none of a buyer who comes back from the bank', async () => {
    const wanted = JSON.stringify({ shape: 'paid', state: 'awaiting_truelayer', bank: 'pay' })
    expect((await (await shop.visitor()).post('/sandbox/arrange', wanted)).status).toBe(200)
    const states = await shop.db.selectFrom('step_log').select('to_state').orderBy('id').execute()
    expect(states.map(({ to_state }) => to_state)).toContain('awaiting_truelayer')
    expect(await found()).toEqual([])
  })

  it('are found of a page that skips a step', async () => {
    await reserveBy(await shopper())
    await reserveBy(await shopper(), { isSabotaged: true })
    expect(await found()).toEqual(['basket → login: 1 of 2'])
  })

  it('are found of a page that shows a step too early, although the shop refuses the report', async () => {
    const visitor = await shopper()
    await reportAll(visitor, 'reserve')
    await call(visitor, 'reserve_tickets')
    await reportAll(visitor, 'login')
    expect((await report(visitor, 'order_completed')).status).toBe(409)
    expect(await findUnexpected(shop.db, 30)).toMatchObject([
      { from: 'login', to: 'order_completed', release: 'v2', sales: 1, refused: 1 },
    ])
  })

  it('are not those of a basket whose hold has ended while its page was closed', async () => {
    const visitor = await shopper()
    await reserveBy(visitor)
    await moveShopTime(shop.db, 700)
    await visitor.get('/ajax/checkout/checkout/get/')
    await reserveBy(visitor)
    expect(await found()).toEqual([])
  })

  it('are not those of another tab that goes on from where it was', async () => {
    const { visitor } = await payer(shop, { organiser: { marketing_signup_message: 'Write to me' } })
    await reportAll(visitor, 'reserve', 'login', 'marketing_preferences', 'payment')
    // The other tab still shows the account step.
    await reportAll(visitor, 'marketing_preferences', 'payment')
    expect(await found()).toEqual([])
  })

  it('are not looked for before the days that are asked for', async () => {
    await reserveBy(await shopper(), { isSabotaged: true })
    await moveShopTime(shop.db, 31 * 86_400)
    expect(await found()).toEqual([])
  })

  it('raise an alarm once for a release, when several sales have them', async () => {
    const watch = () => watchUnexpected({ db: shop.db, log: shop.log })
    for (let sales = 0; sales < 4; sales++) await reserveBy(await shopper(), { isSabotaged: true })
    await watch()
    expect(await readOpenAlarms(shop.db)).toEqual([])
    await reserveBy(await shopper(), { isSabotaged: true })
    await watch()
    await watch()
    expect(await readOpenAlarms(shop.db)).toMatchObject([
      {
        kind: 'step_unexpected',
        details: { from: 'basket', to: 'login', release: 'v2', sales: 5, of: 5, refused: 0 },
      },
    ])
  })

  it('are written for a terminal', async () => {
    expect(describeFindings([], 30)).toMatch(/^Steps of the last 30 days .*: none\.$/)
    await reserveBy(await shopper(), { isSabotaged: true })
    expect(describeFindings(await findUnexpected(shop.db, 7), 7)).toMatch(
      /\nbasket → login +1 of 1 sales +release v2, \d{4}-/,
    )
  })
})
