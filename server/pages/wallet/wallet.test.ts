import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { moveShopTime } from '#server/database/shop-time.ts'
import { person, signedIn, type Person } from '#server/testing/browser.ts'
import { account, codeFor, newEmail } from '#server/testing/buyers.ts'
import { mailsOf } from '#server/testing/mails.ts'
import { call, offer } from '#server/testing/offers.ts'
import { pay } from '#server/testing/payers.ts'
import { scanSvg } from '#server/testing/qr-cells.ts'
import { inGroups } from '#server/outbox/content.ts'
import { readPdf } from '#server/testing/read-pdf.ts'
import { createTestShop, type TestShop } from '#server/testing/test-shop.ts'
import { invoiceOf } from '#server/wallet/pdf/invoice.ts'
import { findOrder } from '#server/wallet/read-order.ts'
import { readReference } from '#server/wallet/order-reference.ts'

let shop: TestShop
beforeAll(async () => void (shop = await createTestShop()))
afterAll(() => shop.close())

/** Makes a guest who has paid for two tickets that are delivered. */
async function buyer(
  changes: Parameters<typeof offer>[1] = {},
  prepare?: (saleId: string, link: string) => Promise<unknown>,
) {
  const event = await offer(shop.db, changes)
  const someone = await person(shop)
  const { visitor } = someone
  await visitor.post('/do/checkout/add/', { ticket: [event.entry(2)] })
  const { json } = await call(visitor, 'reserve_tickets')
  const email = newEmail()
  const { id: saleId } = await shop.db
    .updateTable('sales')
    .set({ guest_email: email, guest_name: 'Żaneta Łukasiewicz' })
    .where('reference', '=', json.sale_reference)
    .returning('id')
    .executeTakeFirstOrThrow()
  await prepare?.(saleId, json.sale_reference)
  const paid = await pay(shop, visitor)
  if (paid.status !== 200) throw new Error(paid.text)
  for (const name of ['deliver_to_bitticket', 'deliver_to_wallet']) await call(visitor, name)
  const { order_reference } = await shop.db
    .selectFrom('sales')
    .select('order_reference')
    .where('id', '=', saleId)
    .executeTakeFirstOrThrow()
  const tickets = await shop.db
    .selectFrom('tickets')
    .selectAll()
    .where('sale_id', '=', saleId)
    .orderBy('copy')
    .execute()
  const reference = order_reference ?? ''
  return {
    someone,
    event,
    email,
    saleId,
    tickets,
    reference,
    order: `/account/orders/${reference}/`,
    ticket: `/account/tickets/${tickets[0]?.id}/`,
    code: tickets[0]?.code ?? '',
  }
}

/** Requests a file as the person's browser. */
async function fileOf({ visitor }: Person, path: string) {
  const reply = await shop.app.request(shop.config.origin + path, {
    headers: { Accept: 'text/html', Cookie: [...visitor.cookies].map((pair) => pair.join('=')).join('; ') },
  })
  return { status: reply.status, headers: reply.headers, bytes: new Uint8Array(await reply.arrayBuffer()) }
}

const wordsOf = (html: string) =>
  html
    .replaceAll(/<(script|style)[\s\S]*?<\/\1>/g, ' ')
    .replaceAll(/<wbr \/>/g, '')
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ')

