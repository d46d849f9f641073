import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { moveShopTime } from '#server/database/shop-time.ts'
import { inGroups } from '#server/outbox/content.ts'
import type { Mail } from '#server/outbox/render-mail.ts'
import { sendWaiting } from '#server/outbox/send-waiting.ts'
import { mailsOf } from '#server/testing/mails.ts'
import { call } from '#server/testing/offers.ts'
import { pay, payer, type Payer } from '#server/testing/payers.ts'
import { createTestShop, type TestShop } from '#server/testing/test-shop.ts'

import { deliverWaiting } from './deliver-order.ts'

let shop: TestShop
beforeAll(async () => void (shop = await createTestShop()))
afterAll(() => shop.close())

async function paid(meanwhile: (one: Payer) => unknown = () => {}) {
  const one = await payer(shop)
  await meanwhile(one)
  await pay(shop, one.visitor)
  return { ...one, ...(await one.sale()) }
}

const deliver = () => deliverWaiting(shop.db, (line) => void shop.logged.push(line))

const ticketsOf = (saleId: string) =>
  shop.db
    .selectFrom('tickets')
    .leftJoin('users', 'users.id', 'tickets.user_id')
    .select(['users.email', 'tickets.released_at'])
    .where('sale_id', '=', saleId)
    .execute()

const walletMails = (saleId: string) => mailsOf(shop, `wallet:${saleId}`)

