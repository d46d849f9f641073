import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest'

import { findBookErrors, findProviderRecords } from '#server/testing/books.ts'
import { startFaultyNetwork, type Fault, type FaultyNetwork } from '#server/testing/faulty-network.ts'
import { call, offer } from '#server/testing/offers.ts'
import { endPayments } from '#server/testing/pass-time.ts'
import { typeCard } from '#server/testing/payers.ts'
import { startPostgres, type Postgres } from '#server/testing/postgres.ts'
import { createTestShop, type TestShop } from '#server/testing/test-shop.ts'

vi.setConfig({ testTimeout: 120_000 })

let postgres: Postgres
let network: FaultyNetwork
let shop: TestShop

beforeAll(async () => {
  postgres = await startPostgres()
  network = await startFaultyNetwork(postgres.databaseUrl)
  const databaseLimits = {
    connections: 6,
    connectSeconds: 1,
    statementSeconds: 1,
    lockSeconds: 1,
    idleSeconds: 1,
  }
  shop = await createTestShop({ databaseUrl: network.databaseUrl, databaseLimits })
})
afterAll(async () => {
  await shop?.close()
  await network?.close()
  await postgres?.stop()
})
afterEach(() => network.setFault(null))

it.each<Fault>(['latency', 'slices', 'reset', 'frozen', 'down'])(
  'loses nothing and charges once if every call of a purchase meets a faulty network to the database (%s) [C14]',
  async (fault) => {
    const event = await offer(shop.db)
    const visitor = await shop.visitor()
    const card = await typeCard(shop)
    const guest = { guest_email: `${event.id}@example.com`, guest_name: 'Ada Lovelace' }

    /** Makes a call while the network is faulty, and repeats it afterwards, as a buyer does who was told to. */
    const persist = async (send: () => ReturnType<typeof call>) => {
      network.setFault(fault)
      const first = await send()
      network.setFault(null)
      if (first.status === 200) return first
      expect([first.status, first.headers.get('retry-after')]).toEqual([503, '5'])
      return vi.waitFor(async () => {
        const again = await send()
        expect(again.status, again.text).toBe(200)
        return again
      }, 10_000)
    }

    await persist(() => visitor.post('/do/checkout/add/', { ticket: [event.entry(2)] }))
    const reserved = await persist(() => call(visitor, 'reserve_tickets'))
    expect(reserved.json).toMatchObject({ reserved: true })
    const { id } = await shop.db
      .updateTable('sales')
      .set(guest)
      .where('reference', '=', reserved.json.sale_reference)
      .returning('id')
      .executeTakeFirstOrThrow()
    const { quantity } = await shop.db
      .selectFrom('sale_tickets')
      .select('qty as quantity')
      .where('sale_id', '=', id)
      .executeTakeFirstOrThrow()
    const pay = () => call(visitor, 'pay_with_card', { payment_method_id: card, attempt: 'only' })
    const paid = await persist(pay)
    expect(['success', 'pending']).toContain(paid.json.status)
    await endPayments(shop, [id])
    expect((await pay()).json).toEqual({ status: 'success' })
    await persist(() => call(visitor, 'deliver_to_bitticket'))

    expect(await findBookErrors(shop.db, id, event.id)).toEqual([])
    expect(await findProviderRecords(shop.db, id)).toHaveLength(1)
    expect(await event.pool()).toMatchObject({ held: 0, sold: quantity })
  },
)
