import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { moveShopTime } from '#server/database/shop-time.ts'
import type { Mail } from '#server/outbox/render-mail.ts'
import { sendWaiting } from '#server/outbox/send-waiting.ts'
import { person, signedIn, type Person } from '#server/testing/browser.ts'
import { newEmail } from '#server/testing/buyers.ts'
import { mailsOf } from '#server/testing/mails.ts'
import { call, checkoutOf } from '#server/testing/offers.ts'
import { createTestShop, type Fields, type TestShop } from '#server/testing/test-shop.ts'
import {
  acceptPath,
  endEvent,
  entryFor,
  owner,
  refund,
  ticketsOf,
  transfer,
} from '#server/testing/transfers.ts'

import { sendGifts } from './send-gifts.ts'

/** Until it is accepted, the sender of an offer takes it back, or offers the tickets to somebody else instead. */

let shop: TestShop
beforeAll(async () => void (shop = await createTestShop()))
afterAll(() => shop.close())

/** Sends what is waiting in the outbox, and returns whom it went to. */
async function sendMails(): Promise<string[]> {
  const sent: string[] = []
  const send = async ({ to }: Mail): Promise<void> => void sent.push(to)
  await sendWaiting({ db: shop.db, kind: 'mail', config: shop.config, send, log: () => {} })
  return sent
}

/** Offers one of two tickets to a mistyped address. */
async function mistyped(changes: Fields = {}) {
  const [one, wrong] = [await owner(shop), newEmail()]
  const reply = await transfer(one, entryFor(one, { email: wrong, ...changes }))
  expect(reply.status, reply.text).toBe(200)
  const [offer] = reply.json.transfers
  const cancel = (id: string = offer.id) => call(one.visitor, 'cancel_transfer', { transfer_id: id })
  const correct = (email: string, name = 'Bo Right', id: string = offer.id) =>
    call(one.visitor, 'correct_transfer', { transfer_id: id, name, email })
  return { ...one, wrong, offer, path: await acceptPath(shop, wrong), cancel, correct }
}

const accept = (who: Person, path: string) => who.send(path, `${path}accept/`, {})
const subjectsTo = async (email: string) =>
  (await mailsOf(shop, 'transfer:')).filter(({ to }) => to === email).map(({ subject }) => subject)
const scheduled = { is_gift: true, send_gift: 'Schedule', delivery_time: '09:30' }
const inDays = (days: number) =>
  new Intl.DateTimeFormat('en-GB', { timeZone: 'Europe/London' }).format(Date.now() + days * 86_400_000)

describe('an offer', () => {
  it('is listed to its sender, with whom it is for', async () => {
    const { visitor, event, wrong, offer } = await mistyped()
    expect(offer).toEqual({
      id: expect.any(String),
      ticket_id: event.ticket(),
      title: expect.stringMatching(/^Event \d+ - adult$/),
      qty: 1,
      name: 'Bo Recipient',
      email: wrong,
      status: 'offered',
      send_on: '',
    })
    const info = await visitor.get('/ajax/checkout/checkout/get_simple_info/')
    expect(info.json.transfers).toEqual([offer])
  })

  it('that waits for its time says when it is sent', async () => {
    const { offer } = await mistyped({ ...scheduled, delivery_date: inDays(3) })
    expect(offer).toMatchObject({ status: 'scheduled', send_on: expect.stringContaining('9:30am') })
  })
})

