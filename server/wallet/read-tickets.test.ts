import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { moveShopTime, shopNowPlus } from '#server/database/shop-time.ts'
import { acceptTransfer } from '#server/delivery/transfers/answer-transfer.ts'
import { person } from '#server/testing/browser.ts'
import { account, newEmail } from '#server/testing/buyers.ts'
import { steward } from '#server/testing/doors.ts'
import { createTestShop, type TestShop } from '#server/testing/test-shop.ts'
import { acceptPath, entryFor, owner, refund, ticketsOf, transfer } from '#server/testing/transfers.ts'

import type { Owner } from './owner.ts'
import { findOrder } from './read-order.ts'
import { readTicketsOf } from './read-tickets.ts'

let shop: TestShop
beforeAll(async () => void (shop = await createTestShop()))
afterAll(() => shop.close())

const online = { event: { livestream_url: 'https://stream.example/secret' } }

type Bought = Awaited<ReturnType<typeof owner>>
const buyerOf = ({ sale }: Bought): Owner => ({
  session: { id: sale.session_id ?? '', saleId: sale.id },
  userIds: [],
  emails: [],
})

async function accept(one: Bought) {
  const email = newEmail()
  await transfer(one, entryFor(one, { email }))
  const user = { id: await account(shop, email), email }
  await acceptTransfer(shop.db, (await acceptPath(shop, email)).split('/')[2] ?? '', user)
  return { session: { id: user.id, saleId: null }, userIds: [user.id], emails: [] } satisfies Owner
}

describe('the address of a livestream', () => {
  it('is shown for tickets that admit, and no longer for a transferred or refunded one', async () => {
    const one = await owner(shop, online, 3)
    const watched = async (who: Owner) =>
      (await readTicketsOf(shop.db, who, one.sale.id)).map(({ state, watch_url }) => [
        state,
        watch_url !== '',
      ])
    const recipient = await accept(one)
    await refund(shop, (await ticketsOf(shop, one.sale.id))[1])
    expect(await watched(buyerOf(one))).toEqual([
      ['ready', true],
      ['refunded', false],
      ['transferred', false],
    ])
    expect(await watched(recipient)).toEqual([['ready', true]])
  })

  it('is on no page of a buyer without a ticket that admits', async () => {
    const one = await owner(shop, online, 1)
    const [ticket] = await ticketsOf(shop, one.sale.id)
    const someone = await person(shop)
    for (const [name, value] of one.visitor.cookies) someone.visitor.cookies.set(name, value)
    const pages = ['/account/wallet/', `/account/tickets/${ticket?.id}/`]
    for (const path of pages) expect((await someone.open(path)).html).toContain('stream.example')
    await refund(shop, ticket)
    for (const path of pages) expect((await someone.open(path)).html).not.toContain('stream.example')
  })
})

it("keeps the order's reference and the buyer's name from the recipient of a ticket", async () => {
  const one = await owner(shop)
  const recipient = await accept(one)
  await shop.db
    .updateTable('users')
    .set({ first_name: '', last_name: '' })
    .where('id', 'in', recipient.userIds)
    .execute()
  const [ticket] = await readTicketsOf(shop.db, recipient, one.sale.id)
  expect(JSON.stringify(ticket?.holder)).not.toContain('Ada Lovelace')
  expect(ticket?.order_reference).toBeNull()
  const [own] = await readTicketsOf(shop.db, buyerOf(one), one.sale.id)
  expect([own?.holder, own?.order_reference]).toEqual(['Ada Lovelace', one.sale.order_reference])
})

it("knows by the shop's clock whether a gift was sent", async () => {
  const one = await owner(shop)
  await transfer(one, entryFor(one))
  await shop.db
    .updateTable('transfers')
    .set({ deliver_at: shopNowPlus(86_400) })
    .where('sale_id', '=', one.sale.id)
    .execute()
  const isWaiting = async () =>
    (await findOrder(shop.db, buyerOf(one), one.sale.order_reference ?? ''))?.transfers[0]?.is_waiting
  expect(await isWaiting()).toBe(true)
  await moveShopTime(shop.db, 86_401)
  expect(await isWaiting()).toBe(false)
})

it('says on its page when a ticket was used at the door', async () => {
  const one = await owner(shop, { date: { starts_at: new Date('2031-12-25T19:30:00Z') } }, 1)
  const [ticket] = await ticketsOf(shop, one.sale.id)
  const someone = await person(shop)
  for (const [name, value] of one.visitor.cookies) someone.visitor.cookies.set(name, value)
  const path = `/account/tickets/${ticket?.id}/`
  expect((await someone.open(path)).html).not.toContain('Used at the door')
  await (await steward(shop, one.event)).check(ticket?.code ?? '')
  await shop.db
    .updateTable('admissions')
    .set({ admitted_at: new Date('2031-12-25T19:02:00Z') })
    .execute()
  expect((await someone.open(path)).html).toContain('Used at the door on Thu 25 Dec 2031, 7:02pm')
})
