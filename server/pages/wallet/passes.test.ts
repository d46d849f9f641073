import type { JWTPayload } from 'jose'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'

import { createApp } from '#server/app.ts'
import { person, signedIn, type Person } from '#server/testing/browser.ts'
import { account, newEmail } from '#server/testing/buyers.ts'
import { giveAway, steward, ticketsFor } from '#server/testing/doors.ts'
import { offer } from '#server/testing/offers.ts'
import { fieldsOf, readPass } from '#server/testing/read-pass.ts'
import { createTestShop, type TestShop } from '#server/testing/test-shop.ts'
import { makeAppleKeys, makeGoogleKeys } from '#server/testing/wallet-keys.ts'

const loaded = vi.hoisted(() => [] as string[])
vi.mock('jose', async (original) => {
  loaded.push('jose')
  return original()
})
vi.mock('passkit-generator', async (original) => {
  loaded.push('passkit-generator')
  return original()
})

const apple = makeAppleKeys()
const google = makeGoogleKeys()

/** A shop without keys of wallets; `withKeys` is the same shop with them. */
let shop: TestShop
let withKeys: TestShop['app']
let buyer: Awaited<ReturnType<typeof member>>
beforeAll(async () => {
  shop = await createTestShop()
  buyer = await member()
  withKeys = appWith({ appleWallet: apple, googleWallet: google.keys })
})
afterAll(() => shop.close())

function appWith(keys: Partial<TestShop['config']['providers']>): TestShop['app'] {
  const providers = { ...shop.config.providers, ...keys }
  return createApp({
    ...shop,
    config: { ...shop.config, providers },
    log: (fields) => shop.logged.push(fields),
  })
}

let orders = 0

/** Lets the buyer, who is signed in, have a ticket of a new event. */
async function holder(changes: Parameters<typeof offer>[1] = {}, name = 'Ada Lovelace') {
  const event = await offer(shop.db, changes)
  const [ticket] = await ticketsFor(shop, event)
  if (!ticket) throw new Error('no ticket')
  const { userId: user_id } = buyer
  const reference = `PASS${String(++orders).padStart(4, '0')}`
  const { sale_id } = await shop.db
    .updateTable('tickets')
    .set({ user_id })
    .where('id', '=', ticket.id)
    .returning('sale_id')
    .executeTakeFirstOrThrow()
  await shop.db
    .updateTable('sales')
    .set({ user_id, guest_name: '', order_reference: reference })
    .where('id', '=', sale_id)
    .execute()
  await shop.db
    .updateTable('users')
    .set({ first_name: name, last_name: '' })
    .where('id', '=', user_id)
    .execute()
  const path = `/account/tickets/${ticket.id}/`
  return {
    ...buyer,
    ticket,
    event,
    reference,
    path,
    order: `/account/orders/${reference}/`,
    apple: `${path}pass/apple/`,
    google: `${path}pass/google/`,
  }
}

async function member(): Promise<Person & { userId: string }> {
  const email = newEmail()
  const userId = await account(shop, email)
  return { ...(await signedIn(shop, email)), userId }
}

/** Requests an address as the person's browser. */
function get({ visitor }: Person, path: string, app = withKeys): Promise<Response> {
  const Cookie = [...visitor.cookies].map((pair) => pair.join('=')).join('; ')
  return Promise.resolve(app.request(shop.config.origin + path, { headers: { Accept: 'text/html', Cookie } }))
}

async function applePass(one: Awaited<ReturnType<typeof holder>>) {
  const reply = await get(one, one.apple)
  expect(reply.status).toBe(200)
  return { reply, ...readPass(new Uint8Array(await reply.arrayBuffer()), apple.wwdrCertificate) }
}

