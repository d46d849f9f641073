import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { createDoorLink } from '#server/door/door-links.ts'
import { attendeeHeadings, attendeeRows, orderHeadings, orderRows } from '#server/exports/order-rows.ts'
import { signedIn } from '#server/testing/browser.ts'
import { account, newEmail, reservedOf, saleOf } from '#server/testing/buyers.ts'
import { steward } from '#server/testing/doors.ts'
import { mailsOf } from '#server/testing/mails.ts'
import { call, offer, type Offered } from '#server/testing/offers.ts'
import { pay } from '#server/testing/payers.ts'
import { createTestShop, type TestShop, type Visitor } from '#server/testing/test-shop.ts'
import { entryFor, ticketsOf, transfer } from '#server/testing/transfers.ts'

/** The name that a buyer gives for an order is that of the order, whoever owns the address. */

let shop: TestShop
beforeAll(async () => void (shop = await createTestShop()))
afterAll(() => shop.close())

const express = () => offer(shop.db, { organiser: { name: 'Express', is_express: true } })

/** Pays for reserved tickets as an express buyer does, and has them delivered. */
async function order(visitor: Visitor, event: Offered, email: string, fullname: string) {
  await call(visitor, 'save_guest_to_sale', { email, fullname })
  expect((await pay(shop, visitor)).json).toEqual({ status: 'success' })
  await call(visitor, 'deliver_to_bitticket')
  await call(visitor, 'deliver_to_wallet')
  return { visitor, event, sale: await saleOf(shop, visitor) }
}

const only = async (rows: AsyncIterable<unknown[]>, headings: string[]) => {
  for await (const row of rows) return row[headings.indexOf('name')]
  return undefined
}

describe('an order for the address of somebody with an account', () => {
  const email = newEmail()
  let one: Awaited<ReturnType<typeof order>>
  beforeAll(async () => {
    await account(shop, email)
    const event = await express()
    one = await order(await reservedOf(shop, event), event, email, 'Grace Hopper')
  })

  it('shows its own name on its tickets', async () => {
    const owner = await signedIn(shop, email)
    const [ticket] = await ticketsOf(shop, one.sale.id)
    const { html } = await owner.open(`/account/tickets/${ticket?.id}/`)
    expect(html).toContain('Grace Hopper')
    expect(html).not.toContain('Ada Lovelace')
  })

  it('shows its own name at the door', async () => {
    const [ticket] = await ticketsOf(shop, one.sale.id)
    const { check } = await steward(shop, one.event, await createDoorLink(shop.db, one.event.id))
    expect((await check(ticket?.code ?? '')).json.lines).toContain('Grace Hopper')
  })

  it('shows its own name in the lists of orders and attendees', async () => {
    expect(await only(orderRows(shop.db, { dateId: one.event.id }), orderHeadings)).toBe('Grace Hopper')
    expect(await only(attendeeRows(shop.db, { dateId: one.event.id }), attendeeHeadings)).toBe('Grace Hopper')
  })

  it('shows its own name in its mails, and to whom its tickets are offered', async () => {
    const recipient = newEmail()
    expect((await transfer(one, entryFor(one, { email: recipient }))).status).toBe(200)
    const mails = await mailsOf(shop)
    for (const { text } of mails.filter(({ key, to }) => to === email && !key.startsWith('code:'))) {
      expect(text).toContain('Grace Hopper')
      expect(text).not.toContain('Ada Lovelace')
    }
    expect(mails.find(({ to }) => to === recipient)?.subject).toMatch(/^Grace Hopper has sent you a ticket/)
  })

  it('leaves the account as it was', async () => {
    const user = shop.db.selectFrom('users').select(['first_name', 'last_name']).where('email', '=', email)
    expect(await user.executeTakeFirst()).toEqual({ first_name: 'Ada', last_name: 'Lovelace' })
  })
})

it('keeps the name that a signed-in express buyer gives for one order', async () => {
  const [event, email] = [await express(), newEmail()]
  const { visitor } = await signedIn(shop, email)
  await visitor.post('/do/checkout/add/', { ticket: [event.entry(1)] })
  await call(visitor, 'reserve_tickets')
  const { sale } = await order(visitor, event, email, 'Augusta King')
  const [ticket] = await ticketsOf(shop, sale.id)
  const { check } = await steward(shop, event, await createDoorLink(shop.db, event.id))
  expect((await check(ticket?.code ?? '')).json.lines).toContain('Augusta King')
  const user = shop.db.selectFrom('users').select('last_name').where('email', '=', email)
  expect(await user.executeTakeFirst()).toEqual({ last_name: 'Lovelace' })
})
