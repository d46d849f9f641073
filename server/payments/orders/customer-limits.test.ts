import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { moveShopTime } from '#server/database/shop-time.ts'
import { person } from '#server/testing/browser.ts'
import { account, newEmail, prove, saleOf } from '#server/testing/buyers.ts'
import { call, checkoutOf, offer, visitorWith, type Offered } from '#server/testing/offers.ts'
import { cards, ignoreCancellations, pay, press } from '#server/testing/payers.ts'
import { sweep } from '#server/testing/sweep.ts'
import { refund, ticketsOf } from '#server/testing/transfers.ts'
import { createTestShop, type TestShop, type Visitor } from '#server/testing/test-shop.ts'

/** Limits per customer count everything that one person has, whenever the shop gets to know who it is. */

let shop: TestShop
beforeAll(async () => void (shop = await createTestShop()))
afterAll(() => shop.close())

/** Puts tickets on sale of which a person may buy four. */
const limitedOffer = (changes: Parameters<typeof offer>[1] = {}) =>
  offer(shop.db, { tickets: { adult: { max_per_customer: 4 } }, ...changes })

const message = (already: number, { id }: Offered) =>
  `You can only buy 4 of Event ${id.split('-')[1]} - adult, and you already have ${already}. Please edit your basket`

/** Makes a visitor with reserved tickets. */
async function reserved(event: Offered, qty: number): Promise<Visitor> {
  const visitor = await visitorWith(shop, event.entry(qty))
  const { json } = await call(visitor, 'reserve_tickets')
  expect(json.reserved, json.error).toBe(true)
  return visitor
}

/** Makes a visitor with reserved tickets who continues as a guest. */
async function asGuest(event: Offered, qty: number, email: string): Promise<Visitor> {
  const visitor = await reserved(event, qty)
  await prove(shop, visitor, email)
  const { json } = await call(visitor, 'save_guest_to_sale', { email, fullname: 'Ada Lovelace' })
  expect(json.error).toBe('')
  return visitor
}

/** Makes a visitor with reserved tickets who signs in afterwards. */
async function asMember(event: Offered, qty: number, email: string): Promise<Visitor> {
  const visitor = await reserved(event, qty)
  await prove(shop, visitor, email)
  return visitor
}

/** Makes a visitor who signed in before they chose tickets and reserved. */
async function asSignedIn(event: Offered, qty: number, email: string): Promise<Visitor> {
  const visitor = await asMember(await offer(shop.db), 1, email)
  await call(visitor, 'remove_from_basket', { ticket_id: (await checkoutOf(visitor)).tickets[0].ticket_id })
  await visitor.post('/do/checkout/add/', { ticket: [event.entry(qty)] })
  await call(visitor, 'reserve_tickets')
  return visitor
}

const succeeds = async (visitor: Visitor) =>
  expect((await pay(shop, visitor)).json).toEqual({ status: 'success' })

async function isRejected(visitor: Visitor, text: string): Promise<void> {
  const { status, json } = await pay(shop, visitor)
  expect([status, json.message]).toEqual([409, text])
}