interface SaveLink extends JWTPayload {
  payload: { eventTicketClasses: GoogleClass[]; eventTicketObjects: GoogleObject[] }
}
type Localized = { defaultValue: { language: string; value: string } }
interface GoogleClass {
  id: string
  eventName: Localized
  issuerName: string
  venue: { name: Localized; address: Localized }
  dateTime: Record<string, string>
}
interface GoogleObject {
  id: string
  classId: string
  ticketHolderName: string
  ticketType: Localized
  barcode: { type: string; value: string; alternateText: string }
  reservationInfo?: { confirmationCode: string }
}

async function googlePass(one: Pick<Awaited<ReturnType<typeof holder>>, 'google' | keyof Person>) {
  const reply = await get(one, one.google)
  expect(reply.status).toBe(303)
  const address = reply.headers.get('location') ?? ''
  const token = address.replace('https://pay.google.com/gp/v/save/', '')
  const { jwtVerify } = await import('jose')
  const { payload, protectedHeader } = await jwtVerify<SaveLink>(token, google.publicKey, {
    audience: 'google',
  })
  const { eventTicketClasses, eventTicketObjects } = payload.payload
  return { token, payload, protectedHeader, class: eventTicketClasses[0]!, object: eventTicketObjects[0]! }
}

const concert = {
  organiser: { name: 'Łukasz Presents' },
  event: { title: 'Evening in Łódź', venue_name: 'Town Hall', venue_full_address: '1 Quay, Whitby' },
  date: {
    starts_at: new Date('2030-06-14T18:30:00Z'),
    ends_at: new Date('2030-06-14T21:00:00Z'),
    doors_at: new Date('2030-06-14T17:45:00Z'),
  },
  tickets: { adult: { name: 'Balcony' } },
}

describe('without keys', () => {
  it('there is no link to a pass, its address is a 404, and the shop itself loads no library of passes', async () => {
    const one = await holder()
    for (const path of [one.path, one.order]) {
      const reply = await get(one, path, shop.app)
      expect(reply.status).toBe(200)
      expect(await reply.text()).not.toMatch(/\/pass\/|Apple|Google Wallet/)
    }
    for (const path of [one.apple, one.google]) expect((await get(one, path, shop.app)).status).toBe(404)
    expect((await get(one, one.path)).status).toBe(200)
    expect(loaded).toEqual([])
    // A thread loads it.
    await applePass(one)
    expect(loaded).toEqual([])
  })

  it.each([
    ['Apple', () => ({ appleWallet: apple }), 'Google'],
    ['Google', () => ({ googleWallet: google.keys }), 'Apple'],
  ])('of the other, a shop links to %s Wallet alone', async (name, keys, other) => {
    const one = await holder()
    const app = appWith(keys())
    const html = await (await get(one, one.path, app)).text()
    expect(html).toContain(`Add to ${name} Wallet`)
    expect(html).not.toContain(`Add to ${other} Wallet`)
    expect((await get(one, `${one.path}pass/${other.toLowerCase()}/`, app)).status).toBe(404)
  })
})

