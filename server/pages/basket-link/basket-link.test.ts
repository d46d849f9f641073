import { readFileSync } from 'node:fs'

import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { moveShopTime } from '#server/database/shop-time.ts'
import { saleOf } from '#server/testing/buyers.ts'
import { discountCode } from '#server/testing/codes.ts'
import { payInFull } from '#server/testing/pay-in-full.ts'
import { call, checkoutOf, offer, type Offered } from '#server/testing/offers.ts'
import type { Reply } from '#sandbox/visitor.ts'
import { createTestShop, type TestShop, type Visitor } from '#server/testing/test-shop.ts'
import { add, joinRoom, queued } from '#server/testing/waiting-rooms.ts'

import { linkKey, signatureOf } from './sign-link.ts'

let shop: TestShop
beforeAll(async () => void (shop = await createTestShop({ release: 'v2' })))
afterAll(() => shop.close())

const browser = { Accept: 'text/html' }
const open = (visitor: Visitor, link: string) => visitor.get(link, browser)

/** Presses the button of a link's page; `page` is one that was opened before. */
async function press(visitor: Visitor, link: string, page?: Reply): Promise<string> {
  const { text } = page ?? (await open(visitor, link))
  const shown = /name="shown"\s+value="([^"]*)"/.exec(text)?.[1] ?? 'nothing'
  const { status, headers } = await visitor.post(link, { shown }, browser)
  expect(status).toBe(303)
  return headers.get('Location') ?? ''
}

const ticketOf = (event: Offered, qty: number | string, key = 'adult') => `ticket=${event.id}-${key}:${qty}`

async function linesOf(visitor: Visitor) {
  const { tickets, gift_vouchers } = await checkoutOf(visitor)
  return Object.fromEntries(
    [...tickets, ...gift_vouchers].map(({ ticket_id, id, qty }) => [ticket_id ?? id, qty]),
  )
}