describe('the limit per customer at payment', () => {
  it('counts the orders of a guest with the same email, however it is typed [C27]', async () => {
    const event = await limitedOffer()
    const email = newEmail()
    await succeeds(await asGuest(event, 3, email))
    const visitor = await reserved(event, 2)
    await prove(shop, visitor, email)
    await call(visitor, 'save_guest_to_sale', { email: ` ${email.toUpperCase()}`, fullname: 'Ada Lovelace' })
    await isRejected(visitor, message(3, event))
  })

  it('lets the buyer choose fewer and pay', async () => {
    const event = await limitedOffer()
    const email = newEmail()
    await succeeds(await asGuest(event, 3, email))
    const visitor = await asGuest(event, 2, email)
    await isRejected(visitor, message(3, event))
    expect((await checkoutOf(visitor)).seconds_remaining).toBeGreaterThan(500)
    await call(visitor, 'update_ticket_quantity', { ticket_id: event.ticket(), quantity: 1 })
    await call(visitor, 'reserve_tickets')
    await succeeds(visitor)
    expect(await event.pool()).toMatchObject({ held: 0, sold: 4 })
  })

  it.each([
    ['a guest, then a member who signs in after reserving', asGuest, asMember],
    ['a member, then a member who signs in after reserving', asMember, asMember],
    ['a member who signs in first, then one who signs in after reserving', asSignedIn, asMember],
  ])('counts all orders of %s [C27]', async (_, first, second) => {
    const event = await limitedOffer()
    const email = newEmail()
    if (first !== asGuest) await account(shop, email)
    await succeeds(await first(event, 3, email))
    if (first === asGuest)
      await shop.db
        .insertInto('users')
        .values({ email })
        .onConflict((on) => on.doNothing())
        .execute()
    await isRejected(await second(event, 2, email), message(3, event))
  })

  it('counts the orders of a member for a guest whose account came later [C27]', async () => {
    const event = await limitedOffer()
    const email = newEmail()
    const later = await asGuest(event, 2, email)
    await account(shop, email)
    await succeeds(await asMember(event, 3, email))
    await isRejected(later, message(3, event))
  })

  it.each([
    ['a bank transfer', {}, 'create_truelayer_payment'],
    ['a claim of free tickets', { adult: { max_per_customer: 4, price: 0 } }, 'claim_free_tickets'],
  ])('also applies to %s', async (_, tickets, name) => {
    const event = await limitedOffer('adult' in tickets ? { tickets } : {})
    const email = newEmail()
    const first = await asGuest(event, 3, email)
    if (name === 'claim_free_tickets') expect((await call(first, name)).status).toBe(200)
    else await succeeds(first)
    const { status, json } = await call(await asGuest(event, 2, email), name)
    expect([status, json.message]).toEqual([409, message(3, event)])
    expect((await event.pool()).sold).toBe(3)
  })

  it('counts a payment in progress in another basket, until it fails', async () => {
    const event = await limitedOffer()
    const email = newEmail()
    const other = await asGuest(event, 3, email)
    const { json } = await pay(shop, other, { number: cards.challenged })
    expect(json.status).toBe('redirect_to_url')
    const visitor = await asGuest(event, 2, email)
    await isRejected(visitor, message(3, event))
    await call(other, 'get_payment_error')
    await succeeds(visitor)
    await isRejected(other, message(2, event))
  })

  it('does not count a basket that is only held', async () => {
    const event = await limitedOffer()
    const email = newEmail()
    await asGuest(event, 3, email)
    await succeeds(await asGuest(event, 2, email))
  })

  it('does not count an order that was refunded in full', async () => {
    const event = await limitedOffer()
    const email = newEmail()
    const first = await asGuest(event, 3, email)
    await succeeds(first)
    const { id } = await saleOf(shop, first)
    const charge = await shop.db
      .selectFrom('payments')
      .selectAll()
      .where('sale_id', '=', id)
      .executeTakeFirstOrThrow()
    const { provider, provider_id, amount, currency } = charge
    const refund = (pence: number) => ({
      ...{
        sale_id: id,
        attempt_id: null,
        kind: 'refund' as const,
        refunded_by: 'provider' as const,
        provider,
        currency,
        status: 'done' as const,
      },
      provider_id: `${provider_id}-${pence}`,
      amount: pence,
    })
    await shop.db
      .insertInto('payments')
      .values(refund(amount - 1))
      .execute()
    const visitor = await asGuest(event, 2, email)
    await isRejected(visitor, message(3, event))
    await shop.db.insertInto('payments').values(refund(1)).execute()
    await succeeds(visitor)
  })

  it('counts no ticket of a kept order that was refunded', async () => {
    const event = await limitedOffer()
    const email = newEmail()
    const first = await asGuest(event, 3, email)
    await succeeds(first)
    const [ticket] = await ticketsOf(shop, (await saleOf(shop, first)).id)
    await isRejected(await asGuest(event, 2, email), message(3, event))
    await refund(shop, ticket)
    await succeeds(await asGuest(event, 2, email))
  })

  it('counts an order whose refund has failed', async () => {
    const event = await limitedOffer()
    const email = newEmail()
    const first = await asGuest(event, 3, email)
    await succeeds(first)
    const { id: sale_id } = await saleOf(shop, first)
    const { provider, provider_id, amount, currency, attempt_id } = await shop.db
      .selectFrom('payments')
      .selectAll()
      .where('sale_id', '=', sale_id)
      .executeTakeFirstOrThrow()
    const row = { sale_id, provider, provider_id, amount, currency, attempt_id }
    await shop.db
      .insertInto('payments')
      .values({ ...row, kind: 'refund', refunded_by: 'provider', status: 'failed' })
      .execute()
    await isRejected(await asGuest(event, 2, email), message(3, event))
  })

  it('counts a free order although a payment that came too late for it was refunded', async () => {
    const event = await limitedOffer({ tickets: { adult: { max_per_customer: 4, price: 0 } } })
    const email = newEmail()
    const first = await asGuest(event, 3, email)
    expect((await call(first, 'claim_free_tickets')).status).toBe(200)
    const { id } = await saleOf(shop, first)
    const stray = {
      sale_id: id,
      attempt_id: null,
      provider: 'truelayer' as const,
      currency: 'GBP' as const,
      status: 'done' as const,
      amount: 20_00,
    }
    await shop.db
      .insertInto('payments')
      .values([
        { ...stray, kind: 'charge', provider_id: 'stray' },
        { ...stray, kind: 'refund', refunded_by: 'provider', provider_id: 'stray' },
      ])
      .execute()
    const { status, json } = await call(await asGuest(event, 2, email), 'claim_free_tickets')
    expect([status, json.message]).toEqual([409, message(3, event)])
  })

  it('refunds a cancelled transfer that succeeds when the person has bought elsewhere', async () => {
    ignoreCancellations(shop)
    const event = await limitedOffer()
    const email = newEmail()
    const first = await asGuest(event, 3, email)
    const { json } = await call(first, 'create_truelayer_payment')
    await call(first, 'get_payment_error')
    await succeeds(await asGuest(event, 2, email))
    await press(shop, json.url, 'pay')
    await moveShopTime(shop.db, 61)
    await sweep(shop)
    const { id, paid_at } = await saleOf(shop, first)
    expect(paid_at).toBeNull()
    const money = await shop.db.selectFrom('payments').select('kind').where('sale_id', '=', id).execute()
    expect(money.map(({ kind }) => kind).toSorted()).toEqual(['charge', 'refund'])
    expect((await event.pool()).sold).toBe(2)
    shop.answer = null
  })
})