describe('a ticket that admits', () => {
  it('has links to both wallets on its page and on that of its order', async () => {
    const one = await holder()
    for (const path of [one.path, one.order]) {
      const html = await (await get(one, path)).text()
      for (const [wallet, name] of [
        [one.apple, 'Add to Apple Wallet'],
        [one.google, 'Add to Google Wallet'],
      ])
        expect(html).toMatch(new RegExp(`href="${wallet}"\\s*>[^>]*<svg[\\s\\S]{0,300}</svg>\\s*${name}</a`))
    }
  })

  it.each<[string, (one: Awaited<ReturnType<typeof holder>>) => Promise<unknown>]>([
    ['was used', async ({ ticket, event }) => (await steward(shop, event)).check(ticket.code)],
    [
      'was refunded',
      ({ ticket }) =>
        shop.db
          .insertInto('voided_codes')
          .values({ ticket_id: ticket.id, code: ticket.code, reason: 'refunded' })
          .execute(),
    ],
    [
      'was transferred',
      async ({ ticket }) => {
        await giveAway(shop, ticket.id)
        await shop.db.updateTable('tickets').set({ user_id: null }).where('id', '=', ticket.id).execute()
      },
    ],
    [
      'comes by post',
      ({ event }) =>
        shop.db
          .updateTable('ticket_types')
          .set({ deliverable: true })
          .where('id', '=', event.ticket())
          .execute(),
    ],
    [
      'is still being delivered',
      ({ ticket }) =>
        shop.db.updateTable('tickets').set({ released_at: null }).where('id', '=', ticket.id).execute(),
    ],
    [
      'was for an event that is over',
      ({ event }) =>
        shop.db
          .updateTable('event_dates')
          .set({ starts_at: sql`shop_now() - interval '1 day'` })
          .where('id', '=', event.id)
          .execute(),
    ],
  ])('has neither links nor passes once it %s', async (_, change) => {
    const one = await holder()
    await change(one)
    for (const path of [one.path, one.order])
      expect(await (await get(one, path)).text()).not.toContain('/pass/')
    for (const path of [one.apple, one.google]) expect((await get(one, path)).status).toBe(404)
  })

  it('gives its passes to nobody else', async () => {
    const one = await holder()
    for (const stranger of [await person(shop), await member()])
      for (const path of [one.apple, one.google]) {
        const reply = await get(stranger, path)
        expect(reply.status).toBe(404)
        expect(await reply.text()).toContain('shown only to the people who have them')
      }
    expect((await get(one, `${one.path}pass/samsung/`)).status).toBe(404)
    expect((await get(one, '/account/tickets/1/pass/apple/')).status).toBe(404)
  })
})

describe('Apple Wallet', () => {
  it('gets a signed pass with the QR code, the event, the holder and the order', async () => {
    const one = await holder(concert)
    const { reply, pass, files, content, signer, signingTime } = await applePass(one)
    expect(reply.headers.get('content-type')).toBe('application/vnd.apple.pkpass')
    expect(reply.headers.get('content-disposition')).toContain(`filename="ticket-${one.ticket.code}.pkpass"`)
    expect(files).toEqual([
      ...['', '@2x', '@3x'].map((scale) => `icon${scale}.png`),
      ...['', '@2x', '@3x'].map((scale) => `logo${scale}.png`),
      'pass.json',
    ])
    expect(widthOf(content['icon@3x.png'])).toBe(87)
    expect(signer.subject).toContain('UID=pass.example.tickets')
    expect(Math.abs(signingTime.getTime() - Date.now())).toBeLessThan(60_000)
    const { ticket, reference } = one
    expect(pass).toMatchObject({
      formatVersion: 1,
      passTypeIdentifier: 'pass.example.tickets',
      teamIdentifier: 'TEAM123456',
      serialNumber: ticket.id,
      organizationName: 'Łukasz Presents',
      description: 'Ticket for Evening in Łódź',
      relevantDate: '2030-06-14T18:30:00Z',
      barcodes: [{ format: 'PKBarcodeFormatQR', message: ticket.code, altText: ticket.code }],
    })
    expect(fieldsOf(pass)).toEqual({
      date: 'Fri 14 Jun 2030',
      event: 'Evening in Łódź',
      ticket: 'Balcony',
      holder: 'Ada Lovelace',
      doors: '6:45pm',
      start: '7:30pm',
      venue: 'Town Hall',
      what: 'Evening in Łódź',
      when: 'Fri 14 Jun 2030, 7:30pm to 10:00pm',
      where: 'Town Hall, 1 Quay, Whitby',
      organiser: 'Łukasz Presents',
      order: reference,
      note: expect.stringContaining(`http://shop.test${one.path}`),
    })
  })

  it('gets no empty fields, and is told no address of an event online', async () => {
    const livestream_url = 'https://watch.example/secret'
    const { pass } = await applePass(await holder({ event: { livestream_url } }))
    const fields = fieldsOf(pass)
    expect(fields).not.toHaveProperty('doors')
    expect(fields.venue).toBe('Online')
    expect(JSON.stringify(pass)).not.toContain('watch.example')
  })
})

