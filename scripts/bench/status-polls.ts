import { setTimeout as wait } from 'node:timers/promises'

import { connect } from '#server/database/connect.ts'
import { migrate } from '#server/database/migrate.ts'
import { seed } from '#server/seeds/seed.ts'
import { startPostgres } from '#server/testing/postgres.ts'
import { Shop } from '#server/testing/running-shop.ts'

import { Client, type Answer } from './client.ts'
import { addressOf } from './fill.ts'

/**
 * `npm run bench -- polls`: how long other buyers wait while 1,000 requests at once ask for the status of bank transfers, of one
 * process on PostgreSQL over HTTP, in about a minute [S44]. The floods and the buyers run on this machine too.
 */
const port = Number(process.env.PORT ?? 5200)
const floods = 1000
const payments = 20
const buyers = 10
const seconds = 12
const calls = '/ajax/checkout/checkout'
const line = { 'ticket[0][ticket]': 'late-film-club|late-film-club-tuesday|seat|0', 'ticket[0][qty]': '1' }
const steps: [method: string, path: string, fields?: Record<string, string>][] = [
  ['GET', '/events/late-film-club/'],
  ['GET', `${calls}/get/`],
  ['POST', '/do/checkout/add/', line],
  ['POST', `${calls}/reserve_tickets/`],
  ['GET', `${calls}/get/`],
  ['POST', `${calls}/destroy_sale/`],
]

const { databaseUrl, stop } = await startPostgres(undefined, { isDurable: true })
const { db, close } = await connect({ databaseUrl, dataDir: '', onConnectionLost: () => {} })
await migrate(db)
await seed(db)
await close()
const shop = new Shop(port, { DATABASE_URL: databaseUrl, TRUSTED_PROXIES: '1' })
try {
  await shop.start()
  const polled = await Promise.all(Array.from({ length: payments }, (_, i) => startTransfer(i)))
  report('buyers alone', await waitOfBuyers(0))
  let isOver = false
  let polls = 0
  const statuses = new Map<number, number>()
  const flood = Array.from({ length: floods }, async (_, i) => {
    const client = new Client(shop.url)
    while (!isOver) {
      const { status } = await polled[i % payments]!.using(client, 'POST', `${calls}/get_truelayer_status/`)
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
      polls++
    }
    client.close()
  })
  const begun = performance.now()
  report(`buyers beside ${floods} polls at once`, await waitOfBuyers(1000))
  const lasted = (performance.now() - begun) / 1000
  isOver = true
  await Promise.all(flood)
  console.log(`${Math.round(polls / lasted)} polls a second, by status: ${JSON.stringify([...statuses])}`)
} finally {
  await shop.stop()
  await stop()
}

/** A visitor with cookies at a network address of their own. */
function visitor(index: number) {
  const cookies = new Map<string, string>()
  const using = async (client: Client, method: string, path: string, fields: Record<string, string> = {}) => {
    const headers = [
      addressOf(index),
      `Cookie: ${[...cookies].map((pair) => pair.join('=')).join('; ')}`,
      `X-XSRF-TOKEN: ${cookies.get('XSRF-TOKEN') ?? ''}`,
    ]
    const answer = await client.send(method, path, headers, new URLSearchParams(fields).toString())
    for (const cookie of answer.cookies) {
      const [name = '', value = ''] = cookie.split('=')
      cookies.set(name, value)
    }
    return answer
  }
  return { using }
}

/** A buyer who has opened a bank transfer and polls for its end. */
async function startTransfer(index: number) {
  const buyer = visitor(index)
  const client = new Client(shop.url)
  const ask = async (method: string, path: string, fields?: Record<string, string>): Promise<Answer> => {
    const answer = await buyer.using(client, method, path, fields)
    if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}: ${answer.text}`)
    return answer
  }
  const email = `transfer-${index}@example.com`
  await ask('GET', `${calls}/get/`)
  await ask('POST', '/do/checkout/add/', line)
  await ask('POST', `${calls}/reserve_tickets/`)
  await ask('POST', '/ajax/user/user/send_one_time_code/', { email })
  const { code } = JSON.parse((await ask('GET', `/sandbox/code?email=${email}`)).text)
  await ask('POST', '/ajax/user/user/check_one_time_code/', { email, code })
  await ask('POST', `${calls}/save_guest_to_sale/`, { email, fullname: 'Ada Lovelace' })
  await ask('POST', `${calls}/create_truelayer_payment/`)
  client.close()
  return buyer
}

/** Lets buyers read a page and the checkout, add and reserve, one call after another; returns the milliseconds of each call. */
async function waitOfBuyers(from: number): Promise<number[]> {
  const times: number[] = []
  const end = performance.now() + seconds * 1000
  await Promise.all(
    Array.from({ length: buyers }, async (_, i) => {
      const client = new Client(shop.url)
      for (let round = 0; performance.now() < end; round++) {
        const buyer = visitor(10_000 + from + i * 500 + round)
        for (const [method, path, fields] of steps) {
          const begun = performance.now()
          const { status, text } = await buyer.using(client, method, path, fields)
          times.push(performance.now() - begun)
          if (status !== 200) throw new Error(`${path} answered ${status}: ${text}`)
          await wait(100)
        }
      }
      client.close()
    }),
  )
  return times
}

function report(name: string, times: number[]): void {
  const sorted = times.toSorted((a, b) => a - b)
  const at = (share: number) => Math.round(sorted[Math.floor((sorted.length - 1) * share)] ?? 0)
  console.log(
    `${name}: median ${at(0.5)} ms, p95 ${at(0.95)} ms, longest ${at(1)} ms (${times.length} calls)`,
  )
}