/** Makes a stranger with reserved express tickets, who types somebody else's email. */
async function strangerAs(event: Offered, qty: number, email: string): Promise<Visitor> {
  const stranger = await reserved(event, qty)
  expect((await call(stranger, 'save_guest_to_sale', { email, fullname: 'Eve Smith' })).status).toBe(200)
  return stranger
}

describe('an express buyer who typed somebody else’s email', () => {
  const organiser = { name: 'Express', is_express: true }
  const free = { adult: { max_per_customer: 4, price: 0 } }

  it.each([
    ['an account', true],
    ['no account', false],
  ])('cannot use up the limit of an owner with %s by a payment in progress [S22]', async (_, hasAccount) => {
    const event = await limitedOffer({ organiser })
    const email = newEmail()
    if (hasAccount) await account(shop, email)
    const stranger = await strangerAs(event, 4, email)
    expect((await pay(shop, stranger, { number: cards.challenged })).json.status).toBe('redirect_to_url')
    await succeeds(await (hasAccount ? asMember : asGuest)(event, 4, email))
  })

  it('cannot use up the owner’s limit by free tickets', async () => {
    const event = await limitedOffer({ organiser, tickets: free })
    const email = newEmail()
    expect((await call(await strangerAs(event, 4, email), 'claim_free_tickets')).status).toBe(200)
    expect((await call(await asGuest(event, 4, email), 'claim_free_tickets')).status).toBe(200)
  })

  it('cannot use up the owner’s limit by tickets that are held', async () => {
    const event = await limitedOffer({ organiser })
    const email = newEmail()
    await account(shop, email)
    await strangerAs(event, 4, email)
    expect((await checkoutOf(await asSignedIn(event, 4, email))).reserving_error).toBe('')
  })

  it('counts for the owner once they have paid', async () => {
    const event = await limitedOffer({ organiser })
    const email = newEmail()
    await succeeds(await strangerAs(event, 3, email))
    await isRejected(await asGuest(event, 2, email), message(3, event))
  })

  it('counts within their own session', async () => {
    const event = await limitedOffer({ organiser, tickets: free })
    const stranger = await strangerAs(event, 3, newEmail())
    expect((await call(stranger, 'claim_free_tickets')).status).toBe(200)
    await stranger.post('/do/checkout/add/', { ticket: [event.entry(2)] })
    expect((await call(stranger, 'reserve_tickets')).json.error).toBe(message(3, event))
  })

  it('counts for the owner once the email is proven by a code', async () => {
    const event = await limitedOffer({ organiser, tickets: free })
    const email = newEmail()
    const buyer = await strangerAs(event, 3, email)
    await prove(shop, buyer, email)
    expect((await call(buyer, 'claim_free_tickets')).status).toBe(200)
    const { status, json } = await call(await asGuest(event, 2, email), 'claim_free_tickets')
    expect([status, json.message]).toEqual([409, message(3, event)])
  })

  it('is told the same, and charged or declined the same, whatever the owner has bought [S22]', async () => {
    const event = await limitedOffer({ organiser, places: 100 })
    const [owns, fresh] = [newEmail(), newEmail()]
    await succeeds(await asGuest(event, 4, owns))
    const told = async (email: string) => {
      const declined = await pay(shop, await strangerAs(event, 4, email), { number: cards.declined })
      const reserving = await strangerAs(event, 1, email)
      await call(reserving, 'update_ticket_quantity', { ticket_id: event.ticket(), quantity: 3 })
      const again = await call(reserving, 'reserve_tickets')
      const challenged = await strangerAs(event, 4, email)
      const { json } = await pay(shop, challenged, { number: cards.challenged })
      await press(shop, json.url, 'approve')
      await moveShopTime(shop.db, 61)
      await sweep(shop)
      const { id, paid_at } = await saleOf(shop, challenged)
      const money = await shop.db.selectFrom('payments').select('kind').where('sale_id', '=', id).execute()
      const paid = (await pay(shop, await strangerAs(event, 4, email))).json
      return [declined.status, declined.json.message, again.json.error, paid_at !== null, money, paid]
    }
    const [ofOwner, ofNobody] = [await told(owns), await told(fresh)]
    expect(ofOwner).toEqual(ofNobody)
    expect(ofOwner).toEqual([
      200,
      expect.any(String),
      undefined,
      true,
      [{ kind: 'charge' }],
      { status: 'success' },
    ])
  })

  it('is told the same of free tickets, whatever the owner has [S22]', async () => {
    const event = await limitedOffer({ organiser, tickets: free })
    const email = newEmail()
    expect((await call(await asGuest(event, 4, email), 'claim_free_tickets')).status).toBe(200)
    expect((await call(await strangerAs(event, 4, email), 'claim_free_tickets')).status).toBe(200)
  })
})