describe('Google Wallet', () => {
  it('gets a signed link with the QR code, the event, the holder and the order', async () => {
    const one = await holder(concert)
    const { token, payload, protectedHeader, ...found } = await googlePass(one)
    expect(protectedHeader.alg).toBe('RS256')
    expect(payload).toMatchObject({
      iss: 'wallet@foyer-tickets.iam.gserviceaccount.com',
      aud: 'google',
      typ: 'savetowallet',
      iat: expect.closeTo(Date.now() / 1000, -2),
    })
    const inEnglish = (value: string) => ({ defaultValue: { language: 'en-GB', value } })
    expect(found.class).toEqual({
      id: expect.stringMatching(/^3388000000022222228\.[\w-]{12}$/),
      reviewStatus: 'UNDER_REVIEW',
      issuerName: 'Łukasz Presents',
      eventName: inEnglish('Evening in Łódź'),
      venue: { name: inEnglish('Town Hall'), address: inEnglish('1 Quay, Whitby') },
      dateTime: {
        doorsOpen: '2030-06-14T18:45:00+01:00',
        start: '2030-06-14T19:30:00+01:00',
        end: '2030-06-14T22:00:00+01:00',
      },
      hexBackgroundColor: '#53c',
    })
    expect(found.object).toEqual({
      id: expect.stringMatching(/^3388000000022222228\.[\w-]{12}$/),
      classId: found.class.id,
      state: 'ACTIVE',
      ticketType: inEnglish('Balcony'),
      ticketHolderName: 'Ada Lovelace',
      barcode: { type: 'QR_CODE', value: one.ticket.code, alternateText: one.ticket.code },
      reservationInfo: { confirmationCode: one.reference },
    })
    expect(token.length).toBeLessThanOrEqual(1800)
  })

  it('gets winter times without an offset, and no address of an event online', async () => {
    const one = await holder({
      event: { livestream_url: 'https://watch.example/secret' },
      date: { starts_at: new Date('2030-01-14T00:05:00Z') },
    })
    const { payload, ...found } = await googlePass(one)
    expect(found.class.dateTime).toEqual({ start: '2030-01-14T00:05:00+00:00' })
    expect(found.class.venue.address.defaultValue.value).toBe('Online')
    expect(JSON.stringify(payload)).not.toContain('watch.example')
  })

  it('keeps its class for tickets of one date, and gets new ids for a changed event or code', async () => {
    const one = await holder(concert)
    const before = await googlePass(one)
    expect((await googlePass(one)).object.id).toBe(before.object.id)
    await shop.db
      .updateTable('tickets')
      .set({ code: 'NEWC-0DE0-0000-0000' })
      .where('id', '=', one.ticket.id)
      .execute()
    const renewed = await googlePass(one)
    expect(renewed.class.id).toBe(before.class.id)
    expect(renewed.object.id).not.toBe(before.object.id)
    expect(renewed.object.barcode.value).toBe('NEWC-0DE0-0000-0000')
    await shop.db
      .updateTable('event_dates')
      .set({ starts_at: new Date('2030-06-15T18:30:00Z') })
      .where('id', '=', one.event.id)
      .execute()
    const moved = await googlePass(one)
    expect(moved.class.id).not.toBe(before.class.id)
    expect(moved.object.classId).toBe(moved.class.id)
  })
})

