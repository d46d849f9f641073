import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import { moveShopTime } from '#server/database/shop-time.ts'
import { deleteExpired } from '#server/jobs/retention.ts'
import { call, offer, visitorWith } from '#server/testing/offers.ts'
import { pay, payer } from '#server/testing/payers.ts'
import { createTestShop, type TestShop, type Visitor } from '#server/testing/test-shop.ts'
import { checkoutStates } from '#src/checkout/schemas/checkout.ts'

import { funnelCsv, funnelTable, readFunnel, readWholeFunnel, type FunnelFilter } from './funnel.ts'

let shop: TestShop
beforeAll(async () => void (shop = await createTestShop()))
beforeEach(() => shop.db.deleteFrom('step_log').execute())
afterAll(() => shop.close())

async function report(visitor: Visitor, ...states: string[]) {
  for (const state of states) {
    const reply = await call(visitor, 'update_basket_state', { state })
    expect(reply.status, state).toBe(200)
  }
}

const hourLater = () => moveShopTime(shop.db, 3700)

/** The counts `reached/left` of the states that anybody reached. */
const counts = (rows: { state: string; reached: number; left: number }[]) =>
  Object.fromEntries(
    rows
      .filter(({ reached }) => reached > 0)
      .map(({ state, reached, left }) => [state, `${reached}/${left}`]),
  )
const whole = async (filter?: FunnelFilter) => counts(await readWholeFunnel(shop.db, filter))
const ofEvent = async (event: string) => counts(await readFunnel(shop.db, { event }))

describe('the funnel', () => {
  it('counts the sales that reached each state, and where they were left [CALL-32, CONT-07]', async () => {
    const event = await offer(shop.db)
    const [browsing, reserving] = [
      await visitorWith(shop, event.entry(1)),
      await visitorWith(shop, event.entry(1)),
    ]
    await report(browsing, 'basket')
    await report(reserving, 'basket', 'reserve')
    await call(reserving, 'reserve_tickets')
    await report(reserving, 'login')
    await hourLater()
    expect(await whole()).toEqual({ determining: '2/0', basket: '2/1', reserve: '1/0', login: '1/1' })
  })

  it('counts a state once, and a sale as left where it was last', async () => {
    const visitor = await visitorWith(shop, (await offer(shop.db)).entry(1))
    await report(visitor, 'basket', 'reserve', 'basket', 'reserve', 'basket')
    await hourLater()
    expect(await whole()).toEqual({ determining: '1/0', basket: '1/1', reserve: '1/0' })
  })

  it('counts nobody as left within the hour', async () => {
    await report(await visitorWith(shop, (await offer(shop.db)).entry(1)), 'basket')
    expect(await whole()).toEqual({ determining: '1/0', basket: '1/0' })
  })

  it('counts a payment although the page is closed, and nobody as left at the end', async () => {
    const closed = await payer(shop)
    await pay(shop, closed.visitor)
    const completed = await payer(shop)
    await pay(shop, completed.visitor)
    await report(completed.visitor, 'deliver_tickets', 'order_completed')
    await hourLater()
    expect(await whole()).toEqual({
      determining: '2/0',
      basket: '2/0',
      deliver_tickets: '2/1',
      order_completed: '1/0',
    })
  })

  it('counts a sale of two events for both, and once for all', async () => {
    const [one, two] = [await offer(shop.db), await offer(shop.db)]
    await report(await visitorWith(shop, one.entry(1), two.entry(1)), 'basket')
    for (const { id } of [one, two]) expect(await ofEvent(id)).toEqual({ determining: '1/0', basket: '1/0' })
    expect(await whole()).toEqual({ determining: '1/0', basket: '1/0' })
    expect(await whole({ event: 'another' })).toEqual({})
  })

  it('groups by the London day on which a sale began, within the days asked for', async () => {
    const event = await offer(shop.db)
    const visitor = await visitorWith(shop, event.entry(1))
    await report(visitor, 'basket', 'reserve')
    // Half past midnight in London, and the day before in UTC.
    await shop.db
      .updateTable('step_log')
      .set({ at: sql`'2026-06-30 23:30Z'` })
      .execute()
    await report(await visitorWith(shop, event.entry(1)), 'basket')
    await shop.db
      .updateTable('step_log')
      .set({ at: sql`'2026-07-02 12:00Z'` })
      .where('at', '>', sql<Date>`'2026-07-03'`)
      .execute()
    const rows = await readFunnel(shop.db)
    expect(rows.map(({ day, state }) => [day, state])).toEqual(
      ['2026-07-01', '2026-07-02'].flatMap((day) => checkoutStates.map((state) => [day, state])),
    )
    const from = await readFunnel(shop.db, { from: '2026-07-02' })
    expect(new Set(from.map(({ day }) => day))).toEqual(new Set(['2026-07-02']))
    expect(await whole({ to: '2026-07-01' })).toEqual({ determining: '1/0', basket: '1/0', reserve: '1/1' })
    expect(await whole({ from: '2026-07-03' })).toEqual({})
  })

  it('does not count a step that the shop rejects', async () => {
    const { visitor } = await payer(shop)
    await call(visitor, 'update_basket_state', { state: 'order_completed' })
    expect(await whole()).toEqual({ determining: '1/0', basket: '1/0' })
  })

  it('outlives an unpaid basket, and ends after 400 days', async () => {
    await report(await visitorWith(shop, (await offer(shop.db)).entry(1)), 'basket')
    await moveShopTime(shop.db, 31 * 86_400)
    await deleteExpired(shop.db)
    expect(await whole()).toEqual({ determining: '1/0', basket: '1/1' })
    await moveShopTime(shop.db, 370 * 86_400)
    await deleteExpired(shop.db)
    expect(await whole()).toEqual({})
  })

  it('is written as a table and as comma-separated values', async () => {
    const inYears = new Date(Date.now() + 2000 * 86_400_000)
    const { id, entry } = await offer(shop.db, { date: { starts_at: inYears } })
    await report(await visitorWith(shop, entry(1)), 'basket')
    const rows = await readFunnel(shop.db)
    const lines = funnelCsv(rows).trimEnd().split('\r\n')
    expect(lines).toHaveLength(18)
    expect(lines[0]).toBe('event,day,state,reached,left')
    expect(lines[2]).toMatch(new RegExp(`^${id},\\d{4}-\\d\\d-\\d\\d,basket,1,0$`))
    const table = funnelTable(rows, await readWholeFunnel(shop.db))
    expect(table).toMatch(
      new RegExp(`^\\d{4}-\\d\\d-\\d\\d  ${id}\\nstate +reached +left\\ndetermining +1 +0\\nbasket +1 +0\\n`),
    )
    expect(table.split('\n')).toContain('All events and days')
  })

  it('quotes the id of an event that would break a row or run as a formula', () => {
    const row = { day: '2026-11-30', state: 'basket', reached: 2, left: 1 } as const
    const ids = ['supper, late', '=1+1']
    expect(funnelCsv(ids.map((event) => ({ event, ...row })))).toBe(
      `event,day,state,reached,left\r\n"supper, late",2026-11-30,basket,2,1\r\n'=1+1,2026-11-30,basket,2,1\r\n`,
    )
  })
})