describe('an offer that is taken back', () => {
  it('can no longer be accepted or read by its link, and leaves the tickets as they were', async () => {
    const { sale, wrong, path, cancel } = await mistyped({
      is_gift: true,
      send_gift: 'Send now',
      message: 'Our secret',
    })
    const before = await ticketsOf(shop, sale.id)
    const stranger = await signedIn(shop, wrong)
    const open = await stranger.open(path)
    expect((await cancel()).status).toBe(200)
    const refused = await stranger.sendFrom(open, `${path}accept/`, {})
    expect([refused.status, refused.html]).toEqual([410, expect.stringContaining('been taken back')])
    const page = await stranger.open(path)
    expect(page.status).toBe(410)
    for (const secret of ['Our secret', 'Ada Lovelace has', 'Accept the ticket'])
      expect(page.html).not.toContain(secret)
    expect(await ticketsOf(shop, sale.id)).toEqual(before)
  })

  it('is told to both by mail, once', async () => {
    const { sale, wrong, cancel } = await mistyped()
    await sendMails()
    expect((await cancel()).status).toBe(200)
    expect((await cancel()).status).toBe(200)
    expect(await subjectsTo(sale.guest_email)).toEqual([
      expect.stringMatching(/^You have taken back your ticket for Event \d+$/),
    ])
    expect(await subjectsTo(wrong)).toEqual([
      expect.stringMatching(/^The ticket for Event \d+ is no longer available$/),
      expect.stringMatching(/^Ada Lovelace has sent you a ticket/),
    ])
  })

  it('is not sent if its mail was still waiting, and its recipient hears nothing', async () => {
    const { wrong, cancel } = await mistyped()
    await cancel()
    expect(await subjectsTo(wrong)).toEqual([])
    expect(await sendMails()).not.toContain(wrong)
  })

  it('is told to a recipient whose mail may have gone out in a try that failed', async () => {
    const { wrong, cancel } = await mistyped()
    const send = () => Promise.reject(new Error('connection lost'))
    await sendWaiting({ db: shop.db, kind: 'mail', config: shop.config, send, log: () => {} })
    await cancel()
    expect(await subjectsTo(wrong)).toEqual([expect.stringMatching(/no longer available$/)])
  })

  it('is never sent if it was a gift for later', async () => {
    const { wrong, cancel } = await mistyped({ ...scheduled, delivery_date: inDays(2) })
    await cancel()
    await moveShopTime(shop.db, 3 * 86_400)
    await sendGifts({ ...shop, log: () => {} })
    await moveShopTime(shop.db, -3 * 86_400)
    expect(await subjectsTo(wrong)).toEqual([])
  })

  it('leaves the order as if nothing had been transferred, so that its tickets can be offered again', async () => {
    const one = await mistyped()
    await one.cancel()
    expect((await checkoutOf(one.visitor)).has_transfers).toBe(false)
    const right = newEmail()
    expect((await transfer(one, entryFor(one, { email: right, qty: 2 }))).status).toBe(200)
    expect(await acceptPath(shop, right)).not.toBe('')
  })

  it('leaves other offers of the order open', async () => {
    const { kept, path } = await offeredToTwo()
    expect((await accept(await signedIn(shop, kept), path)).location).toBe(path)
  })

  it.each(['open', 'accepted'])(
    'can be offered again while another offer is %s, and no more',
    async (other) => {
      const { one, kept, path } = await offeredToTwo()
      if (other === 'accepted') await accept(await signedIn(shop, kept), path)
      expect((await checkoutOf(one.visitor)).has_transfers).toBe(false)
      const tooMany = await transfer(one, entryFor(one, { qty: 2 }))
      expect([tooMany.status, tooMany.json.message]).toEqual([
        422,
        'You cannot transfer more tickets than you have',
      ])
      const right = newEmail()
      expect((await transfer(one, entryFor(one, { email: right }))).status).toBe(200)
      expect(await acceptPath(shop, right)).not.toBe('')
      expect((await checkoutOf(one.visitor)).has_transfers).toBe(true)
      expect((await transfer(one, entryFor(one))).status).toBe(422)
    },
  )

  it('is not offered again by a late repeat of the first request', async () => {
    const { one, first, entries, offers } = await offeredToTwo()
    for (const { id } of offers) await call(one.visitor, 'cancel_transfer', { transfer_id: id })
    expect(await transfer(one, ...entries)).toMatchObject({ status: 200, json: { transfers: [] } })
    expect(await subjectsTo(first)).toEqual([])
    const right = newEmail()
    expect((await transfer(one, entryFor(one, { email: right }))).status).toBe(200)
    expect((await transfer(one, ...entries)).json.transfers).toMatchObject([{ email: right }])
    expect(await subjectsTo(first)).toEqual([])
  })

  it('is offered to the same person again by a new attempt of the page', async () => {
    const one = await owner(shop)
    const entry = entryFor(one)
    const attempt = (key: string) => call(one.visitor, 'set_transfers', { transfers: [entry], attempt: key })
    const { json } = await attempt('first')
    await call(one.visitor, 'cancel_transfer', { transfer_id: json.transfers[0].id })
    expect((await attempt('first')).json.transfers).toEqual([])
    expect((await attempt('second')).json.transfers).toMatchObject([{ email: entry.email }])
    expect((await attempt('second')).json.transfers).toHaveLength(1)
  })

  it('is offered to the same person again by a page without attempts, ten minutes after the first request', async () => {
    const [one, email] = [await owner(shop), newEmail()]
    const entry = entryFor(one, { email })
    const { json } = await transfer(one, entry)
    await call(one.visitor, 'cancel_transfer', { transfer_id: json.transfers[0].id })
    expect((await transfer(one, entry)).json.transfers).toEqual([])
    await moveShopTime(shop.db, 601)
    expect((await transfer(one, entry)).json.transfers).toMatchObject([{ email, status: 'offered' }])
  })
})

