import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { findUserByEmail } from '#server/accounts/users.ts'
import { moveShopTime } from '#server/database/shop-time.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { countReferral } from '#server/payments/orders/count-referral.ts'
import { account, guest, newEmail, prove, reserved, saleOf, codeFor } from '#server/testing/buyers.ts'
import { mailsOf } from '#server/testing/mails.ts'
import { call, visitorWith, offer } from '#server/testing/offers.ts'
import { ignoreCancellations, pay, payer, payPlan, planPayer, press } from '#server/testing/payers.ts'
import { sweep } from '#server/testing/sweep.ts'
import { createTestShop, type TestShop, type Visitor } from '#server/testing/test-shop.ts'
import { acceptPath, entryFor, owner, refund, ticketsOf, transfer } from '#server/testing/transfers.ts'

import { acceptTransfer } from './transfers/answer-transfer.ts'

let shop: TestShop
beforeAll(async () => void (shop = await createTestShop()))
afterAll(() => shop.close())

const free = { tickets: { adult: { price: 0, booking_fee: 0 } } }
const reward = { reward_text: 'Come with me.', reward_short_text: 'get a cider' }

/** A guest whose order is paid and delivered; `changes` apply to the event. */
async function ordered(event: Partial<typeof reward> = {}) {
  return receive(await guest(shop, { ...free, event }))
}

/** A buyer in express checkout who has typed an email that nobody has proven. */
async function typedEmail(email: string) {
  const visitor = await reserved(shop, { ...free, organiser: { is_express: true } })
  await call(visitor, 'save_guest_to_sale', { email, fullname: 'Grace Hopper' })
  return receive({ visitor, email })
}

/** Pays and delivers an order. */
async function receive({ visitor, email }: { visitor: Visitor; email: string }) {
  const paid = await call(visitor, 'claim_free_tickets', { email })
  if (paid.status !== 200) throw new Error(paid.text)
  await call(visitor, 'deliver_to_bitticket')
  await call(visitor, 'deliver_to_wallet')
  return { visitor, email, sale: await saleOf(shop, visitor) }
}

interface Info {
  sale_email: string
  sale_reference: string
  can_correct_email: boolean
  payments: { text: string; amount: string }[]
  shown_tickets: { href: string; qty: number } | null
  dates: { calendar: { text: string; href: string }[] }[]
}

const info = async (visitor: Visitor) =>
  (await visitor.get('/ajax/checkout/checkout/get_simple_info/')).json as Info
const linkOf = async (visitor: Visitor) =>
  (await visitor.get('/ajax/checkout/checkout/get_reward_referrer_link/')).json?.data as string

it('tells how and when the order was paid, and where the codes of its tickets are', async () => {
  const one = await payer(shop)
  await pay(shop, one.visitor)
  await call(one.visitor, 'deliver_to_bitticket')
  const { payments, shown_tickets } = await info(one.visitor)
  expect(payments).toEqual([
    {
      text: expect.stringMatching(/^Paid by card on [A-Z][a-z]{2} \d{1,2} \w+ \d{4}$/) as string,
      amount: expect.stringMatching(/^\d+\.\d\d$/) as string,
    },
  ])
  const tickets = await ticketsOf(shop, (await saleOf(shop, one.visitor)).id)
  expect(shown_tickets?.qty).toBe(tickets.length)
  expect((await one.visitor.get(shown_tickets?.href ?? '')).status).toBe(200)
  for (const ticket of tickets) await refund(shop, ticket)
  expect((await info(one.visitor)).shown_tickets).toBeNull()
})

it('counts no money as paid that the shop sends back, such as a bank transfer that came late', async () => {
  ignoreCancellations(shop)
  const one = await payer(shop)
  const { json } = await call(one.visitor, 'create_truelayer_payment')
  await pay(shop, one.visitor)
  await press(shop, json.url, 'pay')
  await moveShopTime(shop.db, 61)
  await sweep(shop)
  const charges = shop.db.selectFrom('payments').select('provider').where('kind', '=', 'charge')
  expect(await charges.where('sale_id', '=', (await one.sale()).id).execute()).toHaveLength(2)
  shop.answer = null
  expect((await info(one.visitor)).payments).toEqual([
    { text: expect.stringMatching(/^Paid by card on /) as string, amount: '20.00' },
  ])
})