describe('ticket', () => {
  it('shows a QR code that says its entry code, with holder, doors, place, directions and calendars', async () => {
    const starts_at = new Date('2030-06-14T18:30:00Z')
    const { someone, ticket, code } = await buyer({
      event: {
        title: 'Evening in <Łódź>',
        venue_name: 'Hall',
        venue_full_address: '1 Quay, Whitby YO21 1DN',
      },
      date: { starts_at, doors_at: new Date('2030-06-14T17:45:00Z') },
    })
    const { status, html } = await someone.open(ticket)
    expect(status).toBe(200)
    expect(scanSvg(html)).toBe(code)
    const words = wordsOf(html)
    for (const text of [
      code,
      'Evening in &lt;Łódź&gt;',
      'Żaneta Łukasiewicz',
      'Fri 14 Jun 2030',
      'Doors 6:45pm',
      'Starts 7:30pm',
    ])
      expect(words).toContain(text)
    expect(html.match(/Hall, 1 Quay, Whitby YO21\u00a01DN/g)).toHaveLength(2)
    expect(html).toContain('https://www.google.com/maps/dir/?api=1&amp;destination=Hall%2C+1+Quay')
    expect(html).toContain('https://calendar.google.com/')
    expect(words).toContain('Ticket 1 of 2')
    const file = await fileOf(someone, `${ticket}event.ics`)
    expect(file.headers.get('content-type')).toContain('text/calendar')
    expect(new TextDecoder().decode(file.bytes)).toContain('DTSTART:20300614T183000Z')
  })

  it('is added to a calendar by one row, which is folded and unfolds to the choices of the completed order', async () => {
    const { someone, ticket } = await buyer()
    const { html } = await someone.open(ticket)
    const rows = /<ul class="panel links"[^]*?<\/main>/.exec(html)?.[0] ?? ''
    const [row = '', choices = ''] =
      /<details(?![^>]* open)[^>]*>\s*<summary>([^]*?)<\/summary>([^]*?)<\/details>/.exec(rows)?.slice(1) ??
      []
    expect(wordsOf(row)).toContain('Add to calendar')
    expect(
      Array.from(choices.matchAll(/<a href="([^"?]*)[^>]*>([^<]*)</g), (match) => match.slice(1)),
    ).toEqual([
      [`${ticket}event.ics`, 'Calendar file (.ics)'],
      ['https://calendar.google.com/calendar/render', 'Google Calendar'],
      ['https://outlook.live.com/calendar/0/deeplink/compose', 'Outlook.com'],
    ])
    expect(rows.match(/calendar\.google\.com|outlook\.live\.com|event\.ics/g)).toHaveLength(3)
  })

  it('leads to the other tickets of its order', async () => {
    const { someone, tickets, ticket } = await buyer()
    const first = await someone.open(ticket)
    const next = /rel="next"\s+href="([^"]+)"/.exec(first.html)?.[1] ?? ''
    expect(next).toBe(`/account/tickets/${tickets[1]?.id}/`)
    expect(scanSvg((await someone.open(next)).html)).toBe(tickets[1]?.code)
    expect((await someone.open(next)).html).toMatch(new RegExp(`rel="prev"\\s+href="${ticket}"`))
  })

  it('opens with the first of the seats in the order of their numbers, whichever was chosen first', async () => {
    const { someone, tickets } = await buyer()
    for (const [index, seat] of ['Stalls-E-13', 'Stalls-E-9'].entries())
      await shop.db
        .updateTable('tickets')
        .set({ seat })
        .where('id', '=', tickets[index]?.id ?? '')
        .execute()
    const { html } = await someone.open('/account/wallet/')
    expect(wordsOf(html)).toMatch(/seat 9 .*seat 13/)
    const shown =
      /href="(\/account\/tickets\/[^"]+)"[^>]*>(?:(?!<\/a>)[\s\S])*Show tickets/.exec(html)?.[1] ?? ''
    expect(shown).toBe(`/account/tickets/${tickets[1]?.id}/`)
    expect(wordsOf((await someone.open(shown)).html)).toContain('Ticket 1 of 2')
  })

  it('names a street whole that begins as the venue does', async () => {
    const { someone } = await buyer({
      event: { venue_name: 'Harbour', venue_full_address: 'Harbourside Road 4, Whitby' },
    })
    expect(wordsOf((await someone.open('/account/wallet/')).html)).toContain(
      'Harbour Harbourside Road 4, Whitby',
    )
  })

  it.each<[string, RegExp, (saleId: string, ticketId: string, code: string) => Promise<unknown>]>([
    [
      'is still being delivered',
      /On its way/,
      (saleId) =>
        shop.db.updateTable('tickets').set({ released_at: null }).where('sale_id', '=', saleId).execute(),
    ],
    [
      'waits for the last instalment',
      /Comes after your last payment, on Sat 1 Feb 2031/,
      async (saleId) => {
        await shop.db
          .updateTable('tickets')
          .set({ released_at: null, is_on_plan: true })
          .where('sale_id', '=', saleId)
          .execute()
        const due = new Date('2031-02-01T09:00:00Z')
        await shop.db
          .insertInto('instalments')
          .values({ sale_id: saleId, number: 3, amount: 500, due_at: due, next_try_at: due })
          .execute()
      },
    ],
    [
      'comes by post',
      /Comes by post/,
      (saleId) =>
        shop.db
          .updateTable('ticket_types')
          .set({ deliverable: true })
          .where(
            'id',
            'in',
            shop.db.selectFrom('tickets').select('ticket_type_id').where('sale_id', '=', saleId),
          )
          .execute(),
    ],
    [
      'was refunded',
      /Refunded/,
      async (saleId) => {
        const own = await shop.db
          .selectFrom('tickets')
          .select(['id', 'code'])
          .where('sale_id', '=', saleId)
          .execute()
        await shop.db
          .insertInto('voided_codes')
          .values(own.map(({ id, code }) => ({ ticket_id: id, code, reason: 'refunded' as const })))
          .execute()
      },
    ],
    [
      'was transferred',
      /Transferred to Grace Hopper/,
      async (saleId) => transfer(saleId, await account(shop, newEmail())),
    ],
  ])('shows no code, and has no PDF, if it %s', async (_, why, change) => {
    const one = await buyer()
    await change(one.saleId, one.tickets[0]?.id ?? '', one.code)
    for (const path of [one.ticket, one.order, '/account/wallet/']) {
      const { html } = await one.someone.open(path)
      expect(html).not.toContain(one.code)
      // Four digits of an id between hyphens are no code.
      expect(html).not.toMatch(/(?<![\w-])[0-9A-HJKMNP-TV-Z]{4}(?:-[0-9A-HJKMNP-TV-Z]{4}){3}(?![\w-])/)
      expect(html).not.toContain('class="qr"')
    }
    expect(wordsOf((await one.someone.open(one.ticket)).html)).toMatch(why)
    expect((await fileOf(one.someone, `${one.ticket}ticket.pdf`)).status).toBe(404)
    expect((await fileOf(one.someone, `${one.order}tickets.pdf`)).status).toBe(404)
  })

  it('belongs to whom it was transferred, with its new code, but not the order', async () => {
    const one = await buyer()
    const email = newEmail()
    const recipient = await signedIn(shop, email)
    const { id } = await shop.db
      .selectFrom('users')
      .select('id')
      .where('email', '=', email)
      .executeTakeFirstOrThrow()
    const code = await transfer(one.saleId, id)
    const { html } = await recipient.open(one.ticket)
    expect(scanSvg(html)).toBe(code)
    expect(wordsOf(html)).toContain('Ada Lovelace')
    expect(html).not.toContain(one.reference)
    expect((await recipient.open('/account/wallet/')).html).toContain(`href="${one.ticket}"`)
    expect((await recipient.open(one.order)).status).toBe(404)
    expect(wordsOf((await one.someone.open(one.order)).html)).toMatch(
      /1 × adult to Grace Hopper \S+ ?@\S+ Accepted/,
    )
  })
})

