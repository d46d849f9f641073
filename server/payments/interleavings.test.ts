import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'

import { loadSquare } from '#server/providers/square.ts'
import { interleavings, play } from '#server/testing/interleavings.ts'
import { noteHistory } from '#server/testing/payment-history.ts'
import { startShopProcesses, webhookKeys, type ShopProcesses } from '#server/testing/shop-processes.ts'

/** `INTERLEAVINGS` is how many are played; another `INTERLEAVINGS_SEED` plays other ones (docs/testing.md). */
const count = Number(process.env.INTERLEAVINGS ?? 500)
const seed = Number(process.env.INTERLEAVINGS_SEED ?? 1)
const atOnce = 10

let world: ShopProcesses
beforeAll(async () => {
  await loadSquare()
  world = await startShopProcesses(3)
  await noteHistory(world.worker.db)
  for (const { providers } of world.processes)
    providers.handle = (request, forward) =>
      request.url.endsWith('/truelayer/.well-known/jwks') ? webhookKeys() : forward()
})
afterAll(() => world?.stop())

it(
  `keeps the books right in ${count} random interleavings in three processes`,
  { timeout: count * 2000 },
  async () => {
    const all = fc.sample(interleavings, { seed, numRuns: count })
    for (let first = 0; first < count; first += atOnce) {
      const wrong = await play(world, all.slice(first, first + atOnce))
      expect(
        [...wrong, ...failures()].join('\n\n'),
        `INTERLEAVINGS_SEED=${seed}, after ${first + atOnce} interleavings`,
      ).toBe('')
    }
    const { received } = world.mails
    const ids = received.map(({ data }) => /^Message-ID: (.+)$/im.exec(data)?.[1])
    expect(new Set(ids).size).toBe(ids.length)
    expect(failures()).toEqual([])
  },
)

/** What the processes logged about unexpected errors; a lock that was not free in time is none. */
const failures = () =>
  world.processes
    .flatMap(({ shop }) => shop.output.split('\n'))
    .filter((line) => line.includes('"event":"failed"') && !line.includes('55P03'))
