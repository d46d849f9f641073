import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'

import { moveShopTime } from '#server/database/shop-time.ts'
import { startJobs } from '#server/jobs/run-jobs.ts'
import { shopJobs } from '#server/jobs/shop-jobs.ts'
import { connectProviders } from '#server/providers/connect-providers.ts'
import type { Reply } from '#sandbox/visitor.ts'
import { codeFor, userCall } from '#server/testing/buyers.ts'
import { call, checkoutOf, offer, visitorWith } from '#server/testing/offers.ts'
import { pay } from '#server/testing/payers.ts'
import { startReportSink } from '#server/testing/report-sink.ts'
import { standsAlone } from '#server/testing/stands-alone.ts'
import { createTestShop, type TestShop } from '#server/testing/test-shop.ts'

let sink: Awaited<ReturnType<typeof startReportSink>>
let shop: TestShop
beforeAll(async () => {
  sink = await startReportSink()
  shop = await createTestShop({ sentryDsn: sink.dsn })
  await makeTablesSpill()
})
afterAll(async () => {
  await shop.close()
  await sink.close()
})

/** Stands in the provider's message as "ending 4242". */
const last4 = '4242'

const canaries = {
  email: 'canary.featherstone@example.com',
  firstName: 'Canaria',
  lastName: 'Featherstone',
  phone: '07700 900777',
  address: '7 Canary Wharf Lane',
  postcode: 'CA7 1RY',
  answer: 'an answer about canaries',
  voucher: 'for my dear canary',
  message: 'The canary did not sing',
  query: 'canary-in-the-query',
}

/** Tables whose every row passes through a purchase. The session's own would fail each call before its route. */
const spilling = [
  'sales',
  'one_time_codes',
  'users',
  'answers',
  'feedback',
  'payment_attempts',
  'tickets',
  'outbox',
]

/** Lets each table quote the row in an error, as a violated constraint does. */
async function makeTablesSpill() {
  await sql`create function spill() returns trigger as $$
    begin raise exception 'spilled %', new using detail = new::text; end $$ language plpgsql`.execute(shop.db)
  for (const table of spilling)
    await sql
      .raw(`create trigger spill before insert or update on ${table} for each row execute function spill()`)
      .execute(shop.db)
  await spill('disable')
}

async function spill(change: 'enable' | 'disable') {
  for (const table of spilling) await sql.raw(`alter table ${table} ${change} trigger spill`).execute(shop.db)
}

const references: string[] = []

/** Makes a call that fails while the tables spill, then once more without. */
async function failFirst(work: () => Promise<Reply>) {
  await spill('enable')
  const failed = await work()
  await spill('disable')
  expect(failed.status, failed.text).toBe(500)
  references.push(failed.json.reference)
  const reply = await work()
  expect(reply.status, reply.text).toBe(200)
}

/** Waits until the sink has this many reports; the client sends them by itself. */
const received = (count: number) => vi.waitUntil(() => sink.envelopes.length >= count, { timeout: 10_000 })

