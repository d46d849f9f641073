import { afterAll, beforeAll, expect, it } from 'vitest'

import { createApp } from '#server/app.ts'
import { connect } from '#server/database/connect.ts'
import { migrate } from '#server/database/migrate.ts'
import { moveShopTime, shopNow } from '#server/database/shop-time.ts'
import { databaseImage } from '#server/testing/database-images.ts'
import { createTestShop, type TestShop } from '#server/testing/test-shop.ts'

import { eventOrder, organisers } from './demo-catalogue.ts'
import { isCatalogueEmpty, seed, seedAtStart } from './seed.ts'

let shop: TestShop
beforeAll(async () => void (shop = await createTestShop()))
afterAll(() => shop.close())

const counted = async () => ({
  events: (await shop.db.selectFrom('events').select('id').execute()).length,
  types: (await shop.db.selectFrom('ticket_types').select('id').execute()).length,
  vouchers: await shop.db.selectFrom('issued_vouchers').select(['code', 'balance']).orderBy('code').execute(),
  dates: await shop.db.selectFrom('event_dates').select(['id', 'starts_at']).orderBy('id').execute(),
})

it('changes nothing when run again, spent vouchers included', async () => {
  await shop.db
    .updateTable('issued_vouchers')
    .set({ balance: 100 })
    .where('code', '=', 'GIFT-25-HARBOUR')
    .execute()
  const before = await counted()
  await seed(shop.db)
  expect(await counted()).toEqual(before)
})

it('starts a sandbox again after more tickets were arranged than the catalogue has', async () => {
  const before = await shop.db
    .selectFrom('pools')
    .select('capacity')
    .where('id', '=', 'sailing-week-saturday-berth')
    .executeTakeFirstOrThrow()
  await shop.db
    .updateTable('pools')
    .set({ capacity: 60, held: 60 })
    .where('id', '=', 'sailing-week-saturday-berth')
    .execute()
  await seedAtStart(shop.db, { mode: 'sandbox', hasDemo: true })
  const pool = await shop.db
    .selectFrom('pools')
    .select('capacity')
    .where('id', '=', 'sailing-week-saturday-berth')
    .executeTakeFirstOrThrow()
  expect(pool.capacity).toBe(60)
  await shop.db
    .updateTable('pools')
    .set({ ...before, held: 0 })
    .where('id', '=', 'sailing-week-saturday-berth')
    .execute()
})

it('places every event on the front page', () => {
  const ids = organisers.flatMap((organiser) => organiser.events.map((event) => event.id))
  expect([...ids].sort()).toEqual([...eventOrder].sort())
})

it('puts a date on the weekday in its name', async () => {
  const dates = await shop.db.selectFrom('event_dates').select(['id', 'starts_at']).execute()
  const weekday = new Intl.DateTimeFormat('en-GB', { timeZone: 'Europe/London', weekday: 'long' })
  for (const { id, starts_at } of dates.filter((date) => date.id.endsWith('day')))
    expect(id).toMatch(new RegExp(`${weekday.format(starts_at).toLowerCase()}$`))
})

it('starts dates at the UK hour, in summer and winter', async () => {
  const { starts_at } = await shop.db
    .selectFrom('event_dates')
    .select('starts_at')
    .where('id', '=', 'midwinter-strings-evening')
    .executeTakeFirstOrThrow()
  const time = new Intl.DateTimeFormat('en-GB', { timeZone: 'Europe/London', timeStyle: 'short' })
  expect(time.format(starts_at)).toBe('19:30')
})

it('moves only past dates into the future', async () => {
  const read = () =>
    shop.db.selectFrom('event_dates').select(['id', 'starts_at']).orderBy('starts_at').execute()
  await moveShopTime(shop.db, 21 * 24 * 3600)
  const before = new Map((await read()).map((date) => [date.id, date.starts_at]))
  await seed(shop.db)
  const after = await read()
  const { now } = await shop.db.selectNoFrom(shopNow.as('now')).executeTakeFirstOrThrow()
  expect(after.filter((date) => date.starts_at < now)).toEqual([])
  expect(
    after.filter((date) => date.starts_at.getTime() !== before.get(date.id)?.getTime()).length,
  ).toBeGreaterThan(0)
  expect(after.find((date) => date.id === 'night-run-start')?.starts_at).toEqual(
    before.get('night-run-start'),
  )
  await moveShopTime(shop.db, -21 * 24 * 3600)
})

it("starts empty in production, adds the demo on request, and never replaces the owner's catalogue", async () => {
  const { db, close } = await connect({ dataDir: await databaseImage('empty'), onConnectionLost: () => {} })
  await migrate(db)
  await seedAtStart(db, { mode: 'production', hasDemo: false })
  expect(await isCatalogueEmpty(db)).toBe(true)
  const app = createApp({ db, config: shop.config, log: () => {} })
  for (const path of ['/all-events/', '/gift-vouchers/', '/ajax/checkout/checkout/get/'])
    expect(
      (await app.request(`http://shop.test${path}`, { headers: { Accept: 'text/html' } })).status,
      path,
    ).toBe(200)

  await seedAtStart(db, { mode: 'production', hasDemo: true })
  expect(await isCatalogueEmpty(db)).toBe(false)
  await db.updateTable('events').set({ title: 'Mine' }).execute()
  await seedAtStart(db, { mode: 'production', hasDemo: true })
  const titles = await db.selectFrom('events').select('title').distinct().execute()
  expect(titles).toEqual([{ title: 'Mine' }])
  await seedAtStart(db, { mode: 'sandbox', hasDemo: true })
  expect((await db.selectFrom('events').select('title').distinct().execute()).length).toBeGreaterThan(1)
  await close()
})
