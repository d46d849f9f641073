import { randomUUID } from 'node:crypto'

import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { createDoorLink } from '#server/door/door-links.ts'
import { person, signedIn, type Page } from '#server/testing/browser.ts'
import { newEmail } from '#server/testing/buyers.ts'
import { mailsOf } from '#server/testing/mails.ts'
import { offer as onSale } from '#server/testing/offers.ts'
import { onOrderPage, readForm, recipient, wordsOf } from '#server/testing/order-pages.ts'
import { createTestShop, type TestShop } from '#server/testing/test-shop.ts'
import { acceptPath, endEvent, entryFor, refund, ticketsOf, transfer } from '#server/testing/transfers.ts'

/** On the page of a paid order, its buyer offers its tickets to somebody else. */

let shop: TestShop
beforeAll(async () => void (shop = await createTestShop()))
afterAll(() => shop.close())

const onPage = (changes: Parameters<typeof onOrderPage>[1] = {}) => onOrderPage(shop, changes)

const mailsTo = async (email: string) =>
  (await mailsOf(shop, 'transfer:')).filter(({ to }) => to === email).map(({ subject }) => subject)

/** An email address as a page shows it, without its tags: it may wrap before the "@". */
const shown = (email: string) => email.replace('@', ' @')

/** The form that offers tickets, or undefined. */
const formOf = ({ html }: Pick<Page, 'html'>, action: string) =>
  html
    .split('<form')
    .find((part) => part.includes(` action="${action}"`))
    ?.split('</form>')[0]

const quantities = (form = '') =>
  [
    ...(/<select[^>]*name="transfers\[0\]\[qty\]"[^]*?<\/select>/
      .exec(form)?.[0]
      .matchAll(/<option value="(\d+)"/g) ?? []),
  ].map(([, count]) => count)

const heading = 'Transfer tickets'

