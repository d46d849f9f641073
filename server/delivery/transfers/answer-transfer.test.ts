import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { createDoorLink } from '#server/door/door-links.ts'
import { icon } from '#server/pages/icon.ts'
import { codeFor, newEmail } from '#server/testing/buyers.ts'
import { person, type Person } from '#server/testing/browser.ts'
import { mailsOf } from '#server/testing/mails.ts'
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

let shop: TestShop
beforeAll(async () => void (shop = await createTestShop()))
afterAll(() => shop.close())

/** Offers tickets to somebody new; the page and the answers are by path. */
async function offered(changes: Fields = {}, qty = 2) {
  const email = newEmail()
  const one = await owner(shop, {}, qty)
  const before = await ticketsOf(shop, one.sale.id)
  expect((await transfer(one, entryFor(one, { email, ...changes }))).status).toBe(200)
  const path = await acceptPath(shop, email)
  return { ...one, email, path, before, after: () => ticketsOf(shop, one.sale.id) }
}

/** Signs in with a code, as a person who opens this page. */
async function signIn(who: Person, email: string, path: string) {
  const next = { email, next: path }
  const asked = await who.send(path, '/signin/', next)
  const code = await codeFor(shop, email)
  const proven = await who.sendFrom(asked, '/signin/code/', { ...next, code })
  return proven.location ? proven : who.sendFrom(proven, '/signin/name/', { ...next, name: 'Bo Recipient' })
}

const accept = (who: Person, path: string) => who.send(path, `${path}accept/`, {})
const decline = (who: Person, path: string) => who.send(path, `${path}decline/`, {})

/** Accepts although the page offers no button for it. */
async function force(who: Person, path: string) {
  const page = await who.open(path)
  const [, _token = ''] = /name="_token"\s+value="([^"]+)"/.exec(page.html) ?? []
  return who.sendFrom(page, `${path}accept/`, { _token })
}

const wordsOf = (html: string) =>
  html
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()

const answerMails = async (to: string) =>
  (await mailsOf(shop, 'transfer:')).filter((mail) => mail.to === to && mail.key.endsWith(':answer'))

