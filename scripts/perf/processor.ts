import type { Shop } from '#server/testing/running-shop.ts'

import type { Client } from '../bench/client.ts'
import { measure } from '../bench/load.ts'
import { processorTime } from '../bench/processor-time.ts'
import type { Sample } from './figures.ts'

const baskets = 8
// Until the shop's scripts are compiled: before that a page takes half as much again.
const warmUp = 8
const seconds = 4
const atOnce = 4

/** Measures how many pages with a basket the shop sends in a second, and what they and the two first calls cost its processor. */
export async function measureProcessor(shop: Shop): Promise<Sample> {
  const cookies = await Promise.all(Array.from({ length: baskets }, () => arrangeBasket(shop.url)))
  const get =
    (...paths: string[]) =>
    async (client: Client, index: number) => {
      for (const path of paths) {
        const cookie = `Cookie: ${cookies[index % baskets]}`
        const { status } = await client.send('GET', path, [cookie, 'Accept-Encoding: br'])
        if (status !== 200) throw new Error(`${path} answered ${status}`)
      }
    }
  const load = (work: ReturnType<typeof get>, lasting = seconds) =>
    measure({
      addresses: [shop.url],
      atOnce,
      seconds: lasting,
      work,
      processorTime: processorTime(
        () => [shop.pid ?? 0],
        () => null,
      ),
    })
  const page = get('/checkout/')
  await load(page, warmUp)
  const pages = await load(page)
  const calls = await load(get('/ajax/user/user/get_user/', '/ajax/checkout/checkout/get/'))
  const healths = await load(get('/health'))
  return {
    pageProcessor: pages.shop,
    callsProcessor: calls.shop,
    pagesPerSecond: pages.perSecond,
    healthsPerSecond: healths.perSecond,
  }
}

/** Returns the cookies of a visitor with a basket. */
async function arrangeBasket(url: string): Promise<string> {
  const reply = await fetch(`${url}/sandbox/arrange`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ shape: 'paid' }),
  })
  if (!reply.ok) throw new Error(`The basket was not arranged: ${await reply.text()}`)
  return reply.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';', 1)[0])
    .join('; ')
}
