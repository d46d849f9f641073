import { Agent, request } from 'node:http'

import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'

import { visit } from '#sandbox/visitor.ts'
import { call, offer } from '#server/testing/offers.ts'
import type { Shop } from '#server/testing/running-shop.ts'
import { startShopProcesses, type ShopProcesses } from '#server/testing/shop-processes.ts'

import { readinessRoutes } from './readiness.ts'

// The test starts processes, which takes seconds.
vi.setConfig({ testTimeout: 120_000 })

let world: ShopProcesses
let shop: Shop
beforeAll(async () => {
  world = await startShopProcesses(1)
  shop = world.processes[0]!.shop
})
afterAll(() => world?.stop())

interface Answer {
  status: number
  length: number
  connection: string | undefined
}

/** Sends a request on a kept connection; rejects if it is broken, or if the reply is incomplete. */
function ask(path: string, agent: Agent): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const sent = request(shop.url + path, { agent, headers: { Accept: 'text/html' } }, (reply) => {
      let length = 0
      reply.on('data', (chunk: Buffer) => (length += chunk.length))
      reply.on('error', reject)
      reply.on('end', () =>
        resolve({ status: reply.statusCode ?? 0, length, connection: reply.headers.connection }),
      )
    })
    sent.on('error', reject)
    sent.end()
  })
}

/** A client that sends one request after the other until the shop closes its connection; returns how many it sent. */
async function keepAsking(path: string, answered: (answer: Answer) => void): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  for (let sent = 1; ; sent++) {
    const answer = await ask(path, agent)
    answered(answer)
    if (answer.connection === 'close') return sent
  }
}

it('keeps an unused connection open for longer than the minute of usual proxies [C13]', async () => {
  const reply = await fetch(`${world.processes[0]!.shop.url}/health`)
  expect(reply.headers.get('keep-alive')).toBe('timeout=75')
})

it('breaks no connection and no reply when it is stopped under load, and ends by itself [C13]', async () => {
  const { app, config } = world.processes[0]!
  const event = await offer(world.worker.db)
  const visitor = await visit(app, config.origin)
  await visitor.post('/do/checkout/add/', { ticket: [event.entry(2)] })

  const idle = new Agent({ keepAlive: true })
  const idleEnded = Promise.withResolvers<boolean>()
  await ask('/health', idle)
  const [socket] = Object.values(idle.freeSockets).flat()
  socket!.once('close', idleEnded.resolve)

  const answers: Answer[] = []
  const clients = Array.from({ length: 20 }, (_, i) =>
    keepAsking(['/all-events/', '/health', '/ready'][i % 3]!, (answer) => void answers.push(answer)),
  )
  await vi.waitFor(() => expect(answers.length).toBeGreaterThan(60), 20_000)

  // A buyer reserves, and waits for somebody else while the shop is stopped.
  let reserving: ReturnType<typeof call> | undefined
  let stopped: Promise<void> | undefined
  await world.worker.db.transaction().execute(async (trx) => {
    await sql`select from pools where id = ${event.id} for update`.execute(trx)
    reserving = call(visitor, 'reserve_tickets')
    await vi.waitFor(async () => {
      const { rows } = await sql`select from pg_stat_activity where wait_event_type = 'Lock'`.execute(trx)
      expect(rows).toHaveLength(1)
    }, 5_000)
    stopped = shop.stop()
    for (const sent of await Promise.all(clients)) expect(sent).toBeGreaterThan(0)
  })
  expect((await reserving!).json).toMatchObject({ reserved: true })
  await stopped
  expect(await idleEnded.promise).toBe(false)
  // Some may ask whether it is ready while it is stopping.
  const isNotReady = (answer: Answer) => answer.status === 503 && answer.length === '{"ok":false}'.length
  expect(answers.filter((answer) => answer.status !== 200 && !isNotReady(answer))).toEqual([])
  await expect(ask('/health', new Agent())).rejects.toMatchObject({ code: 'ECONNREFUSED' })
  expect((await event.pool()).held).toBe(2)
})

it('is alive but not ready while it is stopping [C13]', async () => {
  const routes = readinessRoutes(AbortSignal.abort())
  expect((await routes.request('/health')).status).toBe(200)
  expect((await routes.request('/ready')).status).toBe(503)
})
