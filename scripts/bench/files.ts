import { sql } from 'kysely'

import { connect, type Database } from '#server/database/connect.ts'
import { migrate } from '#server/database/migrate.ts'
import { hashToken } from '#server/http/tokens.ts'
import { seed } from '#server/seeds/seed.ts'
import { startPostgres } from '#server/testing/postgres.ts'
import { Shop } from '#server/testing/running-shop.ts'

import { Client } from './client.ts'
import { addBaskets, addressOf, fill, headersOf, sessionKey, settle } from './fill.ts'

/**
 * `npm run bench -- files`: how long `/health` and readers of the checkout wait while six buyers download 100 tickets each at once, as
 * PDF, three times; one process on PostgreSQL, in about half a minute. `npm run bench -- files 12` has twelve.
 */
const port = Number(process.env.PORT ?? 5200)
const [buyers = 6] = process.argv.slice(3).flatMap((word) => Number(word) || [])
const tickets = 100
const rounds = 3
const readers = 8

/** Gives each buyer an order of a hundred tickets in each round, so that nothing is taken from the shop's memory. */
async function addOrders(db: Database): Promise<void> {
  await addBaskets(db, 'hot', 'buyer', buyers * rounds)
  await sql`update sales set paid_at = now(), total = 100000, order_reference = 'HEAP' || lpad(n.number::text, 4, '0')
    from (select id, row_number() over (order by id) as number from sales where session_id is not null) n
    where n.id = sales.id`.execute(db)
  await sql`insert into tickets (sale_id, ticket_type_id, copy, code, released_at)
    select id, 'hot-0', copy, order_reference || 'C' || copy, now()
    from sales cross join generate_series(1, ${tickets}::int) copy where session_id is not null`.execute(db)
  await addBaskets(db, 'wide', 'readers', readers)
}

/** The references of the orders of the buyers' sessions, in order. */
async function readReferences(db: Database): Promise<Map<string, string>> {
  const { rows } = await sql<{ token_hash: string; reference: string }>`
    select token_hash, order_reference as reference from sessions join sales on sales.id = sessions.sale_id
    where order_reference is not null`.execute(db)
  return new Map(rows.map(({ token_hash, reference }) => [token_hash, reference]))
}

/** Does something again and again until told to end; returns the milliseconds of each time. */
function repeat(work: () => Promise<void>, pauseMs: number): () => Promise<number[]> {
  let isOver = false
  const times: number[] = []
  const ended = (async () => {
    while (!isOver) {
      const begun = performance.now()
      await work()
      times.push(performance.now() - begun)
      await new Promise((resolve) => setTimeout(resolve, pauseMs))
    }
  })()
  return async () => {
    isOver = true
    await ended
    return times
  }
}

function rowOf(times: number[]) {
  const sorted = times.toSorted((a, b) => a - b)
  const at = (share: number) => Math.round(sorted[Math.floor((sorted.length - 1) * share)] ?? 0)
  return { count: times.length, 'median ms': at(0.5), 'p99 ms': at(0.99), 'longest ms': at(1) }
}

async function get(client: Client, path: string, headers: string[] = []): Promise<void> {
  const { status, text } = await client.send('GET', path, headers)
  if (status !== 200) throw new Error(`${path} answered ${status}: ${text.slice(0, 200)}`)
}

const { databaseUrl, stop } = await startPostgres(undefined, { isDurable: true })
const { db, close } = await connect({ databaseUrl, dataDir: '', onConnectionLost: () => {} })
await migrate(db)
await seed(db)
await fill(db, 1000, 1)
await addOrders(db)
await settle(db)
const shop = new Shop(port, {
  SESSION_KEY: sessionKey,
  CODE_PEPPER: 'the code pepper of the bench, not secret',
  TRUSTED_PROXIES: '1',
  DATABASE_URL: databaseUrl,
})
try {
  await shop.start()
  const references = await readReferences(db)
  const rows: Record<string, ReturnType<typeof rowOf>> = {}
  for (let round = 0; round <= rounds; round++) {
    const probe = new Client(shop.url)
    const clients = Array.from({ length: readers }, () => new Client(shop.url))
    const health = repeat(() => get(probe, '/health'), 20)
    const reading = clients.map((client, i) =>
      repeat(() => get(client, '/ajax/checkout/checkout/get/', headersOf('readers', i)), 20),
    )
    const name = round === 0 ? 'alone' : `beside ${buyers} PDFs, round ${round}`
    if (round === 0) await new Promise((resolve) => setTimeout(resolve, 2_000))
    else rows[`PDFs, round ${round}`] = rowOf(await download(references, (round - 1) * buyers))
    rows[`/health ${name}`] = rowOf(await health())
    rows[`readers ${name}`] = rowOf((await Promise.all(reading.map((end) => end()))).flat())
    for (const client of [probe, ...clients]) client.close()
  }
  console.table(rows)
} finally {
  await shop.stop()
  await close()
  await stop()
}

/** Buyers download their tickets at once; returns the milliseconds of each download. */
function download(references: Map<string, string>, from: number): Promise<number[]> {
  return Promise.all(
    Array.from({ length: buyers }, async (_, i) => {
      const client = new Client(shop.url)
      const headers = headersOf('buyer', from + i)
      const reference = references.get(hashToken(tokenOf(headers)))
      const begun = performance.now()
      await get(client, `/account/orders/${reference}/tickets.pdf`, [addressOf(i), ...headers])
      client.close()
      return performance.now() - begun
    }),
  )
}

/** The session token in the header lines of `headersOf`. */
function tokenOf([cookie = '']: string[]): string {
  return /__Host-session=([^;]*)/.exec(cookie)?.[1] ?? ''
}
