import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { guest, member, newEmail, prove, saleOf } from '#server/testing/buyers.ts'
import { call, checkoutOf } from '#server/testing/offers.ts'
import { cards, pay, payer } from '#server/testing/payers.ts'
import { createTestShop, type TestShop, type Visitor } from '#server/testing/test-shop.ts'

let shop: TestShop
beforeAll(async () => void (shop = await createTestShop()))
afterAll(() => shop.close())

/** Opens the shared link of a visitor's basket in another browser. */
async function openLinkOf(owner: Visitor): Promise<Visitor> {
  const stranger = await shop.visitor()
  const { sale_reference: session } = await checkoutOf(owner)
  const opened = await stranger.post('/smartcheckout/', { session }, { Accept: 'text/html' })
  expect([opened.status, opened.headers.get('location')]).toEqual([303, '/checkout/'])
  return stranger
}

const setState = (visitor: Visitor, state: string) => call(visitor, 'update_basket_state', { state })

describe('a basket opened by a shared link [CONT-65]', () => {
  it("shows none of the buyer's details and starts before the account step [S20, S23]", async () => {
    const { visitor: owner, email } = await guest(shop, { organiser: { requires_phone_number: true } })
    await shop.db
      .updateTable('sales')
      .set({
        contact_number: '07700 900123',
        delivery_address: JSON.stringify({ first_name: 'Grace', address_1: '7 Compiler Lane' }),
        gift_voucher_from: 'Grandma Grace',
      })
      .where('id', '=', (await saleOf(shop, owner)).id)
      .execute()
    await setState(owner, 'payment')
    const stranger = await openLinkOf(owner)
    const view = await checkoutOf(stranger)
    expect(view).toMatchObject({
      state: 'login',
      init_guest_email: '',
      contact_number: '',
      payment_methods: [],
    })
    expect(JSON.stringify(view)).not.toMatch(new RegExp(`${email}|Grace|Compiler|900123`))
    expect(await checkoutOf(owner)).toMatchObject({ state: 'payment', init_guest_email: email })
  })

  it("starts at the donation step if there is one, without the buyer's Gift Aid details", async () => {
    const { visitor: owner } = await guest(shop, {
      organiser: { charity_id: 'open-door' },
    })
    const { id } = await saleOf(shop, owner)
    await shop.db
      .updateTable('sales')
      .set({
        state: 'payment',
        donation_amount: 1000,
        donation_charity_id: 'open-door',
        is_gift_aid: true,
      })
      .where('id', '=', id)
      .execute()
    const stranger = await openLinkOf(owner)
    expect(await checkoutOf(stranger)).toMatchObject({ state: 'donation', is_gift_aid: false })
    expect((await checkoutOf(owner)).is_gift_aid).toBe(true)
  })

  it("changes neither the buyer's step nor their details, and cannot be paid in their name [S20]", async () => {
    const { visitor: owner, email } = await guest(shop)
    await setState(owner, 'payment')
    const stranger = await openLinkOf(owner)
    await setState(stranger, 'login')
    const refused = await pay(shop, stranger)
    expect([refused.status, refused.json.message]).toEqual([422, 'Type a valid email address'])
    expect(await saleOf(shop, owner)).toMatchObject({ state: 'payment', guest_email: email, paid_at: null })
    expect((await pay(shop, owner)).json).toEqual({ status: 'success' })
  })

  it("neither shows nor cancels the buyer's payment in progress [S20]", async () => {
    const owner = await payer(shop)
    await pay(shop, owner.visitor, { number: cards.challenged })
    const stranger = await openLinkOf(owner.visitor)
    await call(stranger, 'get_card_credentials')
    await call(stranger, 'get_payment_error')
    expect((await pay(shop, stranger)).status).toBe(409)
    const open = await shop.db
      .selectFrom('payment_attempts')
      .select('status')
      .where('sale_id', '=', (await owner.sale()).id)
      .execute()
    expect(open).toEqual([{ status: 'open' }])

    const other = await payer(shop)
    await call(other.visitor, 'create_truelayer_payment')
    const onlooker = await openLinkOf(other.visitor)
    expect((await call(onlooker, 'get_truelayer_status')).status).toBe(404)
    expect((await checkoutOf(onlooker)).state).toBe('login')
  })

  it('belongs to the visitor who enters their details; the first buyer must enter theirs again', async () => {
    const { visitor: owner, email } = await guest(shop)
    const stranger = await openLinkOf(owner)
    const other = newEmail()
    await prove(shop, stranger, other)
    await call(stranger, 'save_guest_to_sale', { email: other, fullname: 'Ada Lovelace' })
    expect(await checkoutOf(stranger)).toMatchObject({ init_guest_email: other })
    await setState(stranger, 'payment')
    expect(await checkoutOf(owner)).toMatchObject({ init_guest_email: '', state: 'login' })
    expect((await pay(shop, owner)).status).toBe(422)
    expect((await pay(shop, stranger)).json).toEqual({ status: 'success' })
    const { guest_email, id } = await saleOf(shop, stranger)
    expect(guest_email).toBe(other)
    const mail = await shop.db
      .selectFrom('outbox')
      .select('payload')
      .where('key', '=', `receipt:${id}`)
      .executeTakeFirstOrThrow()
    expect(JSON.stringify(mail.payload)).not.toContain(email)
  })

  it('can be paid by a visitor who has signed in, as their own order', async () => {
    const { visitor: owner, email } = await guest(shop)
    const { visitor, email: own, userId } = await member(shop)
    const { sale_reference: session } = await checkoutOf(owner)
    await visitor.post('/smartcheckout/', { session }, { Accept: 'text/html' })
    expect((await pay(shop, visitor)).json).toEqual({ status: 'success' })
    const order = await saleOf(shop, visitor)
    expect(order).toMatchObject({ reference: session, user_id: userId, guest_email: '', guest_name: '' })
    const mail = await shop.db
      .selectFrom('outbox')
      .select('payload')
      .where('key', '=', `receipt:${order.id}`)
      .executeTakeFirstOrThrow()
    expect(mail.payload).toMatchObject({ to: own })
    expect(JSON.stringify(mail.payload)).not.toContain(email)
  })

  it("loses the buyer's details when somebody else enters theirs", async () => {
    const { visitor: owner } = await guest(shop, { tickets: { adult: { deliverable: true } } })
    const stranger = await openLinkOf(owner)
    const address = {
      selected_user_address_id: 'new',
      first_name: 'Eve',
      last_name: 'Elsewhere',
      address_1: '1 Other Street',
      town: 'York',
      postcode: 'YO1 6JX',
      country: '1',
    }
    expect((await call(stranger, 'set_delivery_address', { address })).status).toBe(200)
    const refused = await pay(shop, owner)
    expect([refused.status, refused.json.message]).toEqual([422, 'Type a valid email address'])
    expect((await saleOf(shop, stranger)).guest_email).toBe('')
  })

  it('is empty for the visitor once its buyer has paid [S20]', async () => {
    const { visitor: owner } = await guest(shop)
    const stranger = await openLinkOf(owner)
    await pay(shop, owner)
    expect(await checkoutOf(stranger)).toMatchObject({
      tickets: [],
      sale_reference: '',
      payment_complete: false,
    })
    expect((await setState(stranger, 'order_completed')).status).toBe(409)
    expect((await call(stranger, 'get_simple_info')).status).toBe(404)
    expect((await pay(shop, stranger)).status).toBe(409)
    expect((await checkoutOf(owner)).payment_complete).toBe(true)
  })
})

it("opens nothing by a GET request, and rejects another site's form [S1, S20]", async () => {
  const { visitor: owner } = await guest(shop)
  const { sale_reference: session } = await checkoutOf(owner)
  const stranger = await shop.visitor()
  const asked = await stranger.get(`/smartcheckout/?session=${session}`, { 'Sec-Fetch-Site': 'cross-site' })
  expect(asked.status).toBe(200)
  const foreign = await stranger.post('/smartcheckout/', { session }, { Origin: 'https://evil.example' })
  expect(foreign.status).toBe(403)
  expect((await checkoutOf(stranger)).tickets).toEqual([])
})
