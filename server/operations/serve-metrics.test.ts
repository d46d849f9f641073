import { randomUUID } from 'node:crypto'

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import { connect } from '#server/database/connect.ts'
import { startJobs } from '#server/jobs/run-jobs.ts'
import { raiseAlarm } from '#server/monitoring/alarms.ts'
import { registry } from '#server/monitoring/metrics.ts'
import { queueMail } from '#server/outbox/queue.ts'
import { call, offer, visitorWith } from '#server/testing/offers.ts'
import { parseOpenMetrics, type Sample } from '#server/testing/parse-openmetrics.ts'
import { cards, pay, payBySquare, payer, squarePayer } from '#server/testing/payers.ts'
import { createTestShop, type TestShop } from '#server/testing/test-shop.ts'

import { metricsApp } from './serve-metrics.ts'

let shop: TestShop
let app: ReturnType<typeof metricsApp>
beforeAll(async () => {
  shop = await createTestShop()
  app = metricsApp({ db: shop.db })
})
beforeEach(() => registry.resetMetrics())
afterAll(() => shop.close())

async function scrape(from = app): Promise<Sample[]> {
  const reply = await from.request('/metrics')
  expect(reply.status).toBe(200)
  return parseOpenMetrics(await reply.text())
}

/** The values of a metric by its labels, without those that are 0. */
async function valuesOf(name: string, from = app): Promise<Record<string, number>> {
  const samples = (await scrape(from)).filter((sample) => sample.name === name && sample.value !== 0)
  return Object.fromEntries(
    samples.map(({ labels, value }) => [
      Object.entries(labels)
        .toSorted()
        .map((pair) => pair.join('='))
        .join(' '),
      value,
    ]),
  )
}

const get = (path: string, init = {}) => shop.app.request(`http://shop.test${path}`, init)