/** Gives the first ticket of a sale to a user, as an accepted transfer does, and returns its new code. */
async function transfer(saleId: string, userId: string): Promise<string> {
  const tickets = await shop.db
    .selectFrom('tickets')
    .selectAll()
    .where('sale_id', '=', saleId)
    .orderBy('copy')
    .execute()
  let last = ''
  for (const { id, code, ticket_type_id } of tickets) {
    const made = await shop.db
      .insertInto('transfers')
      .values({
        sale_id: saleId,
        ticket_type_id,
        name: 'Grace Hopper',
        email: 'grace@example.com',
        qty: 1,
        is_gift: false,
        deliver_at: new Date(),
        status: 'accepted',
        accepted_by: userId,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const renewed = code.split('-').toReversed().join('-')
    last ||= renewed
    await shop.db
      .updateTable('tickets')
      .set({ user_id: userId, transfer_id: made.id, code: renewed })
      .where('id', '=', id)
      .execute()
    await shop.db.insertInto('voided_codes').values({ code, ticket_id: id, reason: 'transferred' }).execute()
  }
  return last
}

describe('wallet', () => {
  it('lists tickets to come first and past events below, with the orders', async () => {
    const email = newEmail()
    const someone = await signedIn(shop, email)
    const soon = await buyer({ event: { title: 'Coming soon' } })
    const over = await buyer({ event: { title: 'Long over' } })
    await shop.db
      .updateTable('sales')
      .set({ guest_email: email })
      .where('id', 'in', [soon.saleId, over.saleId])
      .execute()
    await shop.db
      .updateTable('event_dates')
      .set({ starts_at: sql`shop_now() - interval '1 day'` })
      .where('id', '=', over.event.id)
      .execute()
    const { html } = await someone.open('/account/wallet/')
    const words = wordsOf(html)
    expect(words).toMatch(/Coming soon .* Past events Long over .* Your orders/)
    expect(words.split('Your orders')[0]?.match(/Long over/g)).toHaveLength(1)
    expect(html).toContain(soon.order)
    expect(html).toContain(over.order)
    // Its own page has files, but no link to itself.
    const own = (await someone.open(soon.order)).html
    expect(own).toContain(`href="${soon.order}tickets.pdf"`)
    expect(own).not.toContain(`href="${soon.order}"`)
    // Only tickets that still admit are kept for use without a network.
    const kept = [...html.matchAll(/href="(\/account\/tickets\/[^"]+)"\s+data-keep/g)].map(
      (match) => match[1],
    )
    expect(kept).toEqual(soon.tickets.map(({ id }) => `/account/tickets/${id}/`))
  })

  it('leads from tickets to their order by its reference, without counting the rows above', async () => {
    const one = await buyer({ event: { title: 'Coming soon' } })
    const { html } = await one.someone.open('/account/wallet/')
    const stub = wordsOf(/<section class="stub"[^]*?<\/section>/.exec(html)?.[0] ?? '')
    expect(stub).toMatch(
      new RegExp(` From order ${one.reference.slice(0, 4)} ${one.reference.slice(4)} +Show tickets`),
    )
    expect(stub).not.toMatch(/\d tickets/)
  })

  it('names a single ticket in words beside "Show ticket", the one way to it if it can be shown', async () => {
    const { someone, tickets, ticket, order } = await buyer({
      event: { title: 'Coming soon' },
      date: { starts_at: new Date('2030-06-14T18:30:00Z') },
      tickets: { adult: { name: 'Balcony' } },
    })
    const linksIn = async (path: string) => {
      const { html } = await someone.open(path)
      const foot = /<div class="stub-foot"[^]*?<\/section>/.exec(html)?.[0] ?? ''
      return Array.from(
        foot.matchAll(/<a[^>]*href="(\/account\/tickets\/[^"]*)"([^>]*)>([^]*?)<\/a\s*>/g),
        ([, href, attributes = '', label = '']) => ({
          href,
          isKept: attributes.includes('data-keep'),
          label: wordsOf(label).trim(),
        }),
      )
    }
    const labels = async (path: string) => (await linksIn(path)).map(({ label }) => label)
    const when = 'Fri 14 Jun 2030, 7:30pm'
    const several = ['Balcony, 1 of 2', 'Balcony, 2 of 2', `Show tickets for Coming soon, ${when}`]
    expect(await labels('/account/wallet/')).toEqual(several)

    await shop.db
      .deleteFrom('tickets')
      .where('id', '=', tickets[1]?.id ?? '')
      .execute()
    for (const path of ['/account/wallet/', order]) {
      expect(await linksIn(path)).toEqual([
        { href: ticket, isKept: true, label: `Show ticket for Coming soon, ${when}` },
      ])
      expect(wordsOf((await someone.open(path)).html)).toMatch(/ Balcony [^,]*Show ticket for Coming soon/)
    }

    // Without a code there is no button, and the row is the one way to the ticket.
    await shop.db
      .updateTable('tickets')
      .set({ released_at: null })
      .where('id', '=', tickets[0]?.id ?? '')
      .execute()
    expect(await labels('/account/wallet/')).toEqual(['Balcony On its way'])
    await shop.db
      .updateTable('tickets')
      .set({ released_at: new Date() })
      .where('id', '=', tickets[0]?.id ?? '')
      .execute()
    await shop.db
      .updateTable('event_dates')
      .set({ starts_at: sql`shop_now() - interval '1 day'`, ends_at: sql`shop_now() - interval '1 day'` })
      .execute()
    for (const path of ['/account/wallet/', order]) expect(await labels(path)).toEqual(['Balcony'])
  })

  it('names each order by what was ordered, with its reference, date and total', async () => {
    const one = await buyer({ event: { title: 'Coming soon' } })
    const rowOf = async () => {
      const { html } = await one.someone.open('/account/wallet/')
      return wordsOf(/<li>\s*<a href="\/account\/orders[^]*?<\/li>/.exec(html)?.[0] ?? '').trim()
    }
    const [start, end] = [one.reference.slice(0, 4), one.reference.slice(4)]
    const rest = new RegExp(`^ £20\\.00 Order ${start} ${end} , \\w{3} \\d+ \\w{3} \\d{4}$`)
    const called = async () => {
      const row = await rowOf()
      const name = row.slice(0, row.indexOf(' £'))
      expect(row.slice(name.length)).toMatch(rest)
      return name
    }
    expect(await called()).toBe('Coming soon')

    const others = [await offer(shop.db), await offer(shop.db)]
    await shop.db
      .insertInto('sale_tickets')
      .values(others.map((other) => ({ sale_id: one.saleId, ticket_type_id: other.ticket(), qty: 1 })))
      .execute()
    expect(await called()).toBe('Coming soon and 2 more')

    const { id: product_id } = await shop.db
      .selectFrom('gift_voucher_products')
      .select('id')
      .executeTakeFirstOrThrow()
    await shop.db
      .insertInto('sale_gift_vouchers')
      .values([10_00, 20_00].map((value) => ({ sale_id: one.saleId, product_id, value, qty: 1 })))
      .execute()
    expect(await called()).toBe('Coming soon and 4 more')

    await shop.db.deleteFrom('sale_tickets').where('sale_id', '=', one.saleId).execute()
    expect(await called()).toBe('Gift voucher and 1 more')
  })

  it('lists gift vouchers first for a buyer without tickets, each with its picture and a code to copy, and leads to the events', async () => {
    const one = await buyer()
    const product = await shop.db
      .selectFrom('gift_voucher_products')
      .select(['id', 'organiser_id', 'picture'])
      .executeTakeFirstOrThrow()
    await shop.db.deleteFrom('tickets').where('sale_id', '=', one.saleId).execute()
    const words = async () => {
      const { html } = await one.someone.open('/account/wallet/')
      return { html, words: wordsOf(html) }
    }
    expect((await words()).words).toContain('You have no tickets yet. Browse events')
    await shop.db
      .insertInto('issued_vouchers')
      .values({
        code: one.code,
        sale_id: one.saleId,
        product_id: product.id,
        organiser_id: product.organiser_id,
        currency: 'GBP',
        value: 25_00,
        balance: 10_00,
        expires_at: sql`shop_now() + interval '1 year'`,
      })
      .execute()
    const wallet = await words()
    expect(wallet.words).toMatch(/Ticket wallet .*Gift vouchers you bought £25\.00, .* £10\.00 left/)
    expect(wallet.words).not.toContain('no tickets')
    expect(wallet.words).toMatch(/left, .* Browse events/)
    expect(wallet.html).toContain(`src="${product.picture}"`)
    expect(wallet.html).toContain(`data-copy="${one.code}"`)
  })

  it('names its visitor to the service worker, and somebody else otherwise', async () => {
    const [one, other] = [await buyer(), await buyer()]
    const ownerOf = async ({ someone }: typeof one, path: string) =>
      (await fileOf(someone, path)).headers.get('wallet-owner')
    const owner = await ownerOf(one, '/account/wallet/')
    expect(owner).toMatch(/^[\w-]{43}$/)
    expect(await ownerOf(one, one.ticket)).toBe(owner)
    expect(await ownerOf(other, '/account/wallet/')).not.toBe(owner)
    expect(await ownerOf(one, one.order)).toBeNull()
  })

  it('has a service worker with a version that browsers check each time', async () => {
    const reply = await shop.app.request('/account/wallet-worker.js')
    expect(reply.headers.get('content-type')).toContain('text/javascript')
    expect(reply.headers.get('cache-control')).toBe('no-cache')
    expect(reply.headers.get('content-security-policy')).toContain("worker-src 'self'")
    expect(await reply.text()).toMatch(/^const version = '[\w-]{10}'\n/)
  })

  it('shows nothing of an order after signing out [S23, S40]', async () => {
    const one = await buyer()
    await one.someone.send('/account/wallet/', '/signout/', {})
    expect((await one.someone.open('/account/wallet/')).status).toBe(303)
    for (const path of [one.ticket, one.order]) expect((await one.someone.open(path)).status).toBe(404)
  })
})

describe('order', () => {
  it('shows lines, fee, discount, payments and refunds, and the buyer’s email', async () => {
    const one = await buyer({ tickets: { adult: { price: 1000, booking_fee: 120 } } })
    await shop.db
      .insertInto('payments')
      .values({
        sale_id: one.saleId,
        kind: 'refund',
        refunded_by: 'provider',
        provider: 'stripe',
        provider_id: `refund of ${one.saleId}`,
        amount: 500,
        currency: 'GBP',
        status: 'done',
      })
      .execute()
    const words = wordsOf((await one.someone.open(one.order)).html)
    expect(words).toContain(`Order ${one.reference}`)
    expect(words).toContain(one.email)
    expect(words).toMatch(/2 × adult £22\.40 .*£20\.00 \+ £2\.40 fee .*Booking fee \+£2\.40 Total £22\.40/)
    expect(words).toMatch(/Paid by card on \w{3} \d+ \w{3} \d{4} £22\.40/)
    expect(words).toMatch(/Refunded on .* −£5\.00/)
    expect(words).not.toContain('Still to pay')
  })

  /** The rows of the tickets on a page, each with its address and its words. */
  const ticketRows = (html: string) =>
    [...html.matchAll(/<li>\s*<a href="(\/account\/tickets\/[^"]+)"[^>]*>([^]*?)<\/a/g)].map(
      ([, href, words = '']) => ({ href, words: wordsOf(words).trim() }),
    )

  it('links each ticket by a name of its own', async () => {
    const one = await buyer()
    for (const path of [one.order, '/account/wallet/'])
      expect(ticketRows((await one.someone.open(path)).html)).toEqual(
        one.tickets.map(({ id }, index) => ({
          href: `/account/tickets/${id}/`,
          words: `adult, ${index + 1} of 2`,
        })),
      )
  })

  it('lists tickets without their entry codes, which stand on the page of each', async () => {
    const one = await buyer()
    for (const path of [one.order, '/account/wallet/']) {
      const { html } = await one.someone.open(path)
      for (const { code } of one.tickets) expect(html).not.toContain(code)
    }
    expect(wordsOf((await one.someone.open(one.ticket)).html)).toContain(one.code)
  })

  it('says in the row of a ticket without an entry code why it has none', async () => {
    const one = await buyer()
    await shop.db
      .updateTable('ticket_types')
      .set({ deliverable: true })
      .where('event_id', '=', one.event.id)
      .execute()
    for (const path of [one.order, '/account/wallet/'])
      expect(ticketRows((await one.someone.open(path)).html).map(({ words }) => words)).toEqual([
        'adult, 1 of 2 Comes by post',
        'adult, 2 of 2 Comes by post',
      ])
  })

  it('says in a sentence when its tickets are refunded, and whom to ask about them', async () => {
    await shop.db
      .insertInto('refund_policies')
      .values({
        id: 'kind',
        title: 'Kind',
        description: 'Full refund up to the day before',
        text: 'Any time.',
      })
      .execute()
    const one = await buyer({
      organiser: { id: 'harbour-arts', name: 'Harbour Arts' },
      tickets: { adult: { refund_policy_id: 'kind' } },
    })
    const { html } = await one.someone.open(one.order)
    expect(wordsOf(html)).toContain(' Kind: Full refund up to the day before ')
    expect(html).toMatch(
      /<a href="\/organisers\/harbour-arts\/"[^>]*>(?:<svg[^]*?<\/svg>)?\s*<span>Ask Harbour Arts about this order<\/span>/,
    )
  })

  it('is found by its reference in small letters', async () => {
    const one = await buyer()
    expect((await one.someone.open(one.order.toLowerCase())).status).toBe(200)
    expect((await one.someone.open(one.order.slice(0, -1))).location).toBe(one.order)
  })

  it('sends its email again, three times an hour', async () => {
    const one = await buyer()
    const sent = async () => (await mailsOf(shop, 'wallet-again:')).filter(({ to }) => to === one.email)
    for (let count = 1; count <= 3; count++) {
      const { location } = await one.someone.send(one.order, `${one.order}resend/`, {})
      expect(wordsOf((await one.someone.open(location ?? '')).html)).toContain(
        `We have sent the email to ${one.email} again`,
      )
      expect(await sent()).toHaveLength(count)
    }
    const refused = await one.someone.send(one.order, `${one.order}resend/`, {})
    expect(refused.address).toContain('?form=')
    expect(refused.status).toBe(429)
    expect(wordsOf(refused.html)).toContain('three times within an hour')
    expect(await sent()).toHaveLength(3)
  })

  it('is linked with its tickets in the mail, without entry codes', async () => {
    const one = await buyer()
    const [mail] = await mailsOf(shop, `wallet:${one.saleId}`)
    for (const path of [one.order, ...one.tickets.map(({ id }) => `/account/tickets/${id}/`)])
      for (const form of [mail?.text, mail?.html]) expect(form).toContain(`http://shop.test${path}`)
    for (const { code } of one.tickets) expect(JSON.stringify(mail)).not.toContain(code)
  })
})

