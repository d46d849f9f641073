import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import type { Server } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { serve } from '@hono/node-server'
import pg from 'pg'

import { createSandbox } from '#sandbox/sandbox.ts'
import { createApp } from '#server/app.ts'
import { readConfig } from '#server/config.ts'
import { connect } from '#server/database/connect.ts'
import { migrate } from '#server/database/migrate.ts'
import { seed } from '#server/seeds/seed.ts'
import { startPostgres } from '#server/testing/postgres.ts'

import { Client, type Answer } from './client.ts'
import { addBaskets, addressOf, fill, headersOf, sessionKey, settle } from './fill.ts'
import { orderAsGuest } from './order.ts'

/**
 * `npm run bench -- profile`: lists the calls of a whole order of a guest with their statements, which are as many round trips
 * to PostgreSQL, and their milliseconds: the median of many orders, one after another. `npm run bench -- profile pay_with_card`
 * lists the statements of one call.
 */
const port = Number(process.env.PORT ?? 5190)
const warmUp = 30
/** Simultaneous reservations. */
const together = 16
const counted = 40

interface Statement {
  text: string
  milliseconds: number
}

interface Call {
  name: string
  milliseconds: number
  statements: Statement[]
}

const [, , , asked] = process.argv
const sent: Statement[] = []

