import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import { moveShopTime } from '#server/database/shop-time.ts'
import { closeAlarm, readOpenAlarms } from '#server/operations/alarm-list.ts'
import { call, offer, visitorWith, type Offered } from '#server/testing/offers.ts'
import { cards, pay, payer } from '#server/testing/payers.ts'
import { createTestShop, type TestShop, type Visitor } from '#server/testing/test-shop.ts'
import type { Step } from '#src/checkout/rules/sale-steps.ts'

import { readChoices, readFigures, type FigureFilter } from './step-figures.ts'
import { watchTimes } from './watch-steps.ts'

let shop: TestShop
let event: Offered
beforeAll(async () => {
  shop = await createTestShop({ release: 'v2' })
  event = await offer(shop.db)
})
beforeEach(async () => {
  for (const table of ['step_log', 'refused_calls', 'alarms', 'payment_attempts'] as const)
    await shop.db.deleteFrom(table).execute()
})
afterAll(() => shop.close())

const shopper = (of = event) => visitorWith(shop, of.entry(1))

async function reportAfter(visitor: Visitor, ...steps: [seconds: number, step: Step][]) {
  for (const [seconds, state] of steps) {
    await moveShopTime(shop.db, seconds)
    expect((await call(visitor, 'update_basket_state', { state })).status).toBe(200)
  }
}

async function figureOf(step: Step, filter?: FigureFilter) {
  const { steps } = await readFigures(shop.db, filter)
  return steps.find(({ state }) => state === step)
}

const sales = async (filter: FigureFilter) => (await readFigures(shop.db, filter)).sales

describe('the figures of a step', () => {
  it('are its people, how long they stay, and who left there', async () => {
    for (const seconds of [10, 20, 30, 40])
      await reportAfter(await shopper(), [seconds, 'reserve'], [1, 'basket'])
    await moveShopTime(shop.db, 3700)
    expect(await figureOf('basket')).toMatchObject({ people: 4, stays: 4, left: 4, errors: 0 })
    expect((await figureOf('basket'))?.median).toBeCloseTo(25, 0)
    expect((await figureOf('basket'))?.ninetieth).toBeCloseTo(37, 0)
    expect(await figureOf('reserve')).toMatchObject({ people: 4, left: 0 })
    expect((await readFigures(shop.db)).moves).toEqual([
      { from: 'basket', to: 'reserve', count: 4 },
      { from: 'reserve', to: 'basket', count: 4 },
    ])
  })

  it('leave out how long somebody was away', async () => {
    await reportAfter(await shopper(), [7200, 'reserve'])
    expect(await figureOf('basket')).toMatchObject({ people: 1, stays: 0, median: null, ninetieth: null })
  })

  it('count a step that is reported again as one stay', async () => {
    await reportAfter(await shopper(), [20, 'basket'], [20, 'reserve'])
    expect((await figureOf('basket'))?.median).toBeCloseTo(40, 0)
  })

  it('count calls that were refused, and declined payments', async () => {
    const visitor = await shopper()
    expect((await call(visitor, 'update_ticket_quantity', { ticket_id: 'none', quantity: 1 })).status).toBe(
      404,
    )
    expect(await figureOf('basket')).toMatchObject({ errors: 1 })
    const paying = await payer(shop)
    await reportAfter(paying.visitor, [1, 'payment'])
    await pay(shop, paying.visitor, { number: cards.declined })
    expect(await figureOf('payment')).toMatchObject({ errors: 1 })
  })

  it('count no calls that worked, no refused reports, and no more than fifty refused calls of a sale', async () => {
    const visitor = await shopper()
    await call(visitor, 'update_basket_state', { state: 'order_completed' })
    await call(visitor, 'update_ticket_quantity', { ticket_id: event.ticket(), quantity: 2 })
    expect(await figureOf('basket')).toMatchObject({ errors: 0 })
    for (let tries = 0; tries < 51; tries++)
      await call(visitor, 'update_ticket_quantity', { ticket_id: 'none', quantity: 1 })
    expect(await figureOf('basket')).toMatchObject({ errors: 50 })
  })

  it('are of an event, of days in London, and of a release', async () => {
    const other = await offer(shop.db)
    await shopper()
    await shopper(other)
    await shop.db.updateTable('step_log').set({ at: '2026-06-30T23:30Z' }).execute()
    await shopper(other)
    await shop.db
      .updateTable('step_log')
      .set({ release: 'v1' })
      .where('at', '<', new Date('2026-07-02'))
      .execute()
    expect(await sales({})).toBe(3)
    expect(await sales({ event: event.id })).toBe(1)
    expect(await sales({ from: '2026-07-01', to: '2026-07-01' })).toBe(2)
    expect(await sales({ to: '2026-06-30' })).toBe(0)
    expect(await sales({ release: 'v1', event: other.id })).toBe(1)
    const { events, releases } = await readChoices(shop.db)
    expect(events.map(({ id }) => id).toSorted()).toEqual([event.id, other.id].toSorted())
    expect(releases.toSorted()).toEqual(['v1', 'v2'])
  })
})

describe('a target time', () => {
  const watch = () =>
    watchTimes({ db: shop.db, log: shop.log, config: { targetTimes: { basket: 60, reserve: 5 } } })
  async function slowBuyers(count: number, seconds: number) {
    for (let one = 0; one < count; one++) await reportAfter(await shopper(), [seconds, 'reserve'])
  }

  it('raises an alarm when one of ten buyers takes longer, and ends it when they do not', async () => {
    await slowBuyers(17, 30)
    await slowBuyers(2, 200)
    await watch()
    expect(await readOpenAlarms(shop.db)).toEqual([])
    await slowBuyers(1, 200)
    await watch()
    const [alarm, ...others] = await readOpenAlarms(shop.db)
    expect(others).toEqual([])
    expect(alarm).toMatchObject({
      kind: 'step_too_slow',
      details: { step: 'basket', stays: 20, target_seconds: 60 },
    })
    await slowBuyers(20, 10)
    await watch()
    expect(await readOpenAlarms(shop.db)).toEqual([])
  })

  it('raises an alarm that the owner has closed again, once the step was quick and is slow again', async () => {
    const slowSteps = async () => {
      await watch()
      return readOpenAlarms(shop.db)
    }
    await slowBuyers(20, 200)
    const [alarm] = await slowSteps()
    await closeAlarm(shop.db, alarm?.id ?? '', 'Seen')
    expect(await slowSteps()).toEqual([])
    for (let time = 0; time < 2; time++) {
      await moveShopTime(shop.db, 86_400)
      expect(await slowSteps()).toEqual([])
      await slowBuyers(20, 200)
      const [again] = await slowSteps()
      expect(again).toMatchObject({ kind: 'step_too_slow', details: { step: 'basket' } })
      await closeAlarm(shop.db, again?.id ?? '', 'Seen')
    }
  })

  it('raises none with few buyers, or for what is a day ago', async () => {
    await slowBuyers(19, 200)
    await watch()
    expect(await readOpenAlarms(shop.db)).toEqual([])
    await slowBuyers(1, 200)
    await moveShopTime(shop.db, 86_400)
    await watch()
    expect(await readOpenAlarms(shop.db)).toEqual([])
  })
})