it('tells when the instalments of a plan will be paid, and of no code before', async () => {
  const one = await planPayer(shop)
  await payPlan(shop, one.visitor)
  const { payments, shown_tickets } = await info(one.visitor)
  expect(payments.map(({ text }) => text.replace(/on .*/, ''))).toEqual([
    'Paid by card ',
    'To be paid ',
    'To be paid ',
  ])
  expect(shown_tickets).toBeNull()
})

it('gives the short reference and the email, and never the secret of links [CALL-35, DONE-26]', async () => {
  const { visitor, email, sale } = await ordered()
  const reply = await info(visitor)
  expect(reply).toMatchObject({ sale_email: email, sale_reference: sale.order_reference })
  expect(reply.sale_reference).toMatch(/^[0-9A-Z]{8}$/)
  expect(JSON.stringify(reply)).not.toContain(sale.reference)
})

it('keeps feedback of the order, with its line breaks, as it was written [CALL-37]', async () => {
  const { visitor, sale } = await ordered()
  const message = 'Lovely <b>evening</b>\nThank you'
  expect((await call(visitor, 'send_customer_feedback', { message })).status).toBe(200)
  const rows = await shop.db.selectFrom('feedback').selectAll().where('sale_id', '=', sale.id).execute()
  expect(rows.map((row) => row.message)).toEqual([message])
})

it('refuses feedback that is empty, too long, too frequent or without an order [CALL-37] [S43]', async () => {
  const { visitor, sale } = await ordered()
  const send = (message: string, from = visitor) => call(from, 'send_customer_feedback', { message })
  expect((await send('  ')).status).toBe(422)
  expect((await send('x'.repeat(10_000))).status).toBe(422)
  expect((await send('Hello', await shop.visitor())).status).toBe(404)
  const replies = []
  for (let count = 0; count < 11; count += 1) replies.push((await send('Again')).status)
  expect(replies).toEqual([...Array<number>(10).fill(200), 429])
  const rows = await shop.db.selectFrom('feedback').selectAll().where('sale_id', '=', sale.id).execute()
  expect(rows).toHaveLength(10)
})

it('gives the buyer one link for all rewards of the order, and none without a reward [CALL-36, DONE-23]', async () => {
  const { visitor } = await ordered(reward)
  const link = await linkOf(visitor)
  expect(link).toMatch(/^http:\/\/shop\.test\/r\/[\w-]+\/$/)
  expect(await linkOf(visitor)).toBe(link)
  expect(await linkOf((await ordered()).visitor)).toBe('')
  expect((await (await shop.visitor()).get('/ajax/checkout/checkout/get_reward_referrer_link/')).status).toBe(
    404,
  )
})