/** Offers two tickets to two people, and takes the first offer back. */
async function offeredToTwo() {
  const [one, first, kept] = [await owner(shop), newEmail(), newEmail()]
  const entries = [entryFor(one, { email: first }), entryFor(one, { email: kept })]
  const { json } = await transfer(one, ...entries)
  await call(one.visitor, 'cancel_transfer', { transfer_id: json.transfers[0].id })
  const offers: { id: string }[] = json.transfers
  return { one, first, kept, entries, offers, path: await acceptPath(shop, kept) }
}

it('a declined offer leaves the tickets to be offered again', async () => {
  const one = await mistyped()
  const bo = await person(shop)
  await bo.send(one.path, `${one.path}decline/`, {})
  expect((await checkoutOf(one.visitor)).has_transfers).toBe(false)
  expect((await transfer(one, entryFor(one))).status).toBe(200)
})

describe('an offer that is corrected', () => {
  it('goes to the right person by a new link, and the old one is dead', async () => {
    const { sale, wrong, path, correct } = await mistyped()
    await sendMails()
    const right = newEmail()
    const { status, json } = await correct(right)
    expect([status, json.transfers]).toEqual([
      200,
      [expect.objectContaining({ name: 'Bo Right', email: right, qty: 1, status: 'offered' })],
    ])
    const stranger = await signedIn(shop, wrong)
    expect((await stranger.open(path)).status).toBe(410)
    const next = await acceptPath(shop, right)
    expect(next).not.toBe(path)
    const bo = await signedIn(shop, right)
    expect((await accept(bo, next)).location).toBe(next)
    expect((await ticketsOf(shop, sale.id)).filter(({ transfer_id }) => transfer_id)).toHaveLength(1)
    expect(await subjectsTo(wrong)).toContainEqual(expect.stringMatching(/no longer available$/))
    expect(await subjectsTo(sale.guest_email)).toContainEqual(
      expect.stringMatching(/^Your ticket for Event \d+ is now offered to Bo Right$/),
    )
  })

  it('is sent again to the same address without a mail that takes it back', async () => {
    const { wrong, path, correct } = await mistyped()
    await sendMails()
    expect((await correct(wrong)).status).toBe(200)
    expect(await subjectsTo(wrong)).toEqual([
      expect.stringMatching(/has sent you a ticket/),
      expect.stringMatching(/has sent you a ticket/),
    ])
    expect(await acceptPath(shop, wrong)).not.toBe(path)
  })

  it('changes nothing if the same request is repeated', async () => {
    const { correct } = await mistyped()
    const right = newEmail()
    const first = await correct(right)
    const again = await correct(right)
    expect([again.status, again.json]).toEqual([200, first.json])
    expect(await subjectsTo(right)).toHaveLength(1)
  })

  it('is not taken back by an older page, which says to whom the tickets are offered now', async () => {
    const { offer, cancel, correct, visitor } = await mistyped()
    const [right, last] = [newEmail(), newEmail()]
    const { json } = await correct(right)
    const refused = await cancel()
    expect([refused.status, refused.json.message]).toEqual([409, `These tickets are now offered to ${right}`])
    const next = await correct(last, 'Bo Last', json.transfers[0].id)
    expect((await cancel(offer.id)).json.message).toBe(`These tickets are now offered to ${last}`)
    expect((await call(visitor, 'cancel_transfer', { transfer_id: next.json.transfers[0].id })).status).toBe(
      200,
    )
    expect((await cancel(offer.id)).status).toBe(200)
  })

  it('keeps the time and the message of a gift for later', async () => {
    const { correct } = await mistyped({ ...scheduled, delivery_date: inDays(2), message: 'Enjoy it' })
    const right = newEmail()
    expect((await correct(right)).json.transfers).toMatchObject([{ status: 'scheduled' }])
    expect(await subjectsTo(right)).toEqual([])
    await moveShopTime(shop.db, 3 * 86_400)
    await sendGifts({ ...shop, log: () => {} })
    await moveShopTime(shop.db, -3 * 86_400)
    const mail = (await mailsOf(shop, 'transfer:')).find(({ to }) => to === right)
    expect(mail?.text).toContain('Enjoy it')
  })

  it.each([
    [{ name: '' }, 'Please enter a name'],
    [{ email: 'bo' }, 'Please type a valid email address'],
    [{ name: 'See www.example.com' }, 'Please type a name without web or email addresses'],
  ])('is refused with %j, and the offer stays', async (changes, message) => {
    const { offer, visitor } = await mistyped()
    const typed = { name: 'Bo Right', email: newEmail(), ...changes }
    const reply = await call(visitor, 'correct_transfer', { transfer_id: offer.id, ...typed })
    expect([reply.status, reply.json.message]).toEqual([422, message])
    const info = await visitor.get('/ajax/checkout/checkout/get_simple_info/')
    expect(info.json.transfers).toEqual([offer])
  })

  it.each([
    ['tickets were refunded', (one: Awaited<ReturnType<typeof mistyped>>) => refundAll(one.sale.id)],
    ['event is over', (one: Awaited<ReturnType<typeof mistyped>>) => endEvent(shop, one.event)],
  ])('is refused if its %s', async (_, happen) => {
    const one = await mistyped()
    await happen(one)
    const reply = await one.correct(newEmail())
    expect([reply.status, reply.json.message]).toEqual([409, 'These tickets are no longer available'])
  })

  it('counts towards the mails that an address gets in a day [S43]', async () => {
    const { correct, offer } = await mistyped()
    await shop.db.deleteFrom('limit_counters').execute()
    const email = newEmail()
    let { id } = offer
    for (let time = 1; time <= 10; time++) {
      const { json } = await correct(email, `Bo Right`, id)
      id = json.transfers[0].id
    }
    expect((await correct(email, 'Bo Right', id)).status).toBe(429)
  })
})