async function profile(): Promise<void> {
  const { databaseUrl, stop } = await startPostgres(undefined, { isDurable: true })
  const dataDir = mkdtempSync(join(tmpdir(), 'foyer-profile-'))
  const { db, close } = await connect({ databaseUrl, dataDir, onConnectionLost: () => {} })
  try {
    await migrate(db)
    await seed(db)
    await fill(db, 1000, 200)
    await settle(db)
    const config = readConfig({
      PORT: String(port),
      DATA_DIR: dataDir,
      DATABASE_URL: databaseUrl,
      SESSION_KEY: sessionKey,
      CODE_PEPPER: 'the code pepper of the bench, not secret',
      TRUSTED_PROXIES: '1',
    })
    const sandbox = createSandbox(db)
    const app = createApp({ db, config, log: (fields) => console.error(fields), sandbox })
    const server = serve({ fetch: app.fetch, hostname: '127.0.0.1', port }) as Server
    await once(server, 'listening')
    await addBaskets(db, 'wide', 'profile', (warmUp + counted) * together)
    await settle(db)
    const batches: Call[] = []
    for (let i = 0; i < warmUp + counted; i++) batches.push(await reserveTogether(i * together))
    printBatch(batches.slice(warmUp))
    const orders: Call[][] = []
    for (let i = 0; i < warmUp + counted; i++) orders.push(await profileOrder(i))
    print(orders.slice(warmUp))
    server.closeAllConnections()
    server.close()
  } finally {
    await close()
    await stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

/** Notes every statement of every connection, with those that begin and end transactions. */
function countStatements(): void {
  const { prototype } = pg.Client as unknown as { prototype: { query: (...args: unknown[]) => unknown } }
  const { query } = prototype
  prototype.query = function (this: unknown, ...args: unknown[]) {
    const [first] = args
    const text = typeof first === 'string' ? first : (first as { text: string }).text
    const statement = { text, milliseconds: 0 }
    sent.push(statement)
    const begun = performance.now()
    const answer = query.apply(this, args)
    if (answer instanceof Promise) {
      const end = () => (statement.milliseconds = performance.now() - begun)
      answer.then(end, end)
    }
    return answer
  }
}

/** A client that notes its calls. */
class NotingClient extends Client {
  readonly calls: Call[] = []

  override async send(method: string, path: string, headers?: string[], body?: string): Promise<Answer> {
    const before = sent.length
    const begun = performance.now()
    const answer = await super.send(method, path, headers, body)
    const milliseconds = performance.now() - begun
    // What is done after the reply belongs to the call too.
    await new Promise((resolve) => setTimeout(resolve, 5))
    const [name = path] = path.split('?')[0]!.split('/').filter(Boolean).slice(-1)
    this.calls.push({ name, milliseconds, statements: sent.slice(before) })
    return answer
  }
}

async function profileOrder(index: number): Promise<Call[]> {
  const client = new NotingClient(`http://127.0.0.1:${port}`)
  await orderAsGuest(client, 'profile', index)
  client.close()
  // The sandbox's own: reading the code, and the buyer's card.
  return client.calls.filter(({ name }) => !['code', 'payment_methods'].includes(name))
}

/** Reserves baskets with tickets of different dates at the same moment. */
async function reserveTogether(start: number): Promise<Call> {
  const clients = Array.from({ length: together }, () => new Client(`http://127.0.0.1:${port}`))
  await Promise.all(clients.map((client) => client.send('GET', '/health')))
  const before = sent.length
  const begun = performance.now()
  const answers = await Promise.all(
    clients.map((client, i) =>
      client.send('POST', '/ajax/checkout/checkout/reserve_tickets/', [
        addressOf(start + i),
        ...headersOf('profile', start + i),
      ]),
    ),
  )
  const milliseconds = performance.now() - begun
  const wrong = answers.find(({ text }) => !text.includes('"reserved":true'))
  if (wrong) throw new Error(wrong.text)
  await new Promise((resolve) => setTimeout(resolve, 5))
  for (const client of clients) client.close()
  return { name: 'reserve_tickets', milliseconds, statements: sent.slice(before) }
}

function printBatch(batches: Call[]): void {
  const times = Map.groupBy(
    batches.flatMap(({ statements }) => statements),
    ({ text }) => text,
  )
  const count = batches.reduce((all, { statements }) => all + statements.length, 0) / batches.length
  console.log(`${together} reservations at once: ${count.toFixed(1)} statements,`)
  console.log(`${median(batches.map(({ milliseconds }) => milliseconds)).toFixed(1)} ms; each statement:`)
  for (const [text, statements] of times) {
    const each = median(statements.map(({ milliseconds }) => milliseconds)).toFixed(2)
    const least = Math.min(...statements.map(({ milliseconds }) => milliseconds)).toFixed(2)
    const share = (statements.length / batches.length).toFixed(1)
    console.log(
      `  ${share} × ${each} ms (least ${least})  ${text.replaceAll(/\s+/g, ' ').trim().slice(0, 110)}`,
    )
  }
}

function print(orders: Call[][]): void {
  const [first = []] = orders
  const ofCall = (at: number, of: (call: Call) => number) => median(orders.map((calls) => of(calls[at]!)))
  const rows = first.map(({ name }, at) => ({
    call: name,
    statements: ofCall(at, ({ statements }) => statements.length),
    'ms in the database': ofCall(at, ({ statements }) => sum(statements)),
    ms: ofCall(at, ({ milliseconds }) => milliseconds),
  }))
  const total = (of: (row: (typeof rows)[number]) => number) => rows.reduce((all, row) => all + of(row), 0)
  const all = {
    call: 'whole order',
    statements: total((row) => row.statements),
    'ms in the database': total((row) => row['ms in the database']),
    ms: total((row) => row.ms),
  }
  console.table(
    [...rows, all].map((row) => ({
      ...row,
      'ms in the database': Number(row['ms in the database'].toFixed(1)),
      ms: Number(row.ms.toFixed(1)),
    })),
  )
  const last = orders.at(-1) ?? []
  for (const { name, statements } of last.filter((call) => asked === 'all' || call.name === asked)) {
    console.log(`\n${name}`)
    for (const { text, milliseconds } of statements)
      console.log(`  ${milliseconds.toFixed(2)}  ${text.replaceAll(/\s+/g, ' ').trim().slice(0, 200)}`)
  }
}

const sum = (statements: Statement[]) => statements.reduce((all, { milliseconds }) => all + milliseconds, 0)

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
}

countStatements()
await profile()