describe('a referral', () => {
  /** A buyer whose link others open, and the orders that have been counted for them. */
  async function referrer() {
    const one = await ordered(reward)
    const path = new URL(await linkOf(one.visitor)).pathname
    const counted = async () => {
      const rows = shop.db.selectFrom('referrals').select('sale_id')
      return (await rows.where('referrer', '=', path.split('/')[2] ?? '').execute()).map(
        ({ sale_id }) => sale_id,
      )
    }
    return { ...one, path, counted }
  }

  it('is an order that somebody pays for after they have opened the link [CALL-36, SHAR-14]', async () => {
    const { path, counted } = await referrer()
    const friend = await payer(shop)
    expect((await friend.visitor.get(path)).status).toBe(303)
    await pay(shop, friend.visitor)
    expect(await counted()).toEqual([(await friend.sale()).id])
    expect((await (await shop.visitor()).get('/r/unknown/')).status).toBe(404)
  })

  it("is not the referrer's own order: as a guest, with their account, or in the same session", async () => {
    const { path, counted, email, sale } = await referrer()
    const user_id = (await findUserByEmail(shop.db, email))?.id ?? ''
    const { session_id } = sale
    for (const own of [{ guest_email: email }, { user_id, guest_email: '' }, { session_id }]) {
      const one = await payer(shop)
      await one.visitor.get(path)
      await shop.db
        .updateTable('sessions')
        .set({ referrer: path.split('/')[2] })
        .execute()
      await shop.db.updateTable('sales').set(own).where('reference', '=', one.reference).execute()
      const paid = await one.sale()
      await inTransaction(shop.db, async (trx) =>
        countReferral(trx, paid, { total: 100, vouchersAppliedTotal: 0 }),
      )
    }
    expect(await counted()).toEqual([])
  })

  it('is not an order that costs nothing, but one that gift vouchers pay', async () => {
    const { path, counted } = await referrer()
    const friend = await guest(shop, free)
    await friend.visitor.get(path)
    await call(friend.visitor, 'claim_free_tickets', { email: friend.email })
    expect(await counted()).toEqual([])
    const sale = await saleOf(shop, friend.visitor)
    await inTransaction(shop.db, async (trx) =>
      countReferral(trx, sale, { total: 0, vouchersAppliedTotal: 100 }),
    )
    expect(await counted()).toEqual([sale.id])
  })
})

it("offers a calendar file of the order's own dates alone", async () => {
  const { visitor } = await ordered()
  const [date] = (await info(visitor)).dates
  expect(date?.calendar.map(({ text }) => text)).toEqual([
    'Calendar file (.ics)',
    'Google Calendar',
    'Outlook.com',
  ])
  const path = date?.calendar[0]?.href ?? ''
  const file = await visitor.get(path)
  expect(file.status).toBe(200)
  expect(file.text).toMatch(/^BEGIN:VCALENDAR\r\n[^]*\r\nDTSTART:\d{8}T\d{6}Z\r\n/)
  expect((await (await shop.visitor()).get(path)).status).toBe(404)
  expect((await visitor.get('/do/checkout/calendar/another/')).status).toBe(404)
})

it('sends the tickets again, at most three times an hour [S43]', async () => {
  const { visitor, email } = await ordered()
  const statuses = []
  for (let count = 0; count < 4; count += 1) statuses.push((await call(visitor, 'resend_tickets')).status)
  expect(statuses).toEqual([200, 200, 200, 429])
  const mails = (await mailsOf(shop, 'wallet-again:')).filter(({ to }) => to === email)
  expect(mails).toHaveLength(3)
})