describe('the limit per customer when reserving', () => {
  it('counts all orders and held tickets of a member who has signed in', async () => {
    const event = await limitedOffer()
    const email = newEmail()
    await account(shop, email)
    await asMember(event, 1, email)
    await succeeds(await asMember(event, 2, email))
    const visitor = await asSignedIn(event, 2, email)
    expect((await checkoutOf(visitor)).reserving_error).toBe(message(3, event))
  })

  it('hides from a visitor with a shared link why the buyer could not reserve [S23]', async () => {
    const event = await limitedOffer()
    const email = newEmail()
    await account(shop, email)
    await succeeds(await asMember(event, 3, email))
    const owner = await asSignedIn(event, 1, email)
    const { sale_reference } = await checkoutOf(owner)
    await call(owner, 'update_ticket_quantity', { ticket_id: event.ticket(), quantity: 2 })
    expect((await call(owner, 'reserve_tickets')).json.error).toBe(message(3, event))
    const stranger = await person(shop)
    await stranger.send(`/smartcheckout/?session=${sale_reference}`, '/smartcheckout/', {})
    expect(await checkoutOf(stranger.visitor)).toMatchObject({ tickets: [{ qty: 2 }], reserving_error: '' })
  })

  it('hides from the buyer what a visitor with a shared link has bought [S23]', async () => {
    const event = await limitedOffer()
    const email = newEmail()
    await account(shop, email)
    await succeeds(await asMember(event, 3, email))
    const owner = await reserved(event, 1)
    const { sale_reference: session } = await checkoutOf(owner)
    await call(owner, 'update_ticket_quantity', { ticket_id: event.ticket(), quantity: 2 })
    const visitor = await asMember(await offer(shop.db), 1, email)
    await visitor.post('/smartcheckout/', { session }, { Accept: 'text/html' })
    expect((await call(visitor, 'reserve_tickets')).json.error).toBe(message(3, event))
    expect(await checkoutOf(owner)).toMatchObject({ tickets: [{ qty: 2 }], reserving_error: '' })
  })

  it('applies to the sum of repeated lines, like the minimum [C27]', async () => {
    const event = await offer(shop.db, { tickets: { adult: { min_per_customer: 4, max_per_customer: 5 } } })
    const visitor = await visitorWith(shop, event.entry(2), event.entry(2))
    expect((await call(visitor, 'reserve_tickets')).json.reserved).toBe(true)
    const { status, json } = await visitor.post('/do/checkout/add/', { ticket: [event.entry(2)] })
    expect([status, json.message]).toEqual([422, 'You can only reserve 5 tickets of this type'])
  })
})

describe('required tickets at payment', () => {
  it('must be owned by the buyer, not only by who reserved [C27]', async () => {
    const event = await offer(shop.db, { tickets: { adult: {}, child: {} } })
    await shop.db
      .insertInto('ticket_requirements')
      .values({ ticket_type_id: event.ticket('child'), required_ticket_type_id: event.ticket('adult') })
      .execute()
    const email = newEmail()
    await account(shop, email)
    await succeeds(await asMember(event, 1, email))
    const visitor = await asMember(await offer(shop.db), 1, email)
    await visitor.post('/do/checkout/add/', { ticket: [event.entry(1, 'child')] })
    expect((await call(visitor, 'reserve_tickets')).json.reserved).toBe(true)
    await call(visitor, 'logout_of_sale')
    const guest = newEmail()
    await prove(shop, visitor, guest)
    await call(visitor, 'save_guest_to_sale', { email: guest, fullname: 'Eve Smith' })
    await isRejected(
      visitor,
      `You must also purchase the following tickets to continue the checkout: Event ${event.id.split('-')[1]} - adult`,
    )
    await prove(shop, visitor, email)
    await succeeds(visitor)
  })
})