async function refundAll(saleId: string): Promise<void> {
  for (const ticket of await ticketsOf(shop, saleId)) await refund(shop, ticket)
}

describe('an offer that was accepted', () => {
  it('can be neither taken back nor corrected', async () => {
    const { wrong, path, sale, cancel, correct } = await mistyped()
    const bo = await signedIn(shop, wrong)
    await accept(bo, path)
    const accepted = await ticketsOf(shop, sale.id)
    for (const reply of [await cancel(), await correct(newEmail())])
      expect([reply.status, reply.json.message]).toEqual([
        409,
        'Bo Recipient has accepted these tickets already',
      ])
    expect(await ticketsOf(shop, sale.id)).toEqual(accepted)
  })
})

it('belongs to its sender: nobody else takes it back or corrects it [S21, S23]', async () => {
  const { offer, reference } = await mistyped()
  const [other, stranger] = [await owner(shop), await shop.visitor()]
  await stranger.post('/smartcheckout/', { session: reference })
  for (const { visitor } of [other, { visitor: stranger }, { visitor: await shop.visitor() }])
    for (const name of ['cancel_transfer', 'correct_transfer']) {
      const typed = { transfer_id: offer.id, name: 'Eve Smith', email: newEmail() }
      expect((await call(visitor, name, typed)).status).toBe(404)
    }
  expect((await call(other.visitor, 'cancel_transfer', { transfer_id: 'none' })).status).toBe(404)
})

describe('a gift that was not sent yet', () => {
  const later = { ...scheduled, delivery_date: inDays(3) }
  const textTo = async (email: string) => {
    const mails = (await mailsOf(shop, 'transfer:')).filter(({ to }) => to === email)
    return mails.map(({ subject, text }) => `${subject} ${text}`).join()
  }

  it('is cancelled by a mail that speaks of no link', async () => {
    const { sale, wrong, cancel } = await mistyped(later)
    await cancel()
    const told = await textTo(sale.guest_email)
    expect(told).toContain(`We have sent nothing to Bo Recipient (${wrong}), and will not.`)
    expect(told).not.toMatch(/no longer|link/)
  })

  it('is corrected by a mail that says when it is sent, and that nothing was', async () => {
    const { sale, wrong, correct } = await mistyped(later)
    const right = newEmail()
    await correct(right)
    const told = await textTo(sale.guest_email)
    expect(told).toContain(`will be sent to Bo Right (${right}) on `)
    expect(told).toContain(`We have sent nothing to Bo Recipient (${wrong}), and will not.`)
    expect(told).not.toMatch(/now offered|link/)
  })

  it('is changed on the page of its order, which speaks of no link', async () => {
    const { sale, offer } = await mistyped(later)
    const ada = await signedIn(shop, sale.guest_email)
    const order = `/account/orders/${sale.order_reference}/`
    const typed = { name: 'Bo Right', email: newEmail() }
    const corrected = await ada.send(order, `${order}transfers/${offer.id}/correct/`, typed)
    const { html } = await ada.open(corrected.location ?? '')
    expect(html).toContain('The gift will be sent to the new address, at the same time.')
    const [, id] = /transfers\/([^/]+)\/cancel/.exec(html) ?? []
    const cancelled = await ada.send(order, `${order}transfers/${id}/cancel/`, {})
    const page = await ada.open(cancelled.location ?? '')
    expect(page.html).toContain('You have cancelled the gift. Nothing was sent.')
    expect(html + page.html).not.toMatch(/link in|old link/)
  })
})