it('sends the tickets again that the buyer still has, and says who has accepted the others', async () => {
  const one = await owner(shop, {}, 4)
  await call(one.visitor, 'deliver_to_wallet')
  const entry = entryFor(one, { qty: 2 })
  await transfer(one, entry)
  const resent = async () => {
    await call(one.visitor, 'resend_tickets')
    return (await mailsOf(shop, 'wallet-again:')).filter(({ to }) => to === one.sale.guest_email)
  }
  const links = (text = '') => text.match(/\/account\/tickets\/[\w-]+\//g) ?? []
  const [offered] = await resent()
  expect(offered?.text).toContain('4 × adult')
  expect(links(offered?.text)).toHaveLength(4)

  const user = { id: await account(shop, String(entry.email)), email: String(entry.email) }
  const [, , token = ''] = (await acceptPath(shop, user.email)).split('/')
  await acceptTransfer(shop.db, token, user)
  const [first, second, ...moved] = await ticketsOf(shop, one.sale.id)
  await refund(shop, first)
  const [accepted] = await resent()
  expect(accepted?.subject).toMatch(/^Event \d+, .*: your tickets$/)
  expect(accepted?.text).toContain('Bo Recipient has accepted 2 × adult from you.')
  expect(accepted?.text).toContain('No longer valid: 1 × adult.')
  expect(accepted?.text).toContain('Tickets: 1 × adult')
  expect(links(accepted?.text)).toEqual([`/account/tickets/${second?.id}/`])
  expect(moved).toHaveLength(2)

  await refund(shop, second)
  const [none] = await resent()
  expect(none?.subject).toBe('Your order')
  expect(none?.text).toContain('you have no ticket of this order any more')
  expect(none?.text).not.toContain('Organiser')
  expect(none?.attachments).toEqual([])
})

it('moves an order to the email that a code proves, with new entry codes', async () => {
  const { visitor, email, sale } = await ordered()
  await shop.db.updateTable('sales').set({ is_email_proven: false }).where('id', '=', sale.id).execute()
  const codes = () =>
    shop.db.selectFrom('tickets').select(['code', 'user_id']).where('sale_id', '=', sale.id).execute()
  const before = await codes()
  const right = newEmail()
  expect((await info(visitor)).can_correct_email).toBe(true)
  expect((await call(visitor, 'change_email', { email: right, code: '123456' })).status).toBe(422)
  expect((await call(visitor, 'send_email_code', { email: right })).status).toBe(200)
  const code = await codeFor(shop, right)
  expect((await call(visitor, 'change_email', { email: right, code })).status).toBe(200)
  const after = await codes()
  expect(after.map((ticket) => ticket.user_id)).not.toContain(before[0]?.user_id)
  const voided = await shop.db.selectFrom('voided_codes').selectAll().execute()
  expect(voided.map((one) => one.code)).toEqual(expect.arrayContaining(before.map((ticket) => ticket.code)))
  expect((await mailsOf(shop, 'wallet-again:')).some(({ to }) => to === right)).toBe(true)
  expect((await info(visitor)).sale_email).toBe(right)
  expect((await info(visitor)).can_correct_email).toBe(false)
  expect(email).not.toBe(right)
})

it.each(['nobody knows', 'somebody else has an account with'])(
  'moves an express order from a mistyped email that %s',
  async (whose) => {
    const wrong = newEmail()
    if (whose !== 'nobody knows') await account(shop, wrong)
    const { visitor, sale } = await typedEmail(wrong)
    expect((await info(visitor)).can_correct_email).toBe(true)
    const right = newEmail()
    await call(visitor, 'send_email_code', { email: right })
    await call(visitor, 'change_email', { email: right, code: await codeFor(shop, right) })
    expect((await info(visitor)).sale_email).toBe(right)
    const owner = await findUserByEmail(shop.db, right)
    expect((await ticketsOf(shop, sale.id)).map(({ user_id }) => user_id)).toEqual([owner?.id, owner?.id])
    const stranger = await shop.visitor()
    await prove(shop, stranger, wrong)
    expect((await stranger.get(`/account/orders/${sale.order_reference}/`)).status).toBe(404)
  },
)

it('gives no new entry code to a refunded ticket when the email is corrected', async () => {
  const { visitor, sale } = await ordered()
  await shop.db.updateTable('sales').set({ is_email_proven: false }).where('id', '=', sale.id).execute()
  const [refunded, other] = await ticketsOf(shop, sale.id)
  await refund(shop, refunded)
  const right = newEmail()
  await call(visitor, 'send_email_code', { email: right })
  const code = await codeFor(shop, right)
  expect((await call(visitor, 'change_email', { email: right, code })).status).toBe(200)
  const after = await ticketsOf(shop, sale.id)
  expect(after.map(({ code }) => code)).toEqual([
    refunded?.code,
    expect.not.stringMatching(other?.code ?? ''),
  ])
  expect(new Set(after.map(({ user_id }) => user_id)).size).toBe(1)
})

it('does not change an email that is proven, nor one of somebody else [S21]', async () => {
  const { visitor } = await ordered()
  expect((await call(visitor, 'send_email_code', { email: newEmail() })).status).toBe(409)
  const stranger = await visitorWith(shop, (await offer(shop.db, {})).entry(1))
  expect((await call(stranger, 'send_email_code', { email: newEmail() })).status).toBe(404)
})