describe('a stranger', () => {
  it('gets the same reply for somebody else’s order and ticket as for unknown ones [S21, S23]', async () => {
    const withLink = await person(shop)
    const one = await buyer({}, (_, link) =>
      withLink.send(`/smartcheckout/?session=${link}`, '/smartcheckout/', {}),
    )
    const unknown = {
      ticket: '/account/tickets/00000000-0000-4000-8000-000000000000/',
      order: '/account/orders/00000000/',
    }
    for (const stranger of [await person(shop), await signedIn(shop, newEmail()), withLink]) {
      for (const kind of ['ticket', 'order'] as const)
        for (const file of [
          '',
          ...(kind === 'ticket' ? ['ticket.pdf', 'event.ics'] : ['tickets.pdf', 'invoice.pdf']),
        ]) {
          const [theirs, nothing] = [one[kind] + file, unknown[kind] + file]
          const [found, missing] = [await stranger.open(theirs), await stranger.open(nothing)]
          expect([found.status, missing.status]).toEqual([404, 404])
          const neutral = (html: string, path: string) => html.replaceAll(encodeURIComponent(path), '')
          expect(neutral(found.html, theirs)).toBe(neutral(missing.html, nothing))
        }
      const token = {
        _token: /name="_token"\s+value="([^"]+)"/.exec((await stranger.open('/orders/')).html)?.[1] ?? '',
      }
      const resent = await stranger.sendFrom(await stranger.open('/orders/'), `${one.order}resend/`, token)
      expect(resent.location).toBe(one.order)
    }
    expect((await mailsOf(shop, 'wallet-again:')).filter(({ to }) => to === one.email)).toEqual([])
  })

  it('gets 404 for what is no id', async () => {
    const someone = await person(shop)
    for (const path of ['/account/tickets/1/', '/account/orders/%00/', '/account/orders/short/'])
      expect((await someone.open(path)).status).toBe(404)
  })
})

