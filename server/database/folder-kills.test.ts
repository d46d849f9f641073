import { afterAll, expect, it, vi } from 'vitest'

import { visit, type Visitor } from '#sandbox/visitor.ts'
import { freePort } from '#server/testing/free-port.ts'
import { httpApp } from '#server/testing/http-app.ts'
import { call, checkoutOf } from '#server/testing/offers.ts'
import { Shop } from '#server/testing/running-shop.ts'
import { times } from '#server/testing/two-shops.ts'

vi.setConfig({ testTimeout: 600_000 })

/** How often the shop is killed; FOLDER_KILLS=50 takes two minutes. */
const kills = Number(process.env.FOLDER_KILLS ?? 3)

const shop = new Shop(await freePort())
afterAll(() => shop.stop())

const ticket = {
  ticket: 'studio-livestream|studio-livestream-sunday|screen|0',
  qty: 1,
  vz_id: null,
  has_offer: false,
}

it(`loses nothing that it has answered when it is killed ${kills} times while it writes to its data folder [C26]`, async () => {
  /** What the shop has told to whom. */
  const told: { visitor: Visitor; reference: string }[] = []
  for (let kill = 0; kill < kills; kill++) {
    await shop.start()
    const app = httpApp(shop.url)
    for (const { visitor, reference } of told.slice(-20))
      expect((await checkoutOf(visitor)).sale_reference).toBe(reference)
    const enough = Promise.withResolvers<void>()
    let reserved = 0
    const buyers = times(10, async () => {
      for (;;) {
        const visitor = await visit(app, shop.url)
        await visitor.post('/do/checkout/add/', { ticket: [ticket] })
        const { json } = await call(visitor, 'reserve_tickets')
        expect(json).toMatchObject({ reserved: true })
        told.push({ visitor, reference: json.sale_reference })
        if (++reserved === 5 + kill) enough.resolve()
      }
    })
    const cut = expect(buyers).rejects.toThrow(/ECONNRE|socket hang up/)
    await enough.promise
    await shop.kill()
    await cut
  }
  await shop.start()
  expect(told.length).toBeGreaterThan(kills * 4)
  for (const { visitor, reference } of told)
    expect((await checkoutOf(visitor)).sale_reference).toBe(reference)
})