describe('/metrics', () => {
  it('says that it is OpenMetrics, and is what a scraper parses [S39]', async () => {
    const reply = await app.request('/metrics')
    expect(reply.headers.get('content-type')).toBe(
      'application/openmetrics-text; version=1.0.0; charset=utf-8',
    )
    const names = parseOpenMetrics(await reply.text()).map(({ name }) => name)
    expect(names).toContain('nodejs_eventloop_lag_p99_seconds')
    expect(names).toContain('process_resident_memory_bytes')
    // Metrics are changed by a scrape if the library renames its counters.
    expect((await scrape()).map(({ name }) => name)).toContain('nodejs_eventloop_lag_p99_seconds')
  })

  it('is not at the address of the shop itself', async () => {
    expect((await get('/metrics')).status).toBe(404)
  })

  it('counts requests by route pattern, method and status, and times them', async () => {
    const { id } = await offer(shop.db)
    for (const path of [`/events/${id}/`, `/events/${id}/?code=secret`, '/events/none/']) await get(path)
    await get(`/events/${id}/`, { method: 'HEAD' })
    await get('/ajax/checkout/checkout/reserve_tickets/', { method: 'POST' })
    expect(await valuesOf('http_request_duration_seconds_count')).toEqual({
      'method=GET route=/events/:slug/ status=200': 2,
      'method=GET route=/events/:slug/ status=404': 1,
      'method=HEAD route=/events/:slug/ status=200': 1,
      'method=POST route=/ajax/checkout/checkout/reserve_tickets/ status=403': 1,
    })
    const sums = Object.values(await valuesOf('http_request_duration_seconds_sum'))
    expect(sums).toHaveLength(4)
    for (const seconds of sums) expect(seconds).toBeLessThan(30)
  })

  it('counts all unknown paths and methods under one label', async () => {
    for (let n = 0; n < 30; n++) await get(`/${randomUUID()}/${n}/`)
    for (const method of ['PROPFIND', 'LOCK', 'BREW']) await get('/nothing/here/', { method })
    expect(await valuesOf('http_request_duration_seconds_count')).toEqual({
      'method=GET route=unknown status=404': 30,
      'method=other route=unknown status=403': 3,
    })
  })

  it('counts a failed request under its route', async () => {
    const visitor = await visitorWith(shop, (await offer(shop.db)).entry(1))
    registry.resetMetrics()
    await shop.db.schema.alterTable('sale_codes').renameTo('gone').execute()
    await visitor.get('/ajax/checkout/checkout/get/')
    await shop.db.schema.alterTable('gone').renameTo('sale_codes').execute()
    expect(await valuesOf('http_request_duration_seconds_count')).toEqual({
      'method=GET route=/ajax/checkout/checkout/get/ status=500': 1,
    })
  })

  it('counts the runs of jobs by outcome', async () => {
    let runs = 0
    const fail = async () => {
      runs++
      throw new Error('broken')
    }
    await startJobs([{ name: 'send mail', everySeconds: 60, run: fail }], () => {})()
    await startJobs([{ name: 'send mail', everySeconds: 60, run: async () => {} }], () => {})()
    expect(runs).toBe(1)
    expect(await valuesOf('foyer_job_duration_seconds_count')).toEqual({
      'job=send mail outcome=done': 1,
      'job=send mail outcome=failed': 1,
    })
  })

  it('counts the outcomes of payments by provider, each once however often it is reported', async () => {
    const one = await payer(shop)
    await pay(shop, one.visitor, { number: cards.declined })
    await pay(shop, one.visitor, { attempt: 'second' })
    await pay(shop, one.visitor, { attempt: 'second' })
    await payBySquare(shop, (await squarePayer(shop)).visitor)
    const { visitor: free } = await payer(shop, { tickets: { adult: { price: 0 } } })
    expect((await call(free, 'claim_free_tickets')).status).toBe(200)
    await call(free, 'claim_free_tickets')
    expect(await valuesOf('foyer_payments_total')).toEqual({
      'method=card outcome=failed provider=stripe': 1,
      'method=card outcome=succeeded provider=stripe': 1,
      'method=card outcome=succeeded provider=square': 1,
      'method=free outcome=succeeded provider=free': 1,
    })
  })

  it('has the holds, waiting messages and open alarms of the shop', async () => {
    await shop.db.deleteFrom('outbox').execute()
    const holds = async () => (await valuesOf('foyer_holds'))[''] ?? 0
    const before = await holds()
    await payer(shop)
    expect(await holds()).toBe(before + 1)
    const mail = { to: 'ada@example.com', subject: 'Hello', content: ['Words'] }
    await queueMail(shop.db, { ...mail, key: 'now' })
    await queueMail(shop.db, { ...mail, key: 'later', dueAt: new Date(Date.now() + 86_400_000) })
    expect(await valuesOf('foyer_outbox_waiting')).toEqual({ 'kind=mail': 1 })
    const alarm = {
      kind: 'refund_failed',
      provider: 'stripe',
      saleId: null,
      attemptId: null,
      details: {},
    } as const
    await raiseAlarm(shop.db, { ...alarm, about: 'one' })
    await raiseAlarm(shop.db, { ...alarm, about: 'two' })
    expect(await valuesOf('foyer_alarms_open')).toEqual({ 'kind=refund_failed': 2 })
    await shop.db.updateTable('alarms').set({ resolved_at: new Date() }).execute()
    expect(await valuesOf('foyer_alarms_open')).toEqual({})
  })

  it('has the connections of the pool', async () => {
    const pooled = metricsApp({ db: shop.db, pool: () => ({ open: 10, idle: 3, waiting: 4 }) })
    expect(await valuesOf('foyer_database_connections', pooled)).toEqual({ 'state=busy': 7, 'state=idle': 3 })
    expect(await valuesOf('foyer_database_waiting', pooled)).toEqual({ '': 4 })
  })

  it('still has the metrics of the process if the database is down', async () => {
    const onConnectionLost = () => {}
    const { db, pool, close } = await connect({
      databaseUrl: 'postgres://127.0.0.1:1/none',
      dataDir: '',
      onConnectionLost,
    })
    const samples = await scrape(metricsApp({ db, pool }))
    await close()
    expect(samples).toContainEqual({ name: 'foyer_database_up', labels: {}, value: 0 })
    expect(samples.map(({ name }) => name)).toContain('process_resident_memory_bytes')
    expect(samples.map(({ name }) => name)).not.toContain('foyer_holds')
    expect(await valuesOf('foyer_database_up')).toEqual({ '': 1 })
  })
})