describe('the recipient of a ticket', () => {
  it('gets passes with the new code and their own name, without the order', async () => {
    const one = await holder()
    const recipient = await member()
    await giveAway(shop, one.ticket.id)
    const code = 'G1FT-0000-0000-0000'
    await shop.db
      .updateTable('tickets')
      .set({ user_id: recipient.userId, code })
      .where('id', '=', one.ticket.id)
      .execute()
    const theirs = { ...one, ...recipient }
    const { pass } = await applePass(theirs)
    expect(pass).toMatchObject({ barcodes: [{ message: code }] })
    expect(fieldsOf(pass)).not.toHaveProperty('order')
    const { object } = await googlePass(theirs)
    expect(object.barcode.value).toBe(code)
    expect(object).not.toHaveProperty('reservationInfo')
    for (const path of [one.apple, one.google]) expect((await get(one, path)).status).toBe(404)
  })
})

describe('names', () => {
  it.each([
    ['other scripts', 'مساء الموسيقى في 大阪 Ωδείο', 'ليلى Любовь'],
    ['text direction', '\u202eEvening\u202c \u2066of music\u2069', '\u202eAda'],
    ['emoji', 'Pride 🏳️‍🌈 2030 👨‍👩‍👧‍👦', '🦊 Fox'],
    ['quotes and markup', '"Rock" \\ <b>Roll</b> &amp;', 'O’Hara "Ada"'],
  ])('with %s stay as they are in a pass, but never reverse text', async (_, title, name) => {
    const one = await holder({ event: { title } }, name)
    const plain = (text: string) => text.replaceAll(/[\u202a-\u202e\u2066-\u2069]/g, '')
    expect(fieldsOf((await applePass(one)).pass)).toMatchObject({ event: plain(title), holder: plain(name) })
    const { object, ...found } = await googlePass(one)
    expect(found.class.eventName.defaultValue.value).toBe(plain(title))
    expect(object.ticketHolderName).toBe(plain(name))
  })

  it.each([
    ['letters', 'Я'],
    ['emoji', '👩🏽‍🚀'],
    ['quotes', '"'],
  ])(
    'of 300 %s are whole for Apple, and shortened between characters until a browser takes the link',
    async (_, sign) => {
      const long = sign.repeat(300)
      const one = await holder(
        {
          organiser: { name: long },
          event: { title: long, venue_name: long, venue_full_address: long },
          tickets: { adult: { name: long } },
        },
        long,
      )
      expect(fieldsOf((await applePass(one)).pass)).toMatchObject({ event: long, holder: long })
      const { token, object, ...found } = await googlePass(one)
      expect(token.length).toBeLessThanOrEqual(1800)
      expect(token.length).toBeGreaterThan(1500)
      const { value } = found.class.eventName.defaultValue
      const count = (value.length - 1) / sign.length
      expect(count).toBeGreaterThanOrEqual(1)
      expect(value).toBe(`${sign.repeat(count)}…`)
      expect(object.barcode.value).toBe(one.ticket.code)
    },
  )
})

const hour = 3_600_000

it('says so on the ticket’s page when a pass cannot be made, and logs no personal data', async () => {
  const one = await holder()
  const expiring = appWith({ appleWallet: makeAppleKeys(new Date(Date.now() + hour)) })
  vi.setSystemTime(Date.now() + 2 * hour)
  const reply = await get(one, one.apple, expiring).finally(() => vi.useRealTimers())
  expect(reply.status).toBe(503)
  const html = await reply.text()
  expect(html).toMatch(/role="alert"[\s\S]*We couldn(?:'|&#39;)t make the pass for Apple Wallet/)
  expect(html).toContain(one.ticket.code)
  expect(html).toContain('Save as PDF')
  expect(shop.logged.filter(({ event }) => event === 'wallet pass not made')).toEqual([
    expect.objectContaining({ provider: 'apple', error: 'BadConfig' }),
  ])
  expect(JSON.stringify(shop.logged)).not.toContain(one.ticket.code)
})

/** Width in pixels of a PNG. */
function widthOf(png: Uint8Array | undefined): number {
  return Buffer.from(png ?? []).readUInt32BE(16)
}