describe('PDF', () => {
  it('of an order has a page for each ticket, with its text and a QR code that says its code', async () => {
    const title = 'Łódź at Night: Στράτος and Любовь'
    const one = await buyer({ event: { title }, tickets: { adult: { name: 'Balkon górny' } } })
    const { status, headers, bytes } = await fileOf(one.someone, `${one.order}tickets.pdf`)
    expect([status, headers.get('content-type')]).toEqual([200, 'application/pdf'])
    const pdf = await readPdf(bytes)
    expect(pdf.pages).toHaveLength(2)
    expect(pdf.codes).toEqual(one.tickets.map(({ code }) => code))
    for (const [index, page] of pdf.pages.entries())
      for (const text of [
        title,
        'Balkon górny',
        'Żaneta Łukasiewicz',
        one.tickets[index]?.code,
        inGroups(one.reference),
      ])
        expect(page).toContain(text)
    expect(pdf.lang).toBe('en-GB')
    expect(pdf.title).toBe(`Tickets of order ${one.reference}`)
    expect(pdf.alts).toEqual(one.tickets.map(({ code }) => `QR code of the ticket: ${code}`))
    expect([...pdf.roles]).toEqual(expect.arrayContaining(['H1', 'P', 'Figure']))
    expect((await fileOf(one.someone, `${one.order}tickets.pdf`)).bytes).toEqual(bytes)
  })

  it('of an order is offered with how many tickets it has', async () => {
    const one = await buyer()
    expect(wordsOf((await one.someone.open(one.order)).html)).toContain('Save 2 tickets as PDF')
    const [ticket] = one.tickets
    await shop.db
      .insertInto('voided_codes')
      .values({ ticket_id: ticket?.id ?? '', code: ticket?.code ?? '', reason: 'refunded' })
      .execute()
    expect(wordsOf((await one.someone.open(one.order)).html)).toContain('Save 1 ticket as PDF')
  })

  it('of an order shows the picture of the event on each ticket if the shop has drawn it, and holds it once', async () => {
    const pictures = async (picture: string) => {
      const one = await buyer({ event: { picture } })
      const { bytes } = await fileOf(one.someone, `${one.order}tickets.pdf`)
      expect((await readPdf(bytes)).pages).toHaveLength(2)
      return Buffer.from(bytes).toString('latin1').split('/Subtype /Image').length - 1
    }
    expect(await pictures('/pictures/winter-arena.svg')).toBe(1)
    for (const picture of ['', 'https://cdn.example/a.jpg', '/files/../../a.jpg'])
      expect(await pictures(picture)).toBe(0)
  })

  it('of a ticket has this ticket alone', async () => {
    const one = await buyer()
    const { bytes } = await fileOf(one.someone, `${one.ticket}ticket.pdf`)
    expect((await readPdf(bytes)).codes).toEqual([one.code])
  })

  it('of an invoice shows lines, discount, donation with the VAT in its fee, delivery, payments and refunds', async () => {
    await shop.db
      .insertInto('charities')
      .values({
        id: 'vat-charity',
        name: 'Łąka Trust',
        logo: '',
        description_html: '',
        donation_options: [500],
        donation_checkout_title: '',
        base_fee: 20,
        booking_fee_basis_points: 500,
        booking_fee_includes_vat: true,
        booking_fee_vat_basis_points: 2000,
        booking_fee_cap: null,
      })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    const one = await buyer(
      {
        organiser: { charity_id: 'vat-charity', name: 'Łukasz Presents' },
        tickets: { adult: { price: 1000, booking_fee: 120 } },
      },
      (saleId) =>
        shop.db
          .updateTable('sales')
          .set({ donation_charity_id: 'vat-charity', donation_amount: 1000 })
          .where('id', '=', saleId)
          .execute(),
    )
    const { bytes } = await fileOf(one.someone, `${one.order}invoice.pdf`)
    const { pages, lang, roles, title } = await readPdf(bytes)
    const page = pages.join(' ')
    for (const text of [
      inGroups(one.reference),
      one.email,
      'Żaneta Łukasiewicz',
      'Łukasz Presents',
      '2 × adult',
      '£20.00',
    ])
      expect(page).toContain(text)
    expect(page).toMatch(/Donation to Łąka Trust \+£10\.00 Donation fee \+£0\.84/)
    expect(page).toMatch(/Booking fee \+£2\.40/)
    expect(page).toMatch(/Total £33\.24/)
    expect(page).toMatch(/Paid by card on .* £33\.24/)
    expect(page).toContain("The donation's fee of £0.84 includes £0.14 VAT at 20%.")
    expect([lang, title]).toEqual(['en-GB', `Invoice ${one.reference}`])
    expect([...roles]).toEqual(expect.arrayContaining(['H1', 'H2', 'Table', 'TR', 'TH', 'TD']))
  })

  it('shows no boxes instead of Arabic, Hebrew, Chinese, Japanese or Korean names, but where to find them', async () => {
    const one = await buyer({ event: { title: '🎄 Carols' } })
    for (const name of ['ليلى حسن', 'נועה לוי', '王小明', '山田さくら', '김민준']) {
      await shop.db.updateTable('users').set({ first_name: name }).where('email', '=', one.email).execute()
      await shop.db.updateTable('sales').set({ guest_name: name }).where('id', '=', one.saleId).execute()
      for (const [path, note] of [
        [`${one.ticket}ticket.pdf`, 'Ticket holder See your ticket page'],
        [`${one.order}invoice.pdf`, `Customer See the page of your order ${one.email}`],
      ] as const) {
        const text = (await readPdf((await fileOf(one.someone, path)).bytes)).pages.join(' ')
        expect(text).not.toContain(name)
        expect(text).toContain(note)
        expect(text).toMatch(/(?<!🎄 )Carols/)
      }
      expect((await one.someone.open(one.ticket)).html).toContain(name)
    }
  })

  it('of an invoice names who sells, with address and VAT number', async () => {
    const one = await buyer({
      organiser: {
        name: 'Harbour Arts',
        postal_address: '14 Sandgate, Whitby',
        vat_number: 'GB 999 9999 73',
      },
    })
    const { bytes } = await fileOf(one.someone, `${one.order}invoice.pdf`)
    expect((await readPdf(bytes)).pages.join(' ')).toContain(
      'Sold by Harbour Arts, 14 Sandgate, Whitby, VAT number GB 999 9999 73',
    )
  })

  it('of an invoice names each seller in a line of its own', async () => {
    const one = await buyer({ organiser: { name: 'Harbour Arts', postal_address: '14 Sandgate, Whitby' } })
    const owner = { session: { id: one.saleId, saleId: null }, userIds: [], emails: [one.email] }
    const order = await findOrder(shop.db, owner, one.reference)
    const [seller] = order!.basket.organisers
    const other = { ...seller!, name: 'Canal Cinema', postal_address: '' }
    const { facts } = invoiceOf({ ...order!, basket: { ...order!.basket, organisers: [seller!, other] } })
    expect(facts['Sold by']).toEqual(['Harbour Arts, 14 Sandgate, Whitby', 'Canal Cinema'])
  })

  it('of an invoice says in one sum what instalments still cost', async () => {
    const one = await buyer()
    const due = new Date('2031-02-01T09:00:00Z')
    const rest = [2, 3].map((number) => ({ number, sale_id: one.saleId, amount: 500 }))
    await shop.db
      .insertInto('instalments')
      .values(rest.map((row) => ({ ...row, due_at: due, next_try_at: due })))
      .execute()
    const text = (await readPdf((await fileOf(one.someone, `${one.order}invoice.pdf`)).bytes)).pages.join(' ')
    expect(text).toMatch(/Summary Subtotal .*Payments Paid by card .*Still to pay £10\.00/)
    expect(text).not.toContain('To be paid on')
  })

  it('of an invoice names no VAT that the shop does not know', async () => {
    const one = await buyer()
    const { bytes } = await fileOf(one.someone, `${one.order}invoice.pdf`)
    expect((await readPdf(bytes)).pages.join(' ')).not.toContain('VAT')
  })

  it('goes on to another page when an order is long', async () => {
    const one = await buyer()
    const values = Array.from({ length: 40 }, (_, index) => ({
      sale_id: one.saleId,
      kind: 'refund' as const,
      refunded_by: 'provider' as const,
      provider: 'stripe',
      provider_id: `refund ${index} of ${one.saleId}`,
      amount: 1 + index,
      currency: 'GBP',
      status: 'done' as const,
    }))
    await shop.db.insertInto('payments').values(values).execute()
    const { pages } = await readPdf((await fileOf(one.someone, `${one.order}invoice.pdf`)).bytes)
    expect(pages.length).toBeGreaterThan(1)
    expect(pages.at(-1)).toContain('−£0.40')
  })
})