describe('the page behind the link of a transfer', () => {
  it('shows the tickets and asks the recipient to sign in, and changes nothing by being opened [XFER-03]', async () => {
    const { path, email, after, before } = await offered()
    const { html, status } = await (await person(shop)).open(path)
    expect(status).toBe(200)
    expect(html).toContain('1 × adult, from Ada Lovelace')
    expect(html).toContain('<h1>Ada Lovelace sent you a ticket</h1>')
    expect(html).toContain(email)
    expect(html).not.toContain('Accept the ticket')
    expect(await after()).toEqual(before)
  })

  it('tells when and where the event is, and links its page, as the wallet would', async () => {
    const { path, event } = await offered()
    const facts = {
      starts_at: new Date('2039-06-24T18:30:00Z'),
      ends_at: new Date('2039-06-24T21:00:00Z'),
      doors_at: new Date('2039-06-24T18:00:00Z'),
    }
    await shop.db.updateTable('event_dates').set(facts).where('id', '=', event.id).execute()
    await shop.db
      .updateTable('events')
      .set({ venue_name: 'The Quay', venue_full_address: 'Quay Street, Whitby' })
      .where('id', '=', event.id)
      .execute()
    const { html } = await (await person(shop)).open(path)
    expect(wordsOf(html)).toMatch(
      /Fri 24 Jun 2039, 7:30pm to 10:00pm Doors 7:00pm The Quay Quay Street, Whitby Get directions/,
    )
    expect(html).toContain(`href="/events/${event.id}/"`)
    expect(html).toContain(String(icon('place', 18)))
  })

  it('shows no place of an event that has none', async () => {
    const { html } = await (await person(shop)).open((await offered()).path)
    expect(html).not.toContain(String(icon('place', 18)))
  })

  it.each(['/transfers/none/', `/transfers/${'A'.repeat(43)}/`])('is not found at %s', async (path) => {
    const who = await person(shop)
    expect((await who.open(path)).status).toBe(404)
    for (const answer of ['accept', 'decline'])
      expect((await who.send('/signin/', `${path}${answer}/`, {})).status).toBe(403)
  })

  it('asks before a ticket is declined, with who keeps it', async () => {
    const { html } = await (await person(shop)).open((await offered()).path)
    const [, fold = ''] = /<details[^>]*>([^]*?)<\/details>/.exec(html) ?? []
    expect(wordsOf(fold)).toBe('Decline this ticket Ada Lovelace keeps it. Decline')
    expect(fold.indexOf('</summary>')).toBeLessThan(fold.indexOf('<form'))
    expect(html.replace(fold, '')).not.toContain('decline/')
  })

  it('says on the way through signing in whose tickets are accepted, with the name that the sender typed', async () => {
    const { path, email } = await offered()
    const bo = await person(shop)
    const next = { email, next: path }
    const line = /To accept the ticket for Event \d+ from Ada Lovelace/
    const code = await bo.send(path, '/signin/', next)
    expect(wordsOf(code.html)).toMatch(line)
    const typed = { ...next, code: await codeFor(shop, email) }
    const name = await bo.sendFrom(code, '/signin/code/', typed)
    expect(wordsOf(name.html)).toMatch(line)
    expect(name.html).toMatch(/id="name"\s+value="Bo Recipient"/)
  })

  it('sends the recipient a new code without asking for the address again, and says so', async () => {
    const { path, email } = await offered()
    const bo = await person(shop)
    const asked = await bo.send(path, '/signin/', { email, next: path })
    expect(asked.html).toMatch(/<button[^>]*formaction="\/signin\/"[^>]*>\s*Re-send code/)
    expect(wordsOf(asked.html)).not.toContain('change email address')
    const again = await bo.sendFrom(asked, '/signin/', { email, next: path, code: '' })
    expect(wordsOf(again.html)).toMatch(/We sent a new one-time code to .*example\.com/)
    expect(again.html).toContain(`value="${path}"`)
    const code = await codeFor(shop, email)
    const proven = await bo.sendFrom(again, '/signin/code/', { email, next: path, code })
    expect(proven.html).toContain('Create account')
  })

  it('says beside the code that no more codes are sent, so that the last one can be typed', async () => {
    const { path, email } = await offered()
    const bo = await person(shop)
    let page = await bo.send(path, '/signin/', { email, next: path })
    for (let count = 0; count < 10 && !page.html.includes('Too many codes'); count++)
      page = await bo.sendFrom(page, '/signin/', { email, next: path, code: '' })
    expect(page.html).toContain('Too many codes were requested. Please use the last one')
    expect(page.html).toContain('name="code"')
    expect(page.html).not.toContain('15 minutes')
    const code = await codeFor(shop, email)
    const proven = await bo.sendFrom(page, '/signin/code/', { email, next: path, code })
    expect(proven.html).toContain('Create account')
  })

  it('tells nobody else on that way what name the sender typed', async () => {
    const { path } = await offered({ name: 'Zoe Recipient' })
    const [eve, email] = [await person(shop), newEmail()]
    const next = { email, next: path }
    const code = await eve.send(path, '/signin/', next)
    const name = await eve.sendFrom(code, '/signin/code/', { ...next, code: await codeFor(shop, email) })
    expect(name.html).toMatch(/id="name"\s+value=""/)
  })

  it('shows what the sender typed as text [S29]', async () => {
    const message = '<img src=x onerror=alert(1)>\nSee you'
    const { path } = await offered({ is_gift: true, send_gift: 'Send now', message })
    const { html } = await (await person(shop)).open(path)
    expect(html).toContain('&lt;img src=x onerror=alert(1)&gt;\nSee you')
    expect(html).not.toContain('<img src=x')
  })
})

