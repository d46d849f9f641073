import { connect, type Database } from '#server/database/connect.ts'
import { migrate } from '#server/database/migrate.ts'
import { defaultLimits } from '#server/database/postgres-pool.ts'
import { seed } from '#server/seeds/seed.ts'
import { startPostgres } from '#server/testing/postgres.ts'
import { Shop } from '#server/testing/running-shop.ts'

import { Client } from './client.ts'
import { addBaskets, addressOf, fill, headersOf, sessionKey, settle } from './fill.ts'
import { orderAsGuest, type Timed } from './order.ts'

/**
 * `npm run bench -- on-sale`: how long buyers wait who all reserve one ticket at once, alone and while visitors edit baskets of
 * other events, and then as part of whole purchases; on PostgreSQL and PGlite, one process, in about a minute and a half.
 * `npm run bench -- on-sale 200 80 postgres` has 200 buyers, 80 visitors, and PostgreSQL only.
 */
const port = Number(process.env.PORT ?? 5200)
const asked = process.argv.slice(3)
const [buyers = 200, ...visitors] = asked.flatMap((word) => Number(word) || [])
const editors = visitors.length > 0 ? [0, ...visitors] : [0, 40, 80]
const rounds = 3
const calls = '/ajax/checkout/checkout'
const settings = {
  SESSION_KEY: sessionKey,
  CODE_PEPPER: 'the code pepper of the bench, not secret',
  TRUSTED_PROXIES: '1',
}

async function prepare(db: Database): Promise<void> {
  await migrate(db)
  await seed(db)
  await fill(db, 1000, 1)
  for (const count of editors)
    for (let round = 0; round < rounds; round++)
      await addBaskets(db, 'hot', `buyers-${count}-${round}`, buyers)
  await addBaskets(db, 'wide', 'editors', Math.max(...editors))
  await settle(db)
}

async function measureOn(name: string, shop: Shop, purchases: number): Promise<void> {
  const rows: Record<string, Row> = {}
  await shop.start()
  try {
    await orderAsGuest(new Client(shop.url), 'warm', 0)
    for (const count of editors)
      for (let round = 0; round < rounds; round++) {
        const editing = edit(shop.url, count)
        await pause(count > 0 ? 500 : 0)
        const replies = await reserveAtOnce(shop.url, `buyers-${count}-${round}`)
        const edits = await editing()
        rows[`reserve beside ${count} editors, round ${round + 1}`] = rowOf(replies)
        if (count > 0) rows[`  edits of ${count}, round ${round + 1}`] = rowOf(edits)
      }
    for (const [call, replies] of await purchaseAtOnce(shop.url, purchases))
      rows[`${purchases} purchases: ${call}`] = rowOf(replies)
  } finally {
    await shop.stop()
  }
  console.log(`\n${name}: ${buyers} buyers at once`)
  console.table(rows)
}

/** Visitors change the quantity in their baskets without a pause, until the returned function is called. */
function edit(url: string, count: number): () => Promise<Timed[]> {
  let isOver = false
  const replies: Timed[] = []
  const ended = Promise.all(
    Array.from({ length: count }, async (_, i) => {
      const client = new Client(url)
      const ticket = `wide-${(i + 1) % 100}`
      for (let quantity = 1; !isOver; quantity = 3 - quantity)
        replies.push(
          await ask(
            client,
            'update_ticket_quantity',
            'editors',
            i,
            `ticket_id=${ticket}&quantity=${quantity}`,
          ),
        )
      client.close()
    }),
  )
  return async () => {
    isOver = true
    await ended
    return replies
  }
}

function reserveAtOnce(url: string, run: string): Promise<Timed[]> {
  return Promise.all(
    Array.from({ length: buyers }, async (_, i) => {
      const client = new Client(url)
      const reply = await ask(client, 'reserve_tickets', run, i)
      client.close()
      return reply
    }),
  )
}

/** Whole purchases, begun at once; the replies of the calls that matter to those who wait for tickets. */
async function purchaseAtOnce(url: string, count: number): Promise<Map<string, Timed[]>> {
  const replies = new Map<string, Timed[]>()
  await Promise.all(
    Array.from({ length: count }, async (_, i) => {
      const client = new Client(url)
      await orderAsGuest(client, 'purchase', i, {
        answered: (path, reply) => {
          const call = path.split('?')[0]!.split('/').filter(Boolean).at(-1)!
          replies.set(call, [...(replies.get(call) ?? []), reply])
        },
      })
      client.close()
    }),
  )
  return replies
}

async function ask(client: Client, call: string, run: string, index: number, body = ''): Promise<Timed> {
  const sent = performance.now()
  const headers = [addressOf(index), ...headersOf(run, index)]
  const { status } = await client.send('POST', `${calls}/${call}/`, headers, body)
  return { milliseconds: performance.now() - sent, status }
}

interface Row {
  count: number
  refused: number
  'median ms': number
  'p99 ms': number
  'longest ms': number
}

function rowOf(replies: Timed[]): Row {
  const sorted = replies.map(({ milliseconds }) => milliseconds).toSorted((a, b) => a - b)
  const at = (share: number) => Math.round(sorted[Math.floor((sorted.length - 1) * share)] ?? 0)
  return {
    count: replies.length,
    refused: replies.filter(({ status }) => status !== 200).length,
    'median ms': at(0.5),
    'p99 ms': at(0.99),
    'longest ms': at(1),
  }
}

const pause = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds))

if (!asked.includes('pglite')) {
  const { databaseUrl, stop } = await startPostgres(undefined, { isDurable: true })
  const databaseLimits = { ...defaultLimits, statementSeconds: 0, idleSeconds: 0 }
  const { db, close } = await connect({
    databaseUrl,
    dataDir: '',
    onConnectionLost: () => {},
    databaseLimits,
  })
  try {
    await prepare(db)
    await measureOn('PostgreSQL', new Shop(port, { ...settings, DATABASE_URL: databaseUrl }), buyers)
  } finally {
    await close()
    await stop()
  }
}
if (!asked.includes('postgres')) {
  const shop = new Shop(port, settings)
  const { db, close } = await connect({ dataDir: shop.dataDir, onConnectionLost: () => {} })
  await prepare(db)
  await close()
  // More payments at once would be told that theirs are pending, after eight seconds.
  await measureOn('PGlite', shop, Math.min(buyers, 50))
}