describe('order look-up', () => {
  const answer = 'If we know this order, we have sent a code to its email address.'
  const ask = (someone: Person, order: string) => someone.send('/orders/', '/orders/', { order })
  const codesTo = async (email: string) => (await mailsOf(shop, 'code:')).filter(({ to }) => to === email)

  it('shows the order to a guest who types its reference and the code that was mailed', async () => {
    const one = await buyer()
    const guest = await person(shop)
    const typed = ` ${one.reference.slice(0, 4).toLowerCase()} ${one.reference.slice(4).replaceAll('0', 'o').replaceAll('1', 'i')}`
    const asked = await ask(guest, typed)
    expect(wordsOf(asked.html)).toContain(answer)
    expect(asked.html).not.toContain(one.email)
    const shown = await guest.sendFrom(asked, '/orders/code/', { code: await codeFor(shop, one.email) })
    expect([shown.status, shown.location]).toEqual([303, one.order])
    expect(wordsOf((await guest.open(one.order)).html)).toContain(`Order ${one.reference}`)
    expect(scanSvg((await guest.open(one.ticket)).html)).toBe(one.code)
    expect((await (await person(shop)).open(one.order)).status).toBe(404)
  })

  it('says beside the code what was looked for, with a way back that has it filled in', async () => {
    for (const typed of ['k7m2 pq4x', 'ada@example.com']) {
      const guest = await person(shop)
      const asked = await ask(guest, typed)
      expect(wordsOf(asked.html)).toContain(`You looked for ${typed} . Change`)
      const back = /href="([^"]+)"[^>]*>Change</.exec(asked.html)?.[1] ?? ''
      const page = await guest.open(back)
      expect([page.status, page.html.includes(`value="${typed}"`)]).toEqual([200, true])
      expect(page.html).not.toContain('role="alert"')
      expect((await (await person(shop)).open(back)).html).not.toContain(typed)
    }
  })

  it('shows the wallet to a guest who types the email address', async () => {
    const one = await buyer()
    const guest = await person(shop)
    const asked = await ask(guest, one.email.toUpperCase())
    const shown = await guest.sendFrom(asked, '/orders/code/', { code: await codeFor(shop, one.email) })
    expect(shown.location).toBe('/account/wallet/')
    expect((await guest.open('/account/wallet/')).html).toContain(`href="${one.ticket}"`)
  })

  it('ends for the session a day after the code', async () => {
    const one = await buyer()
    const guest = await person(shop)
    const asked = await ask(guest, one.reference)
    await guest.sendFrom(asked, '/orders/code/', { code: await codeFor(shop, one.email) })
    expect((await guest.open(one.order)).status).toBe(200)
    await shop.db
      .updateTable('one_time_codes')
      .set({ used_at: sql`shop_now() - interval '25 hours'` })
      .where('email', '=', one.email)
      .execute()
    expect((await guest.open(one.order)).status).toBe(404)
  })

  it('gives the same replies for unknown references and emails, and mails nobody [S8]', async () => {
    const one = await buyer()
    const before = await mailsOf(shop, 'code:')
    const replies = []
    for (const order of [one.reference, one.email, '0000000Z', 'nobody@example.com']) {
      const guest = await person(shop)
      const asked = await ask(guest, order)
      const wrong = await guest.sendFrom(asked, '/orders/code/', { code: '1' })
      const neutral = (html: string) =>
        html.replaceAll(order, '').replaceAll(/name="_token"\s+value="[^"]+"|\?form=[^"]+/g, '')
      replies.push({ asked: [asked.status, neutral(asked.html)], wrong: [wrong.status, neutral(wrong.html)] })
      expect(wrong.status).toBe(422)
    }
    for (const reply of replies) expect(reply).toEqual(replies[0])
    expect(await codesTo(one.email)).toHaveLength(2)
    expect(await mailsOf(shop, 'code:')).toHaveLength(before.length + 2)
  })

  it('takes as long for an unknown order as for a known one, when asked and when the code is checked [S8]', async () => {
    const one = await buyer()
    const times = []
    for (const order of [one.reference, '0000000Z']) {
      const guest = await person(shop)
      const page = await guest.open('/orders/')
      let start = performance.now()
      const asked = await guest.sendFrom(page, '/orders/', { order })
      const asking = performance.now() - start
      start = performance.now()
      await guest.sendFrom(asked, '/orders/code/', { code: '1' })
      times.push(asking, performance.now() - start)
    }
    for (const time of times) expect(time).toBeGreaterThanOrEqual(399)
  })

  it('leaves the code of one order worthless for another [S6]', async () => {
    const [one, other] = [await buyer(), await buyer()]
    const guest = await person(shop)
    const asked = await ask(guest, one.reference)
    const code = await codeFor(shop, one.email)
    const tried = await guest.sendFrom(asked, '/orders/code/', { order: other.reference, code })
    expect(tried.status).toBe(422)
    expect((await guest.open(other.order)).status).toBe(404)
  })

  it('ends after five wrong codes [S5]', async () => {
    const one = await buyer()
    const guest = await person(shop)
    const asked = await ask(guest, one.reference)
    const code = await codeFor(shop, one.email)
    const wrong = code === '000000' ? '111111' : '000000'
    for (let count = 0; count < 5; count++) await guest.sendFrom(asked, '/orders/code/', { code: wrong })
    expect((await guest.sendFrom(asked, '/orders/code/', { code })).status).toBe(422)
    expect((await guest.open(one.order)).status).toBe(404)
  })

  it('sends an order no more codes than its mailbox may get, and says the same as for an unknown one [S7, S8]', async () => {
    const one = await buyer()
    for (const order of [one.reference, '0000000Y'])
      for (let count = 1; count <= 6; count++) {
        const asked = await ask(await person(shop), order)
        expect(asked.status).toBe(200)
        expect(wordsOf(asked.html)).toContain(answer)
      }
    // One address is sent no more.
    expect(await codesTo(one.email)).toHaveLength(3)
    await moveShopTime(shop.db, 3601)
  })

  it('does not tell whose order it is by the limit of an email address [S8]', async () => {
    const one = await buyer()
    for (let count = 0; count < 5; count++)
      await (await person(shop)).send('/signin/', '/signin/', { email: one.email })
    const asked = await ask(await person(shop), one.reference)
    expect(asked.status).toBe(200)
    expect(wordsOf(asked.html)).toContain(answer)
    expect(await codesTo(one.email)).toHaveLength(3)
  })

  it('says what to type if it is neither a reference nor an email', async () => {
    for (const order of ['abc', 'a@b', '<script>']) {
      const { status, html } = await ask(await person(shop), order)
      expect(status).toBe(422)
      expect(wordsOf(html)).toContain('Please type an order reference')
      expect(html).not.toContain('<script>"')
    }
  })

  it('is linked from the footer and from signing in', async () => {
    const { html } = await (await person(shop)).open('/signin/')
    expect(html.match(/href="\/orders\/"/g)).toHaveLength(2)
  })
})

describe('reference', () => {
  it.each([
    ['K7M2PQ4X', 'K7M2PQ4X'],
    [' k7m2-pq4x ', 'K7M2PQ4X'],
    ['K7M2–PQ4X', 'K7M2PQ4X'],
    ['O0oI1lLi', '00011111'],
    ['K7M2 PQ4U', null],
    ['K7M2PQ4', null],
    ['K7M2PQ4XX', null],
    ['', null],
  ])('%j is read as %j', (typed, reference) => expect(readReference(typed)).toBe(reference))
})