describe('the page of an order', () => {
  async function onPage(changes: Fields = {}) {
    const one = await mistyped(changes)
    const ada = await signedIn(shop, one.sale.guest_email)
    const order = `/account/orders/${one.sale.order_reference}/`
    return { ...one, ada, order, action: `${order}transfers/${one.offer.id}/` }
  }

  it('takes an offer back', async () => {
    const { ada, order, action, path } = await onPage()
    expect((await ada.open(order)).html).toContain('Not accepted yet: still yours')
    const done = await ada.send(order, `${action}cancel/`, {})
    expect(done.location).toBe(`${order}?transfer=cancelled`)
    const page = await ada.open(done.location ?? '')
    expect(page.html).toContain('You have cancelled the offer')
    expect(page.html).toContain('Cancelled: still yours')
    expect(page.html).not.toContain(`${action}cancel/`)
    expect((await (await person(shop)).open(path)).status).toBe(410)
  })

  it('sends an offer again to the same person, by a new link', async () => {
    const { ada, order, action, path, wrong } = await onPage()
    const done = await ada.send(order, `${action}again/`, {})
    expect(done.location).toBe(`${order}?transfer=sent-again`)
    const { html } = await ada.open(done.location ?? '')
    expect(html).toContain('We have sent the offer again, with a new link.')
    expect(html).toContain('to Bo Recipient')
    const next = await acceptPath(shop, wrong)
    expect(next).not.toBe(path)
    expect((await (await person(shop)).open(next)).status).toBe(200)
    expect((await (await person(shop)).open(path)).status).toBe(410)
    // An old page: the offer that it shows is not the open one.
    const late = await ada.visitor.post(`${action}again/`, {}, { Accept: 'text/html' })
    expect(late.text).toContain('This offer was sent again or corrected already')
  })

  it('does not offer to send a gift again whose time has not come', async () => {
    const { ada, order, action } = await onPage({ ...scheduled, delivery_date: inDays(3) })
    const { html } = await ada.open(order)
    expect(html).toContain(`${action}cancel/`)
    expect(html).not.toContain(`${action}again/`)
  })

  it('corrects an offer, and says what is missing', async () => {
    const { ada, order, action } = await onPage()
    const refused = await ada.send(order, `${action}correct/`, { name: 'Bo Right', email: 'bo' })
    expect([refused.status, refused.html]).toEqual([422, expect.stringContaining('Please enter an email')])
    // Back and reloading do not send the form again, and what was typed stays.
    expect(refused.address).toContain(`${order}?form=`)
    const form = refused.html.slice(refused.html.indexOf(`${action}correct/`))
    expect([...form.matchAll(/ value="([^"]*)"/g)].slice(1, 3).map(([, value]) => value)).toEqual([
      'Bo Right',
      'bo',
    ])
    expect(refused.html).toContain('<details class="fold change-offer" open')
    const right = newEmail()
    const done = await ada.send(order, `${action}correct/`, { name: 'Bo Right', email: right })
    expect(done.location).toBe(`${order}?transfer=corrected`)
    const { html } = await ada.open(done.location ?? '')
    expect(html).toContain('to Bo Right')
    expect(html).not.toContain('to Bo Recipient')
    expect(await acceptPath(shop, right)).not.toBe('')
  })

  it('says of an offer that was cancelled elsewhere that it is over, whatever was typed for it', async () => {
    const { ada, order, action, cancel } = await onPage()
    const page = await ada.open(order)
    await cancel()
    for (const typed of [
      { name: 'Bo Right', email: 'bo' },
      { name: '', email: newEmail() },
      { name: 'Bo Right', email: newEmail() },
    ]) {
      const { html } = await ada.sendFrom(page, `${action}correct/`, typed)
      expect(/role="alert"[^]*?<\/p>/.exec(html)?.[0]).toContain('These tickets are not offered any more')
    }
  })

  it('offers neither for an accepted offer, and is closed to its recipient [S21]', async () => {
    const { ada, order, action, path, wrong } = await onPage()
    const bo = await signedIn(shop, wrong)
    const open = await bo.open(path)
    const [, _token = ''] = /name="_token"\s+value="([^"]+)"/.exec(open.html) ?? []
    const refused = await bo.sendFrom(open, `${action}cancel/`, { _token })
    expect((await bo.open(refused.location ?? '')).status).toBe(404)
    await accept(bo, path)
    const { html } = await ada.open(order)
    expect(html).toContain('Accepted')
    expect(html).not.toContain(action)
  })
})