describe('delivery', () => {
  it("puts the tickets in the wallet of the buyer's account, creating one if needed [CALL-28]", async () => {
    const { visitor, id, guest_email } = await paid()
    expect((await call(visitor, 'deliver_to_bitticket')).json).toEqual({ delivery_completed: true })
    const tickets = await ticketsOf(id)
    expect(tickets).toHaveLength(2)
    for (const ticket of tickets)
      expect(ticket).toEqual({ email: guest_email, released_at: expect.any(Date) })
  })

  it('emails the wallet once for repeated calls [CALL-29] [C15]', async () => {
    const { visitor, id, guest_email, reference, order_reference } = await paid()
    for (const name of [
      'deliver_to_bitticket',
      'deliver_to_bitticket',
      'deliver_to_wallet',
      'deliver_to_wallet',
    ])
      expect((await call(visitor, name)).json).toEqual({ delivery_completed: true })
    const mails = await walletMails(id)
    expect(mails).toHaveLength(1)
    expect(mails[0]?.to).toBe(guest_email)
    expect(mails[0]?.text).toContain('http://shop.test/account/wallet/')
    expect(mails[0]?.text).toContain(`Your reference is ${inGroups(order_reference ?? '')}`)
    expect(mails[0]?.text).not.toContain(reference)
  })

  it('does not email the wallet before the tickets are in it [DELI-10]', async () => {
    const { visitor, id } = await paid()
    expect((await call(visitor, 'deliver_to_wallet')).status).toBe(409)
    expect(await walletMails(id)).toHaveLength(0)
  })

  it('delivers only paid orders [S18]', async () => {
    const { visitor, sale } = await payer(shop)
    expect((await call(visitor, 'deliver_to_bitticket')).status).toBe(409)
    expect((await call(visitor, 'deliver_to_wallet')).status).toBe(409)
    expect(await ticketsOf((await sale()).id)).toHaveLength(0)
  })

  it.each([['deliver_to_bitticket'], ['deliver_to_wallet']])(
    "is neither started nor shown by %s for a visitor with the order's shared link [S23]",
    async (name) => {
      const stranger = await shop.visitor()
      const { visitor, id } = await paid(async ({ reference }) => {
        expect((await stranger.post('/smartcheckout/', { session: reference })).status).toBe(303)
      })
      const refused = { status: 404, json: { message: 'There is no order in this session' } }
      expect(await call(stranger, name)).toMatchObject(refused)
      expect(await walletMails(id)).toHaveLength(0)
      for (const ticket of await ticketsOf(id)) expect(ticket.released_at).toBeNull()

      for (const own of ['deliver_to_bitticket', 'deliver_to_wallet']) await call(visitor, own)
      expect(await call(stranger, name)).toMatchObject(refused)
    },
  )

  it('does not change an existing account or sign anybody in [S22]', async () => {
    const { visitor, id, guest_email } = await paid()
    await shop.db
      .insertInto('users')
      .values({ email: guest_email, first_name: 'Grace', last_name: 'Hopper' })
      .execute()
    await call(visitor, 'deliver_to_bitticket')
    const user = await shop.db
      .selectFrom('users')
      .selectAll()
      .where('email', '=', guest_email)
      .executeTakeFirstOrThrow()
    expect(user.first_name).toBe('Grace')
    expect(await ticketsOf(id)).toHaveLength(2)
    const sessions = await shop.db
      .selectFrom('sessions')
      .select('id')
      .where('user_id', '=', user.id)
      .execute()
    expect(sessions).toHaveLength(0)
  })

  it('is done by the job when the page was closed after the payment', async () => {
    const { id } = await paid()
    expect(await deliver()).toBe(0)
    await moveShopTime(shop.db, 61)
    expect(await deliver()).toBeGreaterThan(0)
    expect(await walletMails(id)).toHaveLength(1)
    expect(await deliver()).toBe(0)
  })

  it('mails wallet, event, directions and a calendar file, as text and HTML, with no entry code', async () => {
    const { id } = await paid()
    await moveShopTime(shop.db, 61)
    await deliver()
    const [mail] = await walletMails(id)
    expect(mail?.subject).toMatch(
      /^Event \d+, (Mon|Tue|Wed|Thu|Fri|Sat|Sun) \d{1,2} [A-Z][a-z]{2}: your tickets$/,
    )
    for (const form of [mail?.text ?? '', mail?.html ?? '']) {
      expect(form).toContain('http://shop.test/account/wallet/')
      expect(form).toContain('2 × adult')
      expect(form).toContain('https://calendar.google.com/')
    }
    expect(mail?.attachments).toEqual([
      expect.objectContaining({ filename: expect.stringMatching(/\.ics$/) }),
    ])
    const tickets = await shop.db.selectFrom('tickets').select('code').where('sale_id', '=', id).execute()
    expect(tickets).toHaveLength(2)
    for (const { code } of tickets) expect(JSON.stringify(mail)).not.toContain(code)
  })

  it('mails links to tickets without a name by their numbers alone', async () => {
    const { id, event } = await paid()
    await shop.db.updateTable('ticket_types').set({ name: '' }).where('id', '=', event.ticket()).execute()
    await moveShopTime(shop.db, 61)
    await deliver()
    const [mail] = await walletMails(id)
    expect(mail?.text).toMatch(/Ticket 1: http/)
  })

  it('mails neither link nor words about an order that has no reference', async () => {
    const { id } = await paid()
    await shop.db.updateTable('sales').set({ order_reference: null }).where('id', '=', id).execute()
    await moveShopTime(shop.db, 61)
    await deliver()
    const [mail] = await walletMails(id)
    expect(mail?.text).toContain('/account/wallet/')
    expect(mail?.text).not.toMatch(/Your reference|Your order|orders\/\//)
  })

  it('tells in the mail of an order with gift vouchers who they are from and for, and in no other', async () => {
    const [plain, gift] = [await paid(), await paid()]
    const names = { gift_voucher_from: 'Ada', gift_voucher_to: 'Charles' }
    await shop.db.updateTable('sales').set(names).where('id', 'in', [plain.id, gift.id]).execute()
    const product = await shop.db
      .selectFrom('gift_voucher_products')
      .select(['id', 'min_value'])
      .executeTakeFirstOrThrow()
    await shop.db
      .insertInto('sale_gift_vouchers')
      .values({ sale_id: gift.id, product_id: product.id, value: product.min_value, qty: 1 })
      .execute()
    await moveShopTime(shop.db, 61)
    await deliver()
    const [mail] = await walletMails(gift.id)
    expect(mail?.text).toMatch(/orders\/[^]*YOUR GIFT VOUCHER\n+Voucher from: Ada\nVoucher for: Charles$/)
    expect((await walletMails(plain.id))[0]?.text).not.toContain('Voucher from')
  })

  it('shows the picture of the event in the mails of an order, as a photo of the shop, and none in their text', async () => {
    const { id } = await paid()
    await shop.db.updateTable('events').set({ picture: '/pictures/winter-arena.svg' }).execute()
    await moveShopTime(shop.db, 61)
    await deliver()
    const [mail] = await walletMails(id)
    expect(mail?.html).toContain('src="http://shop.test/pictures/winter-arena.jpg"')
    expect(mail?.text).not.toContain('pictures')
  })

  it('sends one mail of each kind, however often the page and the job deliver [C15]', async () => {
    const { visitor, id, guest_email } = await paid()
    await moveShopTime(shop.db, 61)
    const byPage = async () => {
      await call(visitor, 'deliver_to_bitticket')
      await call(visitor, 'deliver_to_wallet')
    }
    await Promise.all([deliver(), byPage(), deliver(), byPage()])
    const sent: string[] = []
    const send = async ({ key, to }: Mail): Promise<void> => void (to === guest_email && sent.push(key))
    const run = () => sendWaiting({ db: shop.db, kind: 'mail', config: shop.config, send, log: () => {} })
    await Promise.all([run(), run()])
    await run()
    expect(sent.toSorted()).toEqual([`receipt:${id}`, `wallet:${id}`])
  })

  it('is done by the job for the other orders when one fails', async () => {
    const [stuck, other] = [await paid(), await paid()]
    await shop.db.updateTable('sales').set({ guest_email: '' }).where('id', '=', stuck.id).execute()
    await moveShopTime(shop.db, 61)
    await deliver()
    expect(await walletMails(other.id)).toHaveLength(1)
    expect(await walletMails(stuck.id)).toHaveLength(0)
    expect(shop.logged).toContainEqual(expect.objectContaining({ event: 'order not delivered' }))
  })
})