describe('a purchase whose calls fail', () => {
  it('is reported and logged by route, request id and job, and with nothing personal [S39, S9, L10]', async () => {
    const { email, phone, address, answer, message, query, voucher, postcode } = canaries
    const name = `${canaries.firstName} ${canaries.lastName}`
    const event = await offer(shop.db)
    await shop.db
      .insertInto('questions')
      .values({
        id: 'canary',
        event_id: event.id,
        ticket_type_id: null,
        before_or_after: 'before',
        question: '?',
        type: 'text',
        once_per_checkout: true,
      })
      .execute()
    const visitor = await visitorWith(shop, event.entry(1))
    await failFirst(() => call(visitor, 'reserve_tickets'))
    await failFirst(() => userCall(visitor, 'send_one_time_code', { email }))
    const code = await codeFor(shop, email)
    await failFirst(() => userCall(visitor, 'check_one_time_code', { email, code }))
    await failFirst(() => call(visitor, 'save_guest_to_sale', { email, fullname: name }))
    await failFirst(() =>
      call(visitor, 'set_delivery_address', {
        address: {
          selected_user_address_id: 'new',
          first_name: canaries.firstName,
          last_name: canaries.lastName,
          address_1: address,
          address_2: '',
          town: 'Town',
          postcode,
          country: '1',
          state: '',
        },
        gift_voucher_from: voucher,
        gift_voucher_to: voucher,
        contact_number: phone,
      }),
    )
    await failFirst(() =>
      call(visitor, 'save_question_answers', {
        before_or_after: 'before',
        answers: { basket_canary: answer },
      }),
    )
    await failFirst(() =>
      visitor.post(`/ajax/checkout/checkout/update_basket_state/?email=${query}`, { state: 'payment' }),
    )

    shop.answer = async () => Promise.reject(new Error(`${email} has no money on the card ending ${last4}`))
    const attempt = 'canary-attempt'
    const unavailable = await pay(shop, visitor, { attempt })
    expect(unavailable.status).toBe(503)
    shop.answer = null
    expect((await pay(shop, visitor, { attempt })).json.status).toBe('success')
    await failFirst(() => call(visitor, 'deliver_to_bitticket'))
    await failFirst(() => call(visitor, 'send_customer_feedback', { message }))

    const jobs = shopJobs({
      ...shop,
      sendMail: ({ to }) => Promise.reject(new Error(`550 no such mailbox ${to}`)),
      sendSms: () => Promise.resolve(),
      providers: connectProviders(shop),
    })
    await moveShopTime(shop.db, 61)
    await spill('enable')
    const stop = startJobs(
      jobs.filter(({ name }) => ['send mail', 'deliver paid orders'].includes(name)),
      shop.log,
    )
    await stop()
    await spill('disable')

    const failures = shop.logged.filter(({ error }) => error !== undefined)
    await received(failures.length)
    expect(failures.map(({ event, kind }) => [event, kind].filter(Boolean).join(' '))).toEqual([
      ...Array.from({ length: 7 }, () => 'failed'),
      'unavailable',
      'failed',
      'failed',
      'job failed send mail',
      'order not delivered',
    ])

    const reports = sink.reports()
    expect(reports.map(({ tags }) => tags?.reference).filter(Boolean)).toEqual([
      ...references.slice(0, 7),
      unavailable.headers.get('X-Request-Id'),
      ...references.slice(7),
    ])
    expect(reports.map(({ transaction }) => transaction)).toEqual([
      ...failures.slice(0, 10).map(({ method, path }) => `${method} ${path}`),
      'send mail',
      'order not delivered',
    ])
    expect(reports[6]?.transaction).toBe('POST /ajax/checkout/checkout/update_basket_state/')

    const everything = [...sink.envelopes, JSON.stringify(shop.logged)].join('\n')
    const secrets = {
      ...canaries,
      ...Object.fromEntries(visitor.cookies),
      reference: (await checkoutOf(visitor)).sale_reference,
    }
    for (const [what, text] of Object.entries(secrets)) expect(everything.includes(text), what).toBe(false)
    for (const digits of [last4, code]) expect(everything).not.toMatch(standsAlone(digits))
    expect(everything).not.toMatch(/spilled|mailbox|no money|select |insert |[\w.]+@[\w.]+\.\w/i)
  })
})

describe('a report', () => {
  it('names the places in the shop’s code without its folder [S39]', async () => {
    await received(1)
    const [report] = sink.reports()
    const frames = report?.exception?.values.at(-1)?.stacktrace?.frames ?? []
    expect(frames.map(({ filename }) => filename)).toContain('server/reservation/decide-reservations.ts')
    expect(sink.envelopes.join()).not.toContain(process.cwd())
  })

  it('belongs to the trace of the page that called [MONI-11]', async () => {
    const visitor = await visitorWith(shop, (await offer(shop.db)).entry(1))
    await spill('enable')
    const { json } = await visitor.post(
      '/ajax/checkout/checkout/reserve_tickets/',
      {},
      {
        'Sec-Fetch-Site': 'same-origin',
        'sentry-trace': `${'a'.repeat(32)}-${'b'.repeat(16)}-1`,
        baggage: `sentry-trace_id=${'a'.repeat(32)},sentry-transaction=${canaries.query}`,
      },
    )
    await spill('disable')
    const report = await vi.waitUntil(() =>
      sink.reports().find(({ tags }) => tags?.reference === json.reference),
    )
    expect(report.contexts?.trace).toMatchObject({
      trace_id: 'a'.repeat(32),
      parent_span_id: 'b'.repeat(16),
    })
    expect(sink.envelopes.join()).not.toContain(canaries.query)
  })

  it('is not made of what the shop expects: declined cards, wrong codes, unknown paths', async () => {
    const before = shop.logged.length
    const visitor = await visitorWith(shop, (await offer(shop.db)).entry(1))
    await call(visitor, 'reserve_tickets')
    expect(
      (await userCall(visitor, 'check_one_time_code', { email: canaries.email, code: '1' })).status,
    ).toBe(422)
    expect((await visitor.get('/nothing/')).status).toBe(404)
    expect(shop.logged.slice(before)).toEqual([])
  })
})

it('loads nothing of the reporting service without a DSN', async () => {
  const { reportErrors } = await import('./error-reports.ts')
  vi.doMock('@sentry/node', () => {
    throw new Error('loaded')
  })
  const log = () => {}
  expect((await reportErrors({ mode: 'sandbox' }, log)).log).toBe(log)
  await expect(reportErrors({ mode: 'sandbox', sentryDsn: sink.dsn }, log)).rejects.toThrow()
  vi.doUnmock('@sentry/node')
})