const textOf = ({ text }: Reply) =>
  text
    .replaceAll(/<(script|style)[^]*?<\/\1>|<[^>]+>/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()

async function sellOut(event: Offered) {
  await shop.db.updateTable('pools').set({ capacity: 0 }).where('event_date_id', '=', event.id).execute()
}

/** Opens a link that leads to a page with a message, as a browser does. */
async function follow(visitor: Visitor, reply: Reply) {
  const address = reply.headers.get('Location') ?? ''
  return { address, page: await open(visitor, address) }
}

describe('a link', () => {
  it('shows what it would add and its price, and adds nothing before its button is pressed [S1]', async () => {
    const event = await offer(shop.db, { tickets: { adult: { price: 1850, booking_fee: 150 } } })
    const rows = async () => [
      (await shop.db.selectFrom('sessions').select('id').execute()).length,
      (await shop.db.selectFrom('sales').select('id').execute()).length,
    ]
    const before = await rows()
    const visitor = await shop.visitor()
    const page = await open(visitor, `/buy/?${ticketOf(event, 2)}&code=ANY`)
    expect(page.status).toBe(200)
    expect(textOf(page)).toMatch(/2 × .*adult.*£40\.00.*Prices include all booking fees/i)
    expect(page.headers.get('X-Robots-Tag')).toBe('noindex')
    expect(await rows()).toEqual(before)
    expect(await linesOf(visitor)).toEqual({})
  })

  it('shows price and fee, and a total with the parcel that the basket then costs [L3]', async () => {
    const visitor = await shop.visitor()
    const link = '/buy/?ticket=night-run-start-runner:2'
    const page = await open(visitor, link)
    expect(textOf(page)).toMatch(/£51\.60 includes £3\.60 fee Delivery £2\.95 Total £54\.55/)
    await press(visitor, link, page)
    expect((await checkoutOf(visitor)).basket_total).toBe('54.55')
    const more = await open(visitor, '/buy/?ticket=night-run-start-runner:3')
    expect(textOf(more)).toContain('£25.80 includes £1.80 fee')
    expect(textOf(more)).not.toContain('Delivery')
  })

  it('shows the delivery again to a visitor who has just bought a ticket that is posted', async () => {
    const visitor = await shop.visitor()
    const link = '/buy/?ticket=night-run-start-runner:2'
    await press(visitor, link)
    await call(visitor, 'reserve_tickets')
    await payInFull(shop, (await saleOf(shop, visitor)).id)
    const page = await open(visitor, link)
    expect(textOf(page)).toMatch(/Delivery £2\.95 Total £54\.55/)
    await press(visitor, link, page)
    expect((await checkoutOf(visitor)).basket_total).toBe('54.55')
  })

  it('adds as many as it may name, which no page offers to choose at once', async () => {
    const event = await offer(shop.db)
    const visitor = await shop.visitor()
    expect(await press(visitor, `/buy/?${ticketOf(event, 100)}`)).toBe('/checkout/')
    expect(await linesOf(visitor)).toEqual({ [`${event.id}-adult`]: 100 })
  })

  it('begins a basket of the running release in the log', async () => {
    const event = await offer(shop.db)
    const visitor = await shop.visitor()
    await press(visitor, `/buy/?${ticketOf(event, 1)}`)
    const logged = await shop.db
      .selectFrom('step_log')
      .select(['to_state', 'release'])
      .where('sale_id', '=', ({ selectFrom }) =>
        selectFrom('sale_tickets').select('sale_id').where('ticket_type_id', '=', event.ticket()),
      )
      .execute()
    expect(logged).toEqual([{ to_state: 'basket', release: 'v2' }])
  })

  it('fills the basket with tickets of several events, a gift voucher and a code', async () => {
    const [one, other] = [await offer(shop.db), await offer(shop.db)]
    const code = await discountCode(shop.db, 'LINKTENTH')
    const visitor = await shop.visitor()
    const link = `/buy/?${ticketOf(one, 2)}&${ticketOf(other, 1)}&voucher=harbour-gift:25.00:1&code=linktenth`
    expect(await press(visitor, link)).toBe('/checkout/')
    const checkout = await checkoutOf(visitor)
    expect(await linesOf(visitor)).toEqual({
      [`${one.id}-adult`]: 2,
      [`${other.id}-adult`]: 1,
      'harbour-gift': 1,
    })
    expect(checkout.discounts_applied).toEqual({ [code]: '3.00' })
  })

  it('leaves what is in the basket, and adds nothing twice', async () => {
    const [own, event] = [await offer(shop.db), await offer(shop.db)]
    const visitor = await shop.visitor()
    await visitor.post('/do/checkout/add/', { ticket: [own.entry(3)] })
    await visitor.post('/do/checkout/add/', { ticket: [event.entry(1)] })
    const link = `/buy/?${ticketOf(event, 2)}`
    const page = await open(visitor, link)
    expect(textOf(page)).toContain('What you have in your basket stays there')
    const addresses = [await press(visitor, link, page), await press(visitor, link, page)]
    expect(addresses[0]).toBe('/checkout/')
    expect(await linesOf(visitor)).toEqual({ [`${own.id}-adult`]: 3, [`${event.id}-adult`]: 2 })
    const again = await open(visitor, link)
    expect([again.status, again.headers.get('Location')]).toEqual([303, '/checkout/'])
  })

  it('adds nothing twice when two presses come at once', async () => {
    const event = await offer(shop.db)
    const visitor = await shop.visitor()
    const link = `/buy/?${ticketOf(event, 2)}`
    const page = await open(visitor, link)
    await Promise.all([press(visitor, link, page), press(visitor, link, page)])
    expect(await linesOf(visitor)).toEqual({ [`${event.id}-adult`]: 2 })
  })

  it('shows its new price first if that has changed since it was opened', async () => {
    const event = await offer(shop.db)
    const visitor = await shop.visitor()
    const link = `/buy/?${ticketOf(event, 1)}`
    const page = await open(visitor, link)
    await shop.db.updateTable('ticket_types').set({ price: 4321 }).where('event_id', '=', event.id).execute()
    expect(await press(visitor, link, page)).toBe(link)
    expect(await linesOf(visitor)).toEqual({})
  })

  it('shows its new delivery first if that has changed since it was opened', async () => {
    const event = await offer(shop.db, { tickets: { adult: { deliverable: true, delivery_cost: 250 } } })
    const visitor = await shop.visitor()
    const link = `/buy/?${ticketOf(event, 1)}`
    const page = await open(visitor, link)
    await shop.db
      .updateTable('ticket_types')
      .set({ delivery_cost: 350 })
      .where('event_id', '=', event.id)
      .execute()
    expect(await press(visitor, link, page)).toBe(link)
    expect(await linesOf(visitor)).toEqual({})
    expect(textOf(await open(visitor, link))).toContain('Delivery £3.50')
  })

  it.each([
    ['nothing', ''],
    ['an empty ticket', 'ticket='],
    ['no tickets', 'ticket=a:0'],
    ['more than a hundred', 'ticket=a:101'],
    ['less than none', 'ticket=a:-1'],
    ['a gift voucher without a value', 'voucher=harbour-gift'],
    ['a value that is no money', 'voucher=harbour-gift:1e3:1'],
    ['a code that is too long', `ticket=a:1&code=${'X'.repeat(41)}`],
    ['too many lines', Array.from({ length: 51 }, (_, index) => `ticket=a${index}:1`).join('&')],
    ['too many characters', `ticket=a:1&event=${'b'.repeat(2000)}`],
  ])('with %s is told to be incomplete, and adds nothing', async (_, query) => {
    const link = `/buy/?${query}`
    const visitor = await shop.visitor()
    const page = await open(visitor, link)
    expect(page.status).toBe(422)
    expect(textOf(page)).toContain('This link is incomplete')
    const pressed = await visitor.post(link, {}, browser)
    expect([pressed.status, pressed.headers.get('location')]).toEqual([
      303,
      expect.stringMatching(/^\/buy\//),
    ])
  })

  it('sends nothing on that is not its own, and nobody to another site [S37]', async () => {
    const event = await offer(shop.db)
    const page = await open(
      await shop.visitor(),
      `/buy/?${ticketOf(event, 1)}&utm_source=mail&to=https://evil.example/&next=//evil.example`,
    )
    expect(page.text).toContain(`action="/buy/?${ticketOf(event, 1)}"`)
    expect(page.text).not.toMatch(/evil|utm/)
  })
})

describe('a link to what cannot be bought', () => {
  it('leads to the page of the event with a message if it is sold out, and leaves the basket', async () => {
    const [own, event] = [await offer(shop.db), await offer(shop.db, { event: { title: 'Full House' } })]
    await sellOut(event)
    const visitor = await shop.visitor()
    await visitor.post('/do/checkout/add/', { ticket: [own.entry(2)] })
    const { address, page } = await follow(visitor, await open(visitor, `/buy/?${ticketOf(event, 1)}`))
    expect(address).toBe(`/events/${event.id}/`)
    expect(textOf(page)).toMatch(/: sold out\./)
    expect(await linesOf(visitor)).toEqual({ [`${own.id}-adult`]: 2 })
  })

  it('leads to the page of the event with what is left chosen', async () => {
    const event = await offer(shop.db, { places: 3, tickets: { adult: {}, child: {} } })
    const visitor = await shop.visitor()
    const link = `/buy/?${ticketOf(event, 5)}&${ticketOf(event, 1, 'child')}`
    const { page } = await follow(visitor, await open(visitor, link))
    expect(textOf(page)).toMatch(/adult: only 3 left\./i)
    expect(page.text.match(/<option value="\d" selected/g)).toEqual([
      '<option value="3" selected',
      '<option value="1" selected',
    ])
  })

  it('leads there too if they were sold while the buyer read the link', async () => {
    const event = await offer(shop.db)
    const visitor = await shop.visitor()
    const link = `/buy/?${ticketOf(event, 1)}`
    const page = await open(visitor, link)
    await sellOut(event)
    const address = await press(visitor, link, page)
    // The page has changed, so it is shown again, and says why.
    const { page: shown } = await follow(visitor, await open(visitor, address))
    expect(textOf(shown)).toMatch(/: sold out\./)
    expect(await linesOf(visitor)).toEqual({})
  })

  it('leads there with the reason for which the basket does not take them', async () => {
    const event = await offer(shop.db, { tickets: { adult: { max_per_customer: 4 } } })
    const visitor = await shop.visitor()
    const link = `/buy/?${ticketOf(event, 4)}`
    const page = await open(visitor, link)
    await shop.db
      .updateTable('ticket_types')
      .set({ max_per_customer: 2 })
      .where('event_id', '=', event.id)
      .execute()
    const { page: shown } = await follow(visitor, await open(visitor, await press(visitor, link, page)))
    expect(textOf(shown)).toMatch(/: at most 2 at once\./)
  })

  it('tells that a ticket is unknown on the page of the event that it names', async () => {
    const event = await offer(shop.db)
    const visitor = await shop.visitor()
    const reply = await open(visitor, `/buy/?event=${event.id}&ticket=gone:2`)
    const { address, page } = await follow(visitor, reply)
    expect(address).toBe(`/events/${event.id}/`)
    expect(textOf(page)).toContain('Some of the tickets are not on sale any more.')
  })

  it('tells that a ticket is unknown in the link itself if it names no event', async () => {
    const page = await open(await shop.visitor(), '/buy/?ticket=gone:2')
    expect(page.status).toBe(200)
    expect(textOf(page)).toMatch(
      /cannot be added: Some of the tickets are not on sale any more Browse events/,
    )
  })

  it('tells that there are fewer than it names, or that nobody may have so many', async () => {
    const scarce = await offer(shop.db, { places: 30 })
    const limited = await offer(shop.db, { tickets: { adult: { max_per_customer: 25 } } })
    const grouped = await offer(shop.db, { tickets: { adult: { min_per_customer: 30 } } })
    const visitor = await shop.visitor()
    const link = `/buy/?${ticketOf(scarce, 31)}&${ticketOf(limited, 26)}&${ticketOf(grouped, 29)}`
    expect(textOf(await open(visitor, link))).toMatch(
      /: only 30 left .*: at most 25 at once .*: at least 30 /,
    )
    // What the basket has already counts too
    await visitor.post('/do/checkout/add/', { ticket: [limited.entry(20)] })
    const { page } = await follow(visitor, await open(visitor, `/buy/?${ticketOf(limited, 26)}`))
    expect(textOf(page)).toContain(': at most 25 at once.')
  })

  it('tells that the only event that it names is not on sale any more', async () => {
    const page = await open(await shop.visitor(), '/buy/?event=gone')
    expect(textOf(page)).toMatch(/cannot be added: The event is not on sale any more Browse events/)
  })

  it('offers the rest of a link to several events', async () => {
    const [gone, event] = [await offer(shop.db, { event: { title: 'Gone' } }), await offer(shop.db)]
    await sellOut(gone)
    const visitor = await shop.visitor()
    const link = `/buy/?${ticketOf(gone, 1)}&${ticketOf(event, 2)}&voucher=harbour-gift:1.00`
    const page = await open(visitor, link)
    expect(textOf(page)).toMatch(
      /Not everything can be added: Gone ?, .*: sold out.*values from £5\.00 to £500\.00/,
    )
    expect(await press(visitor, link, page)).toBe('/checkout/')
    expect(await linesOf(visitor)).toEqual({ [`${event.id}-adult`]: 2 })
  })

  it('shows the page of an event that it names alone', async () => {
    const event = await offer(shop.db)
    const reply = await open(await shop.visitor(), `/buy/?event=${event.id}`)
    expect([reply.status, reply.headers.get('Location')]).toEqual([303, `/events/${event.id}/`])
  })
})

describe('a link to an event with numbered seats', () => {
  it('opens the seating plan', async () => {
    const reply = await open(await shop.visitor(), '/buy/?ticket=the-tempest-friday-band-a-adult:2')
    expect([reply.status, reply.headers.get('Location')]).toEqual([
      303,
      '/events/book_seats/the-tempest-friday/',
    ])
  })

  it('opens it after the rest was added', async () => {
    const event = await offer(shop.db)
    const visitor = await shop.visitor()
    const link = `/buy/?${ticketOf(event, 1)}&ticket=the-tempest-friday-band-a-adult:2`
    expect(await press(visitor, link)).toBe('/events/book_seats/the-tempest-friday/')
    expect(await linesOf(visitor)).toEqual({ [`${event.id}-adult`]: 1 })
  })
})

it('a link to an event with a waiting room leads there first, and back to itself', async () => {
  const event = await queued(shop, 1)
  await add(await shop.visitor(), event)
  const visitor = await shop.visitor()
  const link = `/buy/?${ticketOf(event, 2)}`
  const room = await press(visitor, link)
  expect(room).toBe(`/waiting-room/${event.id}/?${new URLSearchParams({ to: link })}`)
  expect(await linesOf(visitor)).toEqual({})
  await shop.db.updateTable('events').set({ waiting_room_capacity: 10 }).where('id', '=', event.id).execute()
  await joinRoom(visitor, event)
  const back = await open(visitor, room)
  expect(back.headers.get('Location')).toBe(link)
  expect(await press(visitor, link)).toBe('/checkout/')
  expect(await linesOf(visitor)).toEqual({ [`${event.id}-adult`]: 2 })
})

it.each(['https://evil.example/', '//evil.example/', '/buy/?a=<script>', '/buy/../account/', '/buy/?\\evil'])(
  'a waiting room leads back to no other address, such as %s [S37]',
  async (to) => {
    const event = await queued(shop, 5)
    const visitor = await shop.visitor()
    const { headers } = await visitor.post(`/waiting-room/${event.id}/`, { to }, browser)
    expect(headers.get('Location')).toBe(`/events/${event.id}/#tickets`)
  },
)

describe('the code of a link', () => {
  it('that does not fit is told in the basket, which has the tickets', async () => {
    const event = await offer(shop.db)
    const visitor = await shop.visitor()
    expect(await press(visitor, `/buy/?${ticketOf(event, 1)}&code=NOSUCH`)).toBe('/checkout/')
    expect((await checkoutOf(visitor)).basket_errors).toEqual([
      'The code NOSUCH could not be used for this basket',
    ])
    expect(await linesOf(visitor)).toEqual({ [`${event.id}-adult`]: 1 })
  })

  it('leaves the message that tickets of another currency were not added', async () => {
    const [pounds, euros] = [await offer(shop.db), await offer(shop.db, { event: { currency: 'EUR' } })]
    const code = await discountCode(shop.db, 'POUNDSONLY')
    const visitor = await shop.visitor()
    await press(visitor, `/buy/?${ticketOf(pounds, 1)}&${ticketOf(euros, 1)}&code=${code}`)
    expect(await checkoutOf(visitor)).toMatchObject({
      basket_total: '9.00',
      had_mismatching_currencies: true,
    })
  })

  it('is not tried before the button is pressed, and wrong ones count as guesses', async () => {
    const event = await offer(shop.db)
    const code = await discountCode(shop.db, 'GUESSED')
    const visitor = await shop.visitor()
    const pages = [
      await open(visitor, `/buy/?${ticketOf(event, 1)}&code=${code}`),
      await open(visitor, `/buy/?${ticketOf(event, 1)}&code=GUESSES`),
    ]
    const [right, wrong] = pages.map((page) => textOf(page).replace(/GUESSE[DS]/, ''))
    expect(right).toBe(wrong)
    for (let guess = 0; guess < 20; guess++)
      await press(visitor, `/buy/?${ticketOf(event, 1)}&code=WRONG${guess}`)
    expect((await call(visitor, 'set_code', { code })).status).toBe(429)
  })

  describe('for signed links only', () => {
    const sign = (event: Offered, query: string, by = event.organiserId) => {
      const parameters = new URLSearchParams(`${query}&organiser=${by}`)
      parameters.set('signature', signatureOf(linkKey(shop.config.secrets.sessionKey, by), parameters))
      return `/buy/?${parameters}`
    }
    let event: Offered
    let code: string
    let made = 0
    beforeAll(async () => void (event = await offer(shop.db)))

    async function signedOnly() {
      const { organiserId } = event
      code = await discountCode(shop.db, `PARTNER${++made}`, {
        organiser_id: organiserId,
        signed_link_only: true,
      })
      return `${ticketOf(event, 1)}&code=${code}`
    }
    const total = async (visitor: Visitor) => (await checkoutOf(visitor)).basket_total

    it('is used by one that its organiser has signed, in any order and with additions', async () => {
      const link = sign(event, await signedOnly())
      const visitor = await shop.visitor()
      const parameters = [...new URLSearchParams(link.split('?')[1])].reverse()
      await press(visitor, `/buy/?${new URLSearchParams([['utm_source', 'mail'], ...parameters])}`)
      expect(await total(visitor)).toBe('9.00')
    })

    it('is not used by a link without a signature, nor typed', async () => {
      const visitor = await shop.visitor()
      await press(visitor, `/buy/?${await signedOnly()}`)
      expect(await total(visitor)).toBe('10.00')
      expect((await call(visitor, 'set_code', { code })).json.code_applied).toBe(false)
    })

    it("is not used by another organiser's signature", async () => {
      const visitor = await shop.visitor()
      await press(visitor, sign(event, await signedOnly(), 'harbour-arts'))
      expect(await total(visitor)).toBe('10.00')
    })

    it.each([
      ['another quantity', (link: string) => link.replace('%3A1', '%3A2')],
      ['another signature', (link: string) => link.replace(/signature=../, 'signature=00')],
      ['no signature', (link: string) => link.replace(/&signature=.*/, '')],
      ['a later end', (link: string) => `${link}&until=2999-01-01T00:00:00Z`],
    ])('is not used by a link with %s, which sells at the usual price', async (_, change) => {
      const visitor = await shop.visitor()
      const link = change(sign(event, await signedOnly()))
      expect(textOf(await open(visitor, link))).toContain('The offer of this link is not valid')
      expect(await press(visitor, link)).toBe('/checkout/')
      expect(await total(visitor)).toMatch(/^[12]0\.00$/)
    })

    it('and any other code of a link with a wrong signature is left out', async () => {
      const visitor = await shop.visitor()
      await press(
        visitor,
        `${sign(event, `${ticketOf(event, 1)}&code=${await discountCode(shop.db, 'OPEN')}`)}0`,
      )
      expect(await checkoutOf(visitor)).toMatchObject({ basket_total: '10.00', basket_errors: [] })
    })

    it.each(['2999-04-16T18:00:00', '2999-04-16', 'soon'])(
      'is not used by a link until %s, which is another time on each machine or none',
      async (until) => {
        const visitor = await shop.visitor()
        const link = sign(event, `${await signedOnly()}&until=${until}`)
        expect(textOf(await open(visitor, link))).toContain('The offer of this link has ended')
        await press(visitor, link)
        expect(await total(visitor)).toBe('10.00')
      },
    )

    it('is used until a time with an offset', async () => {
      const visitor = await shop.visitor()
      await press(visitor, sign(event, `${await signedOnly()}&until=2999-04-16T18:00:00%2B01:00`))
      expect(await total(visitor)).toBe('9.00')
    })

    it('is used until the end of its link, and not after it', async () => {
      const until = new Date(Date.now() + 3_600_000).toISOString()
      const link = sign(event, `${await signedOnly()}&until=${until}`)
      const [early, late] = [await shop.visitor(), await shop.visitor()]
      await press(early, link)
      await moveShopTime(shop.db, 3601)
      expect(textOf(await open(late, link))).toContain('The offer of this link has ended')
      await press(late, link)
      await moveShopTime(shop.db, -3601)
      expect([await total(early), await total(late)]).toEqual(['9.00', '10.00'])
    })
  })
})

it('the example of docs/links.md has the signature that the shop expects', () => {
  const text = readFileSync('docs/links.md', 'utf8')
  const [, key = ''] = /^KEY = '([^']+)'/m.exec(text) ?? []
  const [, query = '', signature] = /\/buy\/\?(\S+)&signature=([0-9a-f]{64})/.exec(text) ?? []
  expect(signatureOf(key, new URLSearchParams(query))).toBe(signature)
})