describe('the page of a paid order', () => {
  it('offers tickets to a friend, who accepts them, and says what the friend gets [XFER-02, XFER-03]', async () => {
    const { ada, open, offer, offered, action, event, sale } = await onPage()
    const before = await open()
    expect(wordsOf(before.html)).toContain(heading)
    expect(wordsOf(before.html)).toContain(
      'Your friends get a transfer notification by email. If they accept, the ticket moves to their account, otherwise it stays in your wallet.',
    )
    expect(quantities(formOf(before, action))).toEqual(['1', '2', '3'])
    const email = newEmail()
    const done = await offer({ qty: '2', email: ` ${email.toUpperCase()} ` })
    expect(done.status).toBe(200)
    expect(wordsOf(done.html)).toContain(
      'The tickets are offered to Bo Right. They are still yours until they are accepted.',
    )
    expect(done.html).toContain('role="status"')
    expect(wordsOf(done.html)).toContain(
      `2 × adult to Bo Right ${shown(email)} Not accepted yet: still yours`,
    )
    expect(await offered()).toEqual([
      {
        ...{ name: 'Bo Right', email, qty: 2, status: 'offered' },
        ...{ is_gift: false, ticket_type_id: event.ticket() },
      },
    ])
    expect(await mailsTo(email)).toEqual([
      expect.stringMatching(/^Ada Lovelace has sent you tickets for Event \d+$/),
    ])
    // The rest can be offered too.
    expect(quantities(formOf(await ada.open(done.address ?? ''), action))).toEqual(['1'])
    const next = await offer()
    expect(wordsOf(next.html)).toContain(
      'The ticket is offered to Bo Right. It is still yours until it is accepted.',
    )
    expect(wordsOf(next.html)).not.toContain(heading)
    const bo = await signedIn(shop, email)
    const path = await acceptPath(shop, email)
    await bo.send(path, `${path}accept/`, {})
    expect((await ticketsOf(shop, sale.id)).filter(({ transfer_id }) => transfer_id)).toHaveLength(2)
  })

  it('marks below the tickets how many of them are offered, and to whom, until that is answered', async () => {
    const { open, offer, event, sale } = await onPage({ tickets: { adult: {}, child: {} } })
    const underTickets = async () =>
      wordsOf(/<ul class="ticket-rows"[^]*?<\/section>/.exec((await open()).html)?.[0] ?? '')
    expect(await underTickets()).not.toContain('ffered')
    const email = newEmail()
    await offer({ email })
    expect(await underTickets()).toContain('1 of 3 offered to Bo Right')
    await offer({ qty: '2', name: 'Cy Left' })
    expect(await underTickets()).toMatch(/1 of 3 offered to Bo Right\s+2 of 3 offered to Cy Left/)
    const path = await acceptPath(shop, email)
    await (await person(shop)).send(path, `${path}decline/`, {})
    expect(await underTickets()).toMatch(/2 of 3 offered to Cy Left/)
    expect(await underTickets()).not.toContain('Bo Right')
    const [, , last] = await ticketsOf(shop, sale.id)
    await shop.db
      .updateTable('tickets')
      .set({ ticket_type_id: event.ticket('child') })
      .where('id', '=', last?.id ?? '')
      .execute()
    expect(await underTickets()).toContain('adult: offered to Cy Left')
  })

  it('offers and mails once if the form is sent twice', async () => {
    const { ada, order, open, action, offered } = await onPage()
    const page = await open()
    const email = newEmail()
    const typed = recipient(0, { qty: 1, name: 'Bo Right', email })
    const first = await ada.sendFrom(page, action, typed)
    const again = await ada.sendFrom(page, action, typed)
    expect([again.status, wordsOf(again.html)]).toEqual([first.status, wordsOf(first.html)])
    expect(await offered()).toHaveLength(1)
    expect(await mailsTo(email)).toHaveLength(1)
    // Another one for the same person is another attempt.
    await ada.send(order, action, typed)
    expect(await offered()).toHaveLength(2)
  })

  it('offers nothing more if the form is sent again with a corrected name, and keeps what was typed', async () => {
    const { ada, open, action, offered } = await onPage()
    const page = await open()
    const typed = { qty: 1, name: 'Bo Wrong', email: newEmail() }
    await ada.sendFrom(page, action, recipient(0, typed))
    const again = await ada.sendFrom(page, action, recipient(0, { ...typed, name: 'Bo Right' }))
    expect(again.status).toBe(409)
    expect(wordsOf(again.html)).toContain(
      'Some of these tickets were sent already. Please check them before you send more.',
    )
    expect(readForm(again, action).values).toMatchObject(recipient(0, { ...typed, name: 'Bo Right' }))
    expect(await offered()).toMatchObject([{ name: 'Bo Wrong', qty: 1 }])
  })

  it.each([
    ['name', { name: ' ' }, 'Please enter a name'],
    ['name', { name: 'See www.example.com' }, 'Please type a name without web or email addresses'],
    ['email', { email: 'bo' }, 'Please enter an email'],
    ['qty', { qty: 4 }, 'You cannot transfer more tickets than you have'],
  ])(
    'says beside the field %s what is wrong with %j, and keeps what was typed',
    async (key, changes, why) => {
      const { offer, offered, action } = await onPage()
      const typed = { qty: 2, name: 'Bo Right', email: newEmail(), ...changes }
      const page = await offer(typed)
      expect([page.status, page.address]).toEqual([422, expect.stringContaining('?form=')])
      const form = readForm(page, action)
      const name = `transfers[0][${key}]`
      expect(form).toMatchObject({ isOpen: true, problems: { [name]: why }, focus: [name] })
      expect(wordsOf(page.html).split(why)).toHaveLength(2)
      const { qty, ...texts } = typed
      expect(form.values).toMatchObject(recipient(0, key === 'qty' ? texts : { qty, ...texts }))
      expect(await offered()).toEqual([])
    },
  )

  it('says what is wrong with an offer to be corrected at that one alone', async () => {
    const { ada, offer, order, open, action } = await onPage()
    await offer()
    const id = /transfers\/([^/]+)\/correct/.exec((await open()).html)?.[1]
    const page = await ada.send(order, `${action}${id}/correct/`, { name: 'Bo Right', email: 'bo' })
    expect(formOf(page, action)).not.toMatch(/aria-invalid|value="bo"/)
    expect(page.html).toMatch(/<details class="panel fold offer-tickets"\s*>/)
  })

  it('names the date of tickets in the heading of their box if another date has the same name', async () => {
    const { sale, action, open } = await onPage({ event: { title: 'Late show' } })
    const headings = async () => readForm(await open(), action).lines.map(({ heading }) => heading)
    expect(await headings()).toEqual(['Late show - adult'])
    const other = await onSale(shop.db, { event: { title: 'Late show' } })
    const [, , last] = await ticketsOf(shop, sale.id)
    await shop.db
      .updateTable('tickets')
      .set({ ticket_type_id: other.ticket() })
      .where('id', '=', last?.id ?? '')
      .execute()
    const dated = expect.stringMatching(/^Late show - adult, \w{3} \d+ \w{3} \d{4}, \d+:\d+[ap]m$/)
    expect(await headings()).toEqual([dated, dated])
  })

  it('says nothing of an offer that is over to who goes back and sends the form again', async () => {
    const { ada, order, open, action, offered } = await onPage()
    const page = await open()
    const typed = recipient(0, { qty: 1, name: 'Bo Right', email: newEmail() })
    const done = await ada.sendFrom(page, action, typed)
    const id = /transfers\/([^/]+)\/cancel/.exec(done.html)?.[1]
    await ada.send(order, `${action}${id}/cancel/`, {})
    const again = await ada.sendFrom(page, action, typed)
    expect(again.html).not.toContain('class="notice"')
    expect(again.html).toContain('Cancelled: still yours')
    expect(await offered()).toMatchObject([{ status: 'withdrawn' }])
  })

  it('offers what the checkout has left over, and what was declined', async () => {
    const one = await onPage()
    const email = newEmail()
    await transfer(one, entryFor(one, { email, qty: 2 }))
    expect(quantities(formOf(await one.open(), one.action))).toEqual(['1'])
    const path = await acceptPath(shop, email)
    await (await person(shop)).send(path, `${path}decline/`, {})
    expect(quantities(formOf(await one.open(), one.action))).toEqual(['1', '2', '3'])
  })

  it('says of seated tickets why they cannot be transferred, and whom to ask, until the event is over [XFER-34]', async () => {
    const { open, sale, event } = await onPage()
    const why = 'Tickets with a numbered seat cannot be transferred here.'
    expect(wordsOf((await open()).html)).not.toContain(why)
    await shop.db.updateTable('tickets').set({ seat: 'Stalls-C-12' }).where('sale_id', '=', sale.id).execute()
    expect(wordsOf((await open()).html)).toContain(
      `${why} To give one to somebody else, contact the organiser.`,
    )
    await endEvent(shop, event)
    expect(wordsOf((await open()).html)).not.toContain(why)
  })

  type One = Awaited<ReturnType<typeof onPage>>
  it.each<[string, (one: One) => Promise<unknown>]>([
    [
      'have seats',
      ({ event }) =>
        shop.db
          .updateTable('event_dates')
          .set({ seating_plan: JSON.stringify({ provider: 'seatsio' }) })
          .where('id', '=', event.id)
          .execute(),
    ],
    [
      'come by post',
      ({ event }) =>
        shop.db
          .updateTable('ticket_types')
          .set({ deliverable: true })
          .where('id', '=', event.ticket())
          .execute(),
    ],
    ['are for an event that is over', ({ event }) => endEvent(shop, event)],
    [
      'were refunded',
      async ({ sale }) => {
        for (const ticket of await ticketsOf(shop, sale.id)) await refund(shop, ticket)
      },
    ],
    [
      'were used at the door',
      async ({ event, sale }) => {
        await createDoorLink(shop.db, event.id)
        const { id } = await shop.db
          .selectFrom('door_links')
          .select('id')
          .where('event_date_id', '=', event.id)
          .executeTakeFirstOrThrow()
        for (const ticket of await ticketsOf(shop, sale.id))
          await shop.db
            .insertInto('admissions')
            .values({ ticket_id: ticket.id, door_link_id: id, scan: randomUUID() })
            .execute()
      },
    ],
    ['are all offered already', (one) => transfer(one, entryFor(one, { qty: 3 }))],
  ])('offers no tickets that %s, also by a form that was open before', async (_, happen) => {
    const one = await onPage()
    const page = await one.open()
    await happen(one)
    const before = await one.offered()
    const after = await one.open()
    expect(formOf(after, one.action)).toBeUndefined()
    expect(wordsOf(after.html)).not.toContain(heading)
    for (const email of [newEmail(), 'bo']) {
      const typed = recipient(0, { qty: 1, name: 'Bo Right', email })
      const refused = await one.ada.sendFrom(page, one.action, typed)
      expect(refused.status).toBe(409)
      expect(wordsOf(refused.html)).toMatch(/tickets cannot be transferred|cannot transfer more tickets/)
    }
    expect(await one.offered()).toEqual(before)
  })

  it('counts towards the mails that an address gets in a day, and keeps what was typed [S43]', async () => {
    await shop.db.deleteFrom('limit_counters').execute()
    const email = newEmail()
    for (let count = 0; count < 4; count++) {
      const { offer } = await onPage()
      for (let time = 0; time < 3; time++) if ((await mailsTo(email)).length < 10) await offer({ email })
    }
    const { offer, offered, action } = await onPage()
    const refused = await offer({ email })
    expect(refused.status).toBe(429)
    expect(wordsOf(refused.html)).toContain('Too many tickets were transferred today')
    expect(formOf(refused, action)).toContain(`value="${email}"`)
    expect(await offered()).toEqual([])
    await shop.db.deleteFrom('limit_counters').execute()
  })

  it('lets nobody else offer its tickets [S21, S23]', async () => {
    const { order, action, offered, event, reference } = await onPage()
    const [other, stranger, withLink] = [await onPage(), await person(shop), await person(shop)]
    await withLink.send(`/smartcheckout/?session=${reference}`, '/smartcheckout/', {})
    const email = newEmail()
    const entry = { ticket_id: event.ticket(), qty: 1, name: 'Eve Smith', email }
    const typed = { attempt: 'k', ...recipient(0, entry) }
    for (const someone of [other.ada, stranger, withLink]) {
      const page = await someone.open('/orders/')
      const _token = /name="_token"\s+value="([^"]+)"/.exec(page.html)?.[1] ?? ''
      const reply = await someone.sendFrom(page, action, { ...typed, _token })
      expect([reply.status, reply.location]).toEqual([303, order])
      expect((await someone.open(order)).status).toBe(404)
    }
    // Nor the tickets of another order by the form of one's own.
    const refused = await other.offer({ ticket_id: event.ticket() })
    expect(wordsOf(refused.html)).toContain('These tickets cannot be transferred')
    expect([...(await offered()), ...(await other.offered())]).toEqual([])
    expect(await mailsTo(email)).toEqual([])
  })
})
