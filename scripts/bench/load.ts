import { Client } from './client.ts'
import type { ProcessorTime } from './processor-time.ts'

export interface Load {
  /** The addresses among which requests are spread. */
  addresses: string[]
  /** How many requests are under way at the same time. */
  atOnce: number
  /** Ends the load, also if there is more to do. */
  seconds: number
  /** Does the i-th piece of work; false if there is no more. */
  work: (client: Client, index: number) => Promise<void> | false
  processorTime?: ProcessorTime
}

export interface Measured {
  perSecond: number
  count: number
  /** Milliseconds of one piece of work. */
  median: number
  p99: number
  longest: number
  /** Processor milliseconds of one piece of work, of the shop and of PostgreSQL; null where the system does not tell. */
  shop: number | null
  database: number | null
}

/** Does work over that many connections until the time is over or nothing is left, and measures it. */
export async function measure({ addresses, atOnce, seconds, work, processorTime }: Load): Promise<Measured> {
  const clients = Array.from({ length: atOnce }, (_, i) => new Client(addresses[i % addresses.length]!))
  const times: number[] = []
  let next = 0
  const before = processorTime?.()
  const begun = performance.now()
  const end = begun + seconds * 1000
  await Promise.all(
    clients.map(async (client) => {
      for (;;) {
        const sent = performance.now()
        if (sent >= end) return
        const doing = work(client, next++)
        if (!doing) return
        await doing
        times.push(performance.now() - sent)
      }
    }),
  )
  const lasted = performance.now() - begun
  const after = processorTime?.()
  for (const client of clients) client.close()
  const sorted = times.toSorted((a, b) => a - b)
  const at = (share: number) => sorted[Math.floor((sorted.length - 1) * share)] ?? 0
  const each = (part: 'shop' | 'database') => before && after && (after[part] - before[part]) / times.length
  return {
    perSecond: (times.length / lasted) * 1000,
    count: times.length,
    median: at(0.5),
    p99: at(0.99),
    longest: at(1),
    shop: each('shop') ?? null,
    database: each('database') ?? null,
  }
}