describe('accepting', () => {
  it('moves the tickets to the recipient, who proves the email by a code, and gives them new codes [XFER-03]', async () => {
    const { path, email, before, after } = await offered()
    const bo = await person(shop)
    expect((await signIn(bo, email, path)).location).toBe(path)
    expect((await bo.open(path)).html).toContain('Accept the ticket')
    expect((await accept(bo, path)).location).toBe(path)
    const [kept, moved] = await after()
    const { html } = await bo.open(path)
    expect(html).toContain('This ticket has been accepted')
    expect(html).toMatch(new RegExp(`href="/account/tickets/${moved?.id}/"\\s*>\\s*Show ticket`))
    expect(kept).toEqual(before[0])
    expect(moved).toMatchObject({ id: before[1]?.id, released_at: expect.any(Date) })
    expect(moved?.code).not.toBe(before[1]?.code)
    expect(moved?.code).toMatch(/^(\w{4}-){3}\w{4}$/)
    const owner = await shop.db.selectFrom('users').select('id').where('email', '=', email).executeTakeFirst()
    expect(moved?.user_id).toBe(owner?.id)
  })

  it('voids the old code, and shows only the new one, to the recipient alone [XFER-03]', async () => {
    const { path, email, before, after, visitor } = await offered()
    const bo = await person(shop)
    await signIn(bo, email, path)
    await accept(bo, path)
    const old = before[1]?.code ?? ''
    const [kept, moved] = await after()
    expect(
      await shop.db
        .selectFrom('voided_codes')
        .select(['ticket_id', 'reason'])
        .where('code', '=', old)
        .execute(),
    ).toEqual([{ ticket_id: moved?.id, reason: 'transferred' }])
    const pageOf = (ticket: typeof kept) => `/account/tickets/${ticket?.id}/`
    expect((await visitor.get(pageOf(kept))).text).toContain(kept?.code)
    expect(await bo.open(pageOf(kept))).toMatchObject({ status: 404 })
    const [own, theirs] = [(await visitor.get(pageOf(moved))).text, (await bo.open(pageOf(moved))).html]
    expect(theirs).toContain(moved?.code)
    expect(own).not.toContain(moved?.code)
    for (const page of [own, theirs]) expect(page).not.toContain(old)
  })

  it('tells the sender and the recipient by mail, once, also if it is repeated [XFER-02]', async () => {
    const { path, email, sale, after } = await offered()
    const bo = await person(shop)
    await signIn(bo, email, path)
    const open = await bo.open(path)
    await bo.sendFrom(open, `${path}accept/`, {})
    const accepted = await after()
    expect((await bo.sendFrom(open, `${path}accept/`, {})).location).toBe(path)
    expect(await after()).toEqual(accepted)
    expect((await answerMails(sale.guest_email)).map(({ subject }) => subject)).toEqual([
      expect.stringMatching(/^Bo Recipient has accepted your ticket for Event \d+$/),
    ])
    const mail = (await mailsOf(shop, 'transfer:')).find(({ key }) => key.endsWith(':wallet'))
    expect(mail?.to).toBe(email)
    expect(mail?.text).toContain('Hello Bo Recipient, 1 ticket (adult) is in your ticket wallet.')
    expect(mail?.text).toContain('https://calendar.google.com/')
    expect(mail?.attachments).toMatchObject([{ filename: expect.stringMatching(/\.ics$/) }])
    for (const { code } of accepted) expect(JSON.stringify(mail)).not.toContain(code)
  })

  it('is refused to somebody else who has the link [S21]', async () => {
    const { path, email, before, after } = await offered()
    const eve = await person(shop)
    expect((await force(eve, path)).location).toBe(path)
    await signIn(eve, newEmail(), path)
    expect((await eve.open(path)).html).not.toContain('Accept the ticket')
    const forced = await force(eve, path)
    expect(forced.status).toBe(409)
    expect(forced.html).toContain(`Please sign in as ${email} to accept these tickets`)
    expect(await after()).toEqual(before)
  })

  it('is refused if a ticket was refunded meanwhile, and moves none [C29]', async () => {
    const { path, email, before, after } = await offered({ qty: 2 })
    const bo = await person(shop)
    await signIn(bo, email, path)
    await refund(shop, before[0])
    const refused = await accept(bo, path)
    expect(refused.status).toBe(409)
    expect(refused.html).toContain('no longer available')
    expect(await after()).toEqual(before)
  })
})

it('accepts no tickets of an event that is over', async () => {
  const { path, email, event, before, after } = await offered()
  const bo = await person(shop)
  await signIn(bo, email, path)
  await endEvent(shop, event)
  expect((await accept(bo, path)).status).toBe(409)
  expect(await after()).toEqual(before)
})

it('leaves a ticket that was used at the door with the sender', async () => {
  const { path, email, before, after, event } = await offered({ qty: 2 })
  const bo = await person(shop)
  await signIn(bo, email, path)
  await createDoorLink(shop.db, event.id)
  await sql`insert into admissions (ticket_id, door_link_id, scan)
    select ${before[0]?.id}::uuid, id, gen_random_uuid() from door_links where event_date_id = ${event.id}`.execute(
    shop.db,
  )
  expect((await accept(bo, path)).html).toContain('no longer available')
  expect(await after()).toEqual(before)
})

describe('declining', () => {
  it('leaves the tickets with the sender, who is told by mail [XFER-03]', async () => {
    const { path, sale, before, after } = await offered()
    const bo = await person(shop)
    await decline(bo, path)
    const { html } = await bo.open(path)
    expect(wordsOf(html)).toContain(
      'Ada Lovelace keeps it. Changed your mind? Ask Ada Lovelace to send it again. All events',
    )
    expect(html).toMatch(/href="\/all-events\/"[^>]*>All events/)
    expect(await after()).toEqual(before)
    expect((await answerMails(sale.guest_email)).map(({ subject }) => subject)).toEqual([
      expect.stringMatching(/^Bo Recipient has declined your ticket/),
    ])
  })

  it('is final: the tickets can no longer be accepted', async () => {
    const { path, email, before, after } = await offered()
    const bo = await person(shop)
    await signIn(bo, email, path)
    const open = await bo.open(path)
    await decline(bo, path)
    const refused = await bo.sendFrom(open, `${path}accept/`, {})
    expect(refused.status).toBe(409)
    expect(refused.html).toContain('This transfer has already been declined')
    expect(await after()).toEqual(before)
  })

  it('is refused once the tickets are accepted', async () => {
    const { path, email, after } = await offered()
    const bo = await person(shop)
    await signIn(bo, email, path)
    const open = await bo.open(path)
    await accept(bo, path)
    const accepted = await after()
    expect((await bo.sendFrom(open, `${path}decline/`, {})).status).toBe(409)
    expect(await after()).toEqual(accepted)
  })
})
