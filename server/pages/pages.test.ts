import { Window, type Element } from 'happy-dom'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { moveShopTime } from '#server/database/shop-time.ts'
import type { CalendarEntry } from '#server/outbox/content.ts'
import { queueMail } from '#server/outbox/queue.ts'
import { queueSms } from '#server/outbox/queue-sms.ts'
import { pay, person, signedIn, type Person } from '#server/testing/browser.ts'
import { codeFor, newEmail } from '#server/testing/buyers.ts'
import { mailsOf } from '#server/testing/mails.ts'
import { offer } from '#server/testing/offers.ts'
import { createTestShop, type TestShop } from '#server/testing/test-shop.ts'
import { queued } from '#server/testing/waiting-rooms.ts'

import { icon } from './icon.ts'

let shop: TestShop
beforeAll(async () => void (shop = await createTestShop()))
afterAll(() => shop.close())

const lateFilm = '/events/late-film-club/'
const seat = 'ticket[late-film-club-tuesday-seat][qty]'

const addSeat = (someone: Person, qty = '2') => someone.send(lateFilm, '/do/checkout/add/', { [seat]: qty })

/** The problem that is tied to the name field and stands below it. */
function problemAtName(html: string) {
  const { document } = new Window()
  document.write(html)
  return problemBelow(document, document.querySelector('input[name="name"][aria-invalid="true"]'))
}

/** All that describes a refused field, if it stands below it as in the checkout. */
function problemBelow(document: Window['document'], field: Element | null | undefined) {
  const text = document.getElementById(field?.getAttribute('aria-describedby') ?? '')
  const isBelow = text && field && field.compareDocumentPosition(text) & field.DOCUMENT_POSITION_FOLLOWING
  return isBelow ? text.textContent.trim() : null
}

const lastMail = async () => (await mailsOf(shop))[0]

describe('every page', () => {
  it.each([
    ['/all-events/', 'All events'],
    [lateFilm, 'Late Film Club: Brief Encounter'],
    ['/gift-vouchers/', 'Gift vouchers'],
    ['/signin/', 'Sign in'],
    ['/mailing-list', 'Newsletter'],
    ['/refund-policy/', 'Refund policy'],
    ['/organisers/shelter-run/', 'Open Door Shelter'],
    ['/organisers/canal-cinema/refund-policy/', 'Refund policy of Canal Cinema'],
    ['/legal-information/purchase-terms-and-conditions/', 'Purchase terms and conditions'],
    ['/privacy/', 'Privacy notice'],
    ['/help/', 'Help'],
    ['/accessibility/', 'Accessibility statement'],
    ['/sandbox/', 'Sandbox: what to try'],
    ['/sandbox/outbox/', 'Outbox'],
  ])('%s has one heading, a title and no inline script', async (path, title) => {
    const { status, html } = await (await person(shop)).open(path)
    expect(status).toBe(200)
    expect(html).toContain(`<title>${title} – Foyer</title>`)
    expect(html.match(/<h1/g)).toHaveLength(1)
    expect(html).toContain('lang="en-GB"')
    // Data for search engines runs nothing.
    expect(html.replace('<script type="application/ld+json"', '').match(/<script/g)).toHaveLength(1)
    expect(html).not.toMatch(/ on\w+="|undefined|\[object|NaN/)
  })

  it.each([
    '/all-events/',
    lateFilm,
    '/gift-vouchers/',
    '/organisers/canal-cinema/',
    '/signin/',
    '/orders/',
    '/events/unknown/',
    '/not-done/nothing/',
  ])('%s comes with its styles, and nothing else is waited for before it is shown', async (path) => {
    const { html } = await (await person(shop)).open(path)
    const [head = '', body = ''] = html.split('</head>')
    expect(head).toMatch(/<style>[^<]*\.button \{[^<]*<\/style>/)
    expect(html).not.toContain('rel="stylesheet"')
    expect(head).not.toContain('<script')
    expect(body).toMatch(/<body|<main/)
    // The script is at the end, after everything that can be read.
    if (body.includes('<script')) expect(body.split('<script')[1]).not.toMatch(/<(?:main|p|h1|img|form)\b/)
  })

  it.each([
    ['/signin/', 'email', 'ada@'],
    ['/orders/', 'order', ''],
    ['/mailing-list', 'email', 'ada@'],
  ])(
    '%s says at its field why it is refused, keeps what was typed, and leaves nothing to the browser',
    async (path, name, typed) => {
      const { html } = await (await person(shop)).send(path, path, { [name]: typed })
      const { document } = new Window()
      document.write(html)
      const field = document.querySelector(`[name="${name}"][aria-invalid="true"][autofocus]`)
      expect(field?.getAttribute('value')).toBe(typed)
      expect(problemBelow(document, field)).toMatch(/\w/)
      expect(
        document.querySelectorAll('form:has([name]):not([novalidate]) :is([required], [type="email"])'),
      ).toHaveLength(0)
      expect(html).toContain('<title>Error: ')
    },
  )

  it('serves its script at an address that can be cached for ever', async () => {
    const { html } = await (await person(shop)).open('/all-events/')
    const [path = '', ...others] = [...html.matchAll(/"(\/pages\/[^"]+)"/g)].map((match) => match[1])
    expect(others).toEqual([])
    const reply = await shop.app.request(path)
    expect(reply.status).toBe(200)
    expect(reply.headers.get('cache-control')).toContain('immutable')
  })

  it('shows the shop where there is no page, with the ways on', async () => {
    const { status, html } = await (await person(shop)).open('/nowhere/')
    expect(status).toBe(404)
    expect(html).toContain('class="brand"')
    expect(html).toContain('role="search"')
    for (const address of ['/all-events/', '/gift-vouchers/', '/signin/', '/orders/', '/checkout/'])
      expect(html).toContain(`href="${address}"`)
  })

  it('shows a buyer who is signed in the wallet, also where something is wrong', async () => {
    const someone = await signedIn(shop, newEmail())
    for (const refused of [
      await someone.open('/nowhere/'),
      await someone.send('/signin/', '/mailing-list/confirm/', { token: 'x' }),
    ]) {
      expect(refused.status).toBeGreaterThan(400)
      expect(refused.html).toContain('href="/account/wallet/"')
      expect(refused.html).not.toContain('href="/signin/"')
    }
  })

  it('redirects the root address to the events', async () => {
    const reply = await (await person(shop)).open('/')
    expect([reply.status, reply.location]).toEqual([303, '/all-events/'])
  })

  it.each(['/all-events', '/events/dawn-swim', '/smartcheckout?session=a%20b', '/sandbox/outbox'])(
    '%s is redirected to the address with a trailing slash',
    async (path) => {
      const [pathname, search] = path.split('?')
      const { status, location } = await (await person(shop)).open(path)
      expect([status, location]).toEqual([301, `${pathname}/${search ? `?${search}` : ''}`])
    },
  )

  it.each(['/events/unknown/', '/organisers/unknown/', '/activity-terms-and-conditions/unknown/'])(
    '%s replies 404',
    async (path) => expect((await (await person(shop)).open(path)).status).toBe(404),
  )

  it('of an organiser says where its business is, as far as the shop knows', async () => {
    const one = await person(shop)
    expect((await one.open('/organisers/harbour-arts/')).html).toContain(
      'Harbour Arts, The Sail Loft, 14 Sandgate, Whitby, YO22 4DB',
    )
    await shop.db
      .updateTable('organisers')
      .set({ postal_address: '' })
      .where('id', '=', 'kiln-lane')
      .execute()
    expect((await one.open('/organisers/kiln-lane/')).html).not.toMatch(/<p class="quiet">Kiln/)
  })

  it("escapes hostile texts and removes scripts from organisers' texts [S28, S29]", async () => {
    const hostile = `<script>alert("x")</script>`
    await shop.db
      .updateTable('events')
      .set({
        title: hostile,
        blurb: `"><img src=x onerror=alert(1)>`,
        description_html: `<p onclick="alert(1)">Fine</p>${hostile}<a href="javascript:alert(1)">a</a><iframe></iframe>`,
      })
      .where('id', '=', 'silent-films')
      .execute()
    for (const path of ['/all-events/', '/events/silent-films/', '/organisers/canal-cinema/', '/sandbox/']) {
      const { html } = await (await person(shop)).open(path)
      expect(html).toContain('&lt;script&gt;alert(&quot;x&quot;)&lt;/script&gt;')
      expect(html).not.toMatch(/<script>|<img src=x|onclick|javascript:|<iframe/)
    }
    expect((await (await person(shop)).open('/events/silent-films/')).html).toContain('<p>Fine</p>')
  })
})

describe('events', () => {
  const picturesOf = (html: string) => html.match(/<img[^>]*>/g) ?? []

  it.each(['/all-events/', '/organisers/canal-cinema/', lateFilm, '/gift-vouchers/'])(
    '%s shows its first picture with the page, and loads others when they come into view',
    async (path) => {
      const { html } = await (await person(shop)).open(path)
      const [first = '', ...others] = picturesOf(html).filter((one) => !one.includes('class="logo"'))
      expect(first).toContain('src="data:image/svg+xml,%3Csvg ')
      expect(first).toContain('fetchpriority="high"')
      expect(first).not.toContain('loading=')
      expect(others.length).toBeGreaterThan(0)
      for (const other of others) {
        expect(other).toContain('loading="lazy"')
        expect(other).not.toMatch(/fetchpriority|src="data:/)
      }
    },
  )

  it.each([
    ['/events/winter-arena/', 'Choose seats', '/events/book_seats/winter-arena-saturday/'],
    ['/events/the-tempest/', 'Choose seats', '#date-the-tempest-friday'],
    [lateFilm, 'Choose tickets', '#tickets'],
  ])('%s leads a phone on with “%s” to %s', async (path, label, address) => {
    const { html } = await (await person(shop)).open(path)
    expect(/class="price-bar">[^]*?href="([^"]*)">([^<]*)</.exec(html)?.slice(1)).toEqual([address, label])
  })

  it.each([
    ['before its sale opens', 'Join the waiting room', { opensIn: 3600, capacity: 1 }],
    ['while nobody is admitted', 'Join the waiting room', { opensIn: 0, capacity: 0 }],
    ['while a place is free', 'Choose tickets', { opensIn: 0, capacity: 1 }],
  ])('lead on, %s, from a phone’s bar with “%s”, by one form', async (_, label, { opensIn, capacity }) => {
    const event = await queued(shop, capacity, {
      date: { sale_opens_at: opensIn ? new Date(Date.now() + opensIn * 1000) : null },
    })
    const { html } = await (await person(shop)).open(`/events/${event.id}/`)
    const { document } = new Window()
    document.write(html)
    const button = document.querySelector('.price-bar button')
    expect(button?.textContent.trim()).toBe(label)
    expect(document.querySelector('.price-bar strong')?.textContent).toBe('£10.00')
    const form = document.getElementById(button?.getAttribute('form') ?? '')
    expect(form?.getAttribute('action')).toBe(`/waiting-room/${event.id}/`)
    expect(document.querySelectorAll('form[action^="/waiting-room/"]')).toHaveLength(1)
  })

  it.each(['/organisers/canal-cinema/', lateFilm])(
    '%s shows the organiser’s events in the order of their dates',
    async (path) => {
      const { html } = await (await person(shop)).open(path)
      const dates = [...html.matchAll(/<time datetime="([^"]+)">/g)].map(([, date = '']) => Date.parse(date))
      expect(dates.length).toBeGreaterThan(2)
      expect(dates).toEqual(dates.toSorted((a, b) => a - b))
    },
  )

  it('give every picture its size, so that nothing moves when it comes', async () => {
    for (const path of ['/all-events/', '/organisers/canal-cinema/', lateFilm, '/gift-vouchers/'])
      for (const picture of picturesOf((await (await person(shop)).open(path)).html))
        expect(picture).toMatch(/width="\d+"\s+height="\d+"/)
  })

  it('load a first picture from elsewhere before anything else', async () => {
    const id = 'paddle-in-cinema'
    const pictureOf = (address: string) =>
      shop.db.updateTable('events').set({ picture: address }).where('id', '=', id).execute()
    await pictureOf('https://pictures.example/paddle.avif?w=600&h="400"')
    const [first] = picturesOf((await (await person(shop)).open(`/events/${id}/`)).html)
    expect(first).toContain('src="https://pictures.example/paddle.avif?w=600&amp;h=&quot;400&quot;"')
    expect(first).toContain('fetchpriority="high"')
    await pictureOf(`/pictures/${id}.svg`)
  })

  it('show the lowest price of admission with its fee, and sold-out events', async () => {
    await shop.db
      .updateTable('pools')
      .set({ capacity: 0 })
      .where('id', '=', 'dawn-swim-saturday-swimmer')
      .execute()
    await shop.db
      .updateTable('pools')
      .set({ capacity: 0 })
      .where('id', '=', 'dawn-swim-saturday-breakfast')
      .execute()
    const { html } = await (await person(shop)).open('/all-events/')
    const card = (slug: string) =>
      html.split('<li class="card">').find((part) => part.includes(`/events/${slug}/`)) ?? ''
    expect(card('midwinter-strings')).toMatch(
      /from <strong>£20\.50<\/strong> <span class="quiet small">£19\.00 \+\u00a0£1\.50\u00a0fee</,
    )
    expect(card('night-run')).toContain('£25.80')
    expect(card('harbour-open-day')).toContain('Free')
    expect(card('dawn-swim')).toContain('Sold out')
    expect((await (await person(shop)).open('/events/dawn-swim/')).html).not.toContain(
      'action="/do/checkout/add/"',
    )
  })

  const cards = (html = '') =>
    [...html.matchAll(/class="card-title"><a href="\/events\/([^/]+)\//g)].map(([, slug]) => slug)
  const listed = (html: string) => cards(html.split('<h2>Other ')[0])
  const others = (html: string) => cards(html.split('>Other events<')[1])
  const list = async (query = '') => (await (await person(shop)).open(`/all-events/${query}`)).html

  /** The choices that the list marks as chosen. */
  const marked = (html: string) =>
    [...html.matchAll(/<(?:a|summary)[^>]*aria-current="true"[^>]*>\s*([^<]*?)\s*</g)].map(([, text]) => text)

  it('are listed by the day on which they begin', async () => {
    const { events } = await listedWithDates()
    expect(listed(await list())).toEqual(events)
  })

  /** The events on sale, those that begin first at the top, as the database has them. */
  async function listedWithDates() {
    const rows = await shop.db
      .selectFrom('event_dates')
      .innerJoin('events', 'events.id', 'event_dates.event_id')
      .select(['event_id', (eb) => eb.fn.min('starts_at').as('first')])
      .where('event_dates.published', '=', true)
      .where('events.published', '=', true)
      .where('starts_at', '>', new Date())
      .groupBy(['event_id', 'events.position'])
      .orderBy('first')
      .orderBy('events.position')
      .execute()
    return { events: rows.map(({ event_id }) => event_id) }
  }

  it('have choices of dates and categories, of which the chosen ones are marked', async () => {
    expect(marked(await list())).toEqual(['Any date', 'All'])
    expect(marked(await list('?category=Film&when=week'))).toEqual(['Next 7 days', 'Film'])
  })

  it('are counted, also if none is left out', async () => {
    const { events } = await listedWithDates()
    const count = async (query = '') =>
      /<p class="quiet[^"]*found"[^>]*>\s*([^]*?)\s*<\/p>/.exec(await list(query))?.[1]
    expect(await count()).toBe(`${events.length} events`)
    expect(await count('?q=late&category=Film')).toBe('1 event. <a href="/all-events/#found">Show all</a>')
    expect(await count('?q=nowhere')).toBeUndefined()
  })

  it('are found by their category, and by words in any order, without accents and capitals', async () => {
    const films = listed(await list('?category=Film'))
    expect(films).toContain('late-film-club')
    expect(films).not.toContain('dawn-swim')
    expect(listed(await list('?q=CÁNAL+film+late'))).toEqual(['late-film-club'])
    expect(listed(await list('?q=late&category=Sport'))).toEqual([])
  })

  it('say all that was looked for where nothing is found', async () => {
    const said = async (query: string) => /<h2[^>]*>([^<]*)<\/h2>/.exec(await list(query))?.[1]
    expect(await said('?q=zzzqq')).toBe('Nothing found for “zzzqq”.')
    expect(await said('?from=2000-01-01&to=2000-01-01')).toBe('Nothing found on Sat 1 Jan 2000.')
    expect(await said('?category=Film&to=2000-01-01')).toBe('No film events until Sat 1 Jan 2000.')
    expect(await said('?q=zzzqq&category=Film&to=2000-01-01')).toBe(
      'No film events found for “zzzqq” until Sat 1 Jan 2000.',
    )
  })

  it('say where the results of a search begin, for the keyboard', async () => {
    for (const query of ['?category=Film', '?q=zzzqq'])
      expect(await list(query)).toMatch(/<(?:p|h2) [^>]*id="found" tabindex="-1"/)
  })

  it('are the next six, below a heading, where a search finds nothing, and only there', async () => {
    const { events } = await listedWithDates()
    const html = await list('?q=zzzqq&when=month')
    expect(listed(html)).toEqual([])
    expect(others(html)).toEqual(events.slice(0, 6))
    for (const query of ['', '?category=Film']) expect(others(await list(query))).toEqual([])
  })

  it.each([
    ['letters that changed places', 'late flim', 'Late Film Club'],
    ['a missing letter in the name of a place', 'harbor theatre', 'The Harbour Theatre'],
  ])('are those of the nearest name where a search finds nothing: %s', async (_, words, name) => {
    const html = await list(`?q=${encodeURIComponent(words)}`)
    expect(html).toContain(`Nothing found for “${words}”.`)
    const [, text] = /Did you mean\s+<a href="[^"]+">([^<]+)<\/a>\?/.exec(html) ?? []
    expect(text).toContain(name)
    const meant = listed(await list(`?q=${encodeURIComponent(text ?? '')}`))
    expect(cards(html).slice(0, meant.length)).toEqual(meant)
    expect(others(html)).toHaveLength(6)
    expect(others(html).filter((event) => meant.includes(event))).toEqual([])
  })

  it('are not guessed from other words, from fewer than four letters, or on days on which the nearest has no date', async () => {
    for (const query of ['?q=opera', '?q=dinner', '?q=manchester', '?q=qat', '?q=late+flim&to=2000-01-01'])
      expect(await list(query)).not.toContain('Did you mean')
  })

  it('are the next ones of the chosen category, before others, where a search finds nothing', async () => {
    const films = listed(await list('?category=Film'))
    const { events } = await listedWithDates()
    const html = await list('?q=nowhere&category=Film')
    expect(films.length).toBeGreaterThan(0)
    expect(cards(html.split('<h2>Other film events</h2>')[1]?.split('<h2>')[0])).toEqual(films)
    const rest = events.filter((slug) => !films.includes(slug))
    expect(others(html)).toEqual(rest.slice(0, 6 - films.length))
  })

  it('keep the words of a search when a category is chosen, and mark the chosen one', async () => {
    const html = await list('?q=%22canal%22&category=Film')
    expect(html).toContain('value="&quot;canal&quot;"')
    expect(html).toContain('href="/all-events/?q=%22canal%22&amp;category=Sport#found"')
    expect(marked(html)).toEqual(['Any date', 'Film'])
  })

  /** Runs work at noon of a Wednesday, with a swim then on Saturday and on Tuesday, and a walk on the Saturday after. */
  async function onWednesday(work: () => Promise<void>) {
    const moved = Math.round((Date.parse('2031-06-11T11:00Z') - Date.now()) / 1000)
    const [swim, walk] = [
      { title: 'Moon swim', category: 'Moon' },
      { title: 'Moon walk', category: 'Moon' },
    ]
    const { id } = await offer(shop.db, { event: swim, date: { starts_at: new Date('2031-06-14T18:30Z') } })
    await shop.db
      .insertInto('event_dates')
      .values({ id: `${id}-tuesday`, event_id: id, starts_at: new Date('2031-06-17T18:30Z') })
      .execute()
    await offer(shop.db, { event: walk, date: { starts_at: new Date('2031-06-21T18:30Z') } })
    await moveShopTime(shop.db, moved)
    try {
      await work()
    } finally {
      await moveShopTime(shop.db, -moved)
      await shop.db.updateTable('events').set({ published: false }).where('category', '=', 'Moon').execute()
    }
  }

  it('say the year of a date on a card only if it is not the current one', () =>
    onWednesday(async () => {
      const event = { title: 'Moon dance', category: 'Moon' }
      await offer(shop.db, { event, date: { starts_at: new Date('2032-02-07T18:30Z') } })
      const dates = (await list('?category=Moon')).matchAll(/<time datetime="[^"]*">([^<]*)</g)
      expect(Array.from(dates, ([, text]) => text)).toEqual([
        'Sat 14 Jun, 7:30pm',
        'Sat 21 Jun, 7:30pm',
        'Sat 7 Feb 2032, 6:30pm',
      ])
    }))

  it('are found by when they begin, with the dates that were looked for and how many there are', () =>
    onWednesday(async () => {
      const found = async (query: string) => {
        const [html = ''] = (await list(`?category=Moon&${query}`)).split('>Other moon events<')
        const dates = html.matchAll(/class="card-date">([^]*?)<\/p>/g)
        return [
          ...Array.from(dates, ([, text = '']) =>
            text
              .replaceAll(/<[^>]*>|\s+/g, ' ')
              .trim()
              .slice(0, 10),
          ),
          /<(?:p class="quiet small found"|h2)[^>]*>\s*((?:\d+ events?|No moon events)[^<]*?)\s*</.exec(
            html,
          )?.[1] ?? '',
        ]
      }
      const [saturday, tuesday, next] = ['Sat 14 Jun', 'Tue 17 Jun', 'Sat 21 Jun']
      expect(await found('')).toEqual([saturday, next, '2 events.'])
      expect(await found('when=today')).toEqual(['No moon events today.'])
      expect(await found('when=weekend')).toEqual([saturday, '1 event this weekend.'])
      expect(await found('when=week')).toEqual([saturday, '1 event in the next 7 days.'])
      expect(await found('when=month')).toEqual([saturday, next, '2 events this month.'])
      expect(await found('from=2031-06-15&to=2031-06-21')).toEqual([
        tuesday,
        next,
        '2 events from Sun 15 Jun 2031 to Sat 21 Jun 2031.',
      ])
      expect(await found('from=2031-06-31&when=nonsense')).toEqual([saturday, next, '2 events.'])
    }))

  it('tell the year only of those that begin in eleven months or later', () =>
    onWednesday(async () => {
      await offer(shop.db, {
        event: { title: 'Moon dance', category: 'Moon' },
        date: { starts_at: new Date('2032-05-14T18:30Z') },
      })
      const html = await list('?category=Moon')
      expect(html).toContain('<time datetime="2031-06-14T19:30:00+01:00">Sat 14 Jun, 7:30pm</time>')
      expect(html).toContain('<time datetime="2032-05-14T19:30:00+01:00">Fri 14 May 2032, 7:30pm</time>')
    }))

  it('keep words and category when dates are chosen, and dates when words and category are', async () => {
    const html = await list('?q=canal&category=Film&when=weekend')
    for (const address of [
      '?q=canal&amp;category=Film',
      '?q=canal&amp;category=Film&amp;when=today',
      '?q=canal&amp;category=Sport&amp;when=weekend',
    ])
      expect(html).toContain(`href="/all-events/${address}#found"`)
    expect(html).toMatch(/name="category" value="Film"[^]*name="when" value="weekend"/)
    expect(marked(html)).toEqual(['This weekend', 'Film'])
    const own = await list('?q=canal&from=2031-06-14')
    expect(own).toMatch(
      /<li><details class="find-days">[^]*name="from" value="2031-06-14" form="find-events"/,
    )
    expect(own).toContain('href="/all-events/?q=canal&amp;category=Sport&amp;from=2031-06-14#found"')
    expect(marked(own)).toEqual(['Choose dates', 'All'])
  })

  it('offer to look at any date where there is nothing on the chosen ones', async () => {
    const html = await list('?category=Film&from=2000-01-01&to=2000-01-02')
    expect(html).toContain('No film events from Sat 1 Jan 2000 to Sun 2 Jan 2000.')
    expect(html).toMatch(/href="\/all-events\/\?category=Film#found"\s*>Look at any date</)
    expect(html).toMatch(/href="\/all-events\/#found"\s*>Show all events</)
  })

  it('say that few tickets are left', async () => {
    await shop.db
      .updateTable('pools')
      .set((eb) => ({ capacity: eb('held', '+', eb('sold', '+', 3)) }))
      .where('id', 'like', 'potters-wheel%')
      .execute()
    const card = (await list())
      .split('<li class="card">')
      .find((one) => one.includes('/events/potters-wheel/'))
    expect(card).toContain('Few left')
  })

  it('tell the terms of a ticket in one line below the organiser’s description', async () => {
    const { html } = await (await person(shop)).open('/events/late-film-club/')
    const poster = html.split('Poster by post</label>')[1]?.split('type="hidden"')[0] ?? ''
    const lines = [...poster.matchAll(/<p class="quiet small">([^<]*)/g)].map(([, line]) => line)
    expect(lines).toEqual([
      'Printed by hand for this evening',
      'Sold only with Any seat or Sofa for two. Sent by post, delivery £2.50.',
    ])
  })

  it('give price and fee as a sum on every card of the list, also where the fee is absorbed', async () => {
    const { html } = await (await person(shop)).open('/all-events/')
    const prices = html
      .split('class="card-price"')
      .slice(1)
      .map((card) => card.split('</p>')[0] ?? '')
    expect(prices.filter((price) => price.includes('includes'))).toEqual([])
    const nightRun = html.split('href="/events/night-run/"')[1]?.split('</li>')[0] ?? ''
    expect(nightRun).toContain('£24.00 +\u00a0£1.80\u00a0fee')
  })

  it('tell the price and the fee on card and page, also of an event that hides an absorbed fee', async () => {
    const absorbed = { adult: { price: 900, booking_fee: 60, absorb_fee: true } }
    const event = { title: 'Hidden fee', hide_booking_fee: true }
    const { id } = await offer(shop.db, { event, tickets: absorbed })
    const { html } = await (await person(shop)).open(`/events/${id}/`)
    const parts = '<strong>£9.60</strong> <span class="quiet small">£9.00 +\u00a0£0.60\u00a0fee</span>'
    expect(await list('?q=Hidden+fee')).toContain(parts)
    expect(html).toContain(parts)
    expect(html).toContain('data-fee="60"')
  })

  it('offer only quantities that can be reserved', async () => {
    const { html } = await (await person(shop)).open('/events/lantern-evening/')
    const choices = (type: string) => {
      const select = html.split(`name="ticket[${type}][qty]"`)[1]?.split('</select>')[0] ?? ''
      return [...select.matchAll(/value="(\d+)"/g)].map((match) => Number(match[1]))
    }
    expect(choices('lantern-evening-friday-adult')).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8])
    expect(choices('lantern-evening-saturday-adult')).toEqual([0, 1, 2])
    expect(choices('lantern-evening-saturday-group').slice(0, 3)).toEqual([0, 4, 5])
    expect(html).toContain('Sold only with Adult')
    // The group's 40 places are its own.
    expect(html).toContain('Only 2 of these left')
    expect(html).not.toContain('places left')
  })

  it('say of a group ticket that too few places are left for it, and offer no quantity', async () => {
    const one = await offer(shop.db, {
      places: 3,
      tickets: {
        adult: { name: 'Adult' },
        group: { name: 'Group', min_per_customer: 4 },
      },
    })
    const { html } = await (await person(shop)).open(`/events/${one.id}/`)
    const rows = html.split('class="row"').map((row) => row.replaceAll(/<[^>]*>/g, ' '))
    expect(rows[1]).toContain('Only 3 places left')
    expect(rows[2]).toContain('Not enough places left')
    expect(rows[2]).not.toContain('Sold out')
    expect(html).not.toContain(`[${one.ticket('group')}]`)
  })

  it('say what refunds follow, and whom to ask if no policy is known', async () => {
    const page = async (path: string) => (await (await person(shop)).open(path)).html.replaceAll(/\s+/g, ' ')
    expect(await page('/events/late-film-club/')).toContain(
      'Refunds follow the <a href="/organisers/canal-cinema/refund-policy/">refund policy of Canal Cinema</a>.',
    )
    const lantern = await page('/events/lantern-evening/')
    expect(lantern).toContain('Full refund up to 7 days before the event')
    expect(lantern).not.toMatch(/Refunds follow|about refunds/)
    const one = await offer(shop.db)
    expect(await page(`/events/${one.id}/`)).toContain(
      `<a href="/organisers/${one.organiserId}/">Ask Organiser about refunds</a>`,
    )
    const strict = await offer(shop.db, { tickets: { adult: { non_refundable: true } } })
    const html = await page(`/events/${strict.id}/`)
    expect(html).toContain('>Non-refundable<')
    expect(html).not.toContain('about refunds')
  })

  it('say nothing of refunds of tickets that cost nothing', async () => {
    const about = async (tickets: Record<string, object>) => {
      const { id } = await offer(shop.db, { tickets })
      return (await (await person(shop)).open(`/events/${id}/`)).html
    }
    const free = { price: 0 }
    const paid = { price: 500 }
    expect(await about({ free })).not.toContain('about refunds')
    expect(await about({ free, paid })).toContain('about refunds')
    expect(await about({ free, paid: { ...paid, non_refundable: true } })).not.toContain('about refunds')
    expect(await about({ free: { ...free, booking_fee: 50 } })).toContain('about refunds')
  })

  it('show no place of an event that has none', async () => {
    const place = String(icon('place'))
    const { id } = await offer(shop.db, { event: { category: 'Nowhere' } })
    const someone = await person(shop)
    expect((await someone.open('/events/lantern-evening/')).html).toContain(place)
    expect((await someone.open(`/events/${id}/`)).html).not.toContain(place)
    const [cards = ''] = (await someone.open('/all-events/?category=Nowhere')).html.split('>Other events<')
    expect(cards).toContain(`/events/${id}/`)
    expect(cards).not.toContain(String(icon('place', 18)))
  })

  it('show when a sale opens, in the shop’s time', async () => {
    const tour = '/events/northern-lights-tour/'
    const sunday = 'ticket[northern-lights-tour-sunday-standing][qty]'
    const before = (await (await person(shop)).open(tour)).html
    expect(before).toContain('On sale from ')
    expect(before).not.toContain(sunday)
    await moveShopTime(shop.db, 15 * 24 * 3600)
    const after = (await (await person(shop)).open(tour)).html
    expect(after).not.toContain('On sale from ')
    expect(after).toContain(sunday)
    await moveShopTime(shop.db, -15 * 24 * 3600)
  })

  it('add tickets to the basket without scripts, and count them in the header [CALL-40]', async () => {
    const buyer = await person(shop)
    const added = await addSeat(buyer)
    expect([added.status, added.location]).toEqual([303, '/checkout/'])
    const { json } = await buyer.visitor.get('/ajax/checkout/checkout/get/')
    expect(json.tickets).toMatchObject([{ ticket_name: 'Any seat', qty: 2 }])
    expect((await buyer.open('/all-events/')).html).toMatch(/class="badge">\s*2/)
  })

  it('add nothing to the basket without the token of the page [S1]', async () => {
    const buyer = await person(shop)
    const refused = await buyer.send(lateFilm, '/do/checkout/add/', { [seat]: '1', _token: 'A'.repeat(43) })
    expect(refused.status).toBe(403)
    expect((await buyer.open('/all-events/')).html).not.toContain('class="badge"')
  })

  it('sell gift vouchers of an offered or a free value', async () => {
    const buyer = await person(shop)
    for (const value of ['25.00', '7.50'])
      await buyer.send('/gift-vouchers/', '/do/checkout/add/', { value, qty: '1' })
    const other = { value: 'other', other_value: '12.34', qty: '1' }
    await buyer.send('/gift-vouchers/', '/do/checkout/add/', other)
    const { json } = await buyer.visitor.get('/ajax/checkout/checkout/get/')
    expect(json.gift_vouchers.map((line: { value: string }) => line.value).sort()).toEqual([
      '12.34',
      '25.00',
      '7.50',
    ])
  })
})

describe('signing in', () => {
  it('says below its button that a new account needs nothing else', async () => {
    const { html } = await (await person(shop)).open('/signin/')
    expect(html).toMatch(/Send code<\/button>\s*<p[^>]*>New here\? Your account is created as you sign in\./)
  })

  it('says what an account holds, and how guests find their order', async () => {
    const { html } = await (await person(shop)).open('/signin/')
    const words = html.replaceAll(/<[^>]*>/g, ' ').replaceAll(/\s+/g, ' ')
    expect(words).toContain(
      'In your account All your tickets and orders Payment plans and saved cards Delivery addresses for next time Bought as a guest? Find your order',
    )
    expect(html).toMatch(/Bought as a guest\? <a href="\/orders\/">/)
  })

  it('accepts the emailed code, creates an account and signs out again [BASK-21] [S33]', async () => {
    const someone = await person(shop)
    const asked = await someone.send('/signin/?next=/gift-vouchers/', '/signin/', {
      email: 'New@Person.example',
    })
    expect(asked.html).toContain('new@person.example')
    const { text = '' } = (await lastMail()) ?? {}
    const code = /\d{6}/.exec(text)?.[0] ?? ''
    // A new code, or another address, leads to the same page.
    expect(asked.html).toContain('href="/signin/?next=%2Fgift-vouchers%2F"')
    const wrong = await someone.sendFrom(asked, '/signin/code/', { code: code === '000000' ? '1' : '000000' })
    expect(wrong.status).toBe(422)
    expect(wrong.html).toContain('role="alert"')
    const verified = await someone.sendFrom(wrong, '/signin/code/', {
      code: `${code.slice(0, 3)} ${code.slice(3)}`,
    })
    expect(verified.html).toContain('Create your account')
    const half = await someone.sendFrom(verified, '/signin/name/', { name: 'Ada' })
    expect(half.html).toContain('Please type both your first and last name(s)')
    const card = await someone.sendFrom(half, '/signin/name/', { name: 'Ada 4242424242424242' })
    expect(card.html).toContain('Please do not type card numbers here')
    const done = await someone.sendFrom(card, '/signin/name/', { name: 'Ada Byron' })
    expect([done.status, done.location]).toEqual([303, '/gift-vouchers/'])
    const wallet = await someone.open('/account/wallet/')
    expect(wallet.html).toContain('You have no tickets yet')
    await someone.sendFrom(wallet, '/signout/', {})
    expect((await someone.open('/account/wallet/')).location).toBe('/signin/?next=%2Faccount%2Fwallet%2F')
  })

  it.each([
    ['Ada 4242424242424242', 'Please do not type card numbers here'],
    ['Ada www.evil.example', 'Please type a name without web or email addresses'],
    ['Ada\u0007 Byron', 'Please type this again: it has characters that cannot be shown'],
    ['Ada', 'Please type both your first and last name(s)'],
  ])('says at the field why the name %j of an account is refused [S33, S35, S36]', async (name, why) => {
    const someone = await person(shop)
    const email = newEmail()
    const asked = await someone.send('/signin/', '/signin/', { email })
    const verified = await someone.sendFrom(asked, '/signin/code/', { code: await codeFor(shop, email) })
    const refused = await someone.sendFrom(verified, '/signin/name/', { name })
    expect(refused.status).toBe(422)
    expect(problemAtName(refused.html)).toBe(why)
    const user = shop.db.selectFrom('users').select('id').where('email', '=', email)
    expect(await user.execute()).toEqual([])
  })

  it('creates no account for an email that is not proven', async () => {
    const someone = await person(shop)
    const page = await someone.open('/signin/')
    const refused = await someone.sendFrom(
      { ...page, html: page.html.replaceAll('action="/signin/"', 'action="/signin/name/"') },
      '/signin/name/',
      { email: 'somebody@else.example', name: 'Some Body' },
    )
    expect(refused.status).toBe(422)
    const users = await shop.db.selectFrom('users').select('email').execute()
    expect(users.map((user) => user.email)).not.toContain('somebody@else.example')
  })

  it.each(['//evil.example', '/\\evil.example', 'https://evil.example', 'javascript:alert(1)'])(
    'never redirects to %s [S24]',
    async (next) => {
      const page = await (await person(shop)).open(`/signin/?${new URLSearchParams({ next })}`)
      expect(page.html).toContain('name="next" value="/account/wallet/"')
    },
  )

  it('shows what is wrong with an email', async () => {
    const page = await (await person(shop)).send('/signin/', '/signin/', { email: 'nobody' })
    expect(page.status).toBe(422)
    expect(page.html).toContain('Please type a valid email address')
  })
})

describe('wallet', () => {
  it('shows the tickets of the order just paid only to its buyer', async () => {
    const buyer = await person(shop)
    await buyer.send('/events/harbour-open-day/', '/do/checkout/add/', {
      'ticket[harbour-open-day-sunday-entry][qty]': '2',
    })
    const friend = await person(shop)
    await buyer.visitor.post('/ajax/checkout/checkout/reserve_tickets/')
    const { json } = await buyer.visitor.get('/ajax/checkout/checkout/get/')
    await friend.send(`/smartcheckout/?session=${json.sale_reference}`, '/smartcheckout/', {})
    await pay(shop, buyer)
    const { html } = await buyer.open('/account/wallet/')
    expect(html).toContain('Harbour Open Day')
    expect(html).toContain(', 2 of 2')
    expect(html).toContain('On its way')
    await shop.db.updateTable('tickets').set({ released_at: new Date() }).execute()
    const released = (await buyer.open('/account/wallet/')).html
    expect(released).not.toContain('On its way')
    expect(released.match(/<a href="\/account\/tickets\/[^"]+" data-keep/g)).toHaveLength(2)
    expect((await friend.open('/account/wallet/')).status).toBe(303)
    expect((await (await person(shop)).open('/account/wallet/')).status).toBe(303)
  })
})

describe('tickets that cannot be added to the basket', () => {
  const qty = (html: string, type: string) =>
    /<option value="(\d+)"\s+selected/.exec(
      html.split(`id="qty-${type}"`)[1]?.split('</select>')[0] ?? '',
    )?.[1]

  it('show the event again with the reason and the chosen quantities', async () => {
    const buyer = await person(shop)
    const [evening, matinee] = ['late-film-club-tuesday-sofa', 'late-film-club-tuesday-seat']
    const choose = (sofas: string) =>
      buyer.send('/events/late-film-club/', '/do/checkout/add/', {
        [`ticket[${evening}][qty]`]: sofas,
        [`ticket[${matinee}][qty]`]: '2',
      })
    expect((await choose('2')).location).toBe('/checkout/')
    const sent = await choose('3')
    expect([sent.status, sent.location]).toEqual([303, '/events/late-film-club/'])
    const refused = await buyer.open('/events/late-film-club/')
    expect(/role="alert"[^]*?<\/p>/.exec(refused.html)?.[0]).toContain(
      'You can only reserve 3 tickets of this type',
    )
    expect(refused.html).toContain('<h1>Late Film Club')
    expect(refused.html).toContain('<title>Error: Late Film Club')
    expect([qty(refused.html, evening), qty(refused.html, matinee)]).toEqual(['3', '2'])
    const { json } = await buyer.visitor.get('/ajax/checkout/checkout/get/')
    expect(json.tickets.map((line: { qty: number }) => line.qty).toSorted()).toEqual([2, 2])
    const again = await buyer.sendFrom(refused, '/do/checkout/add/', { [`ticket[${evening}][qty]`]: '1' })
    expect(again.location).toBe('/checkout/')
  })

  it('say at the first quantity of the event, once, that none were chosen', async () => {
    const buyer = await person(shop)
    const sent = await buyer.send('/events/silent-films/', '/do/checkout/add/', {})
    expect([sent.status, sent.location]).toEqual([303, '/events/silent-films/'])
    const other = await buyer.open('/events/late-film-club/')
    expect(other.html).not.toContain('role="alert"')
    const back = await buyer.open('/events/silent-films/')
    expect(back.status).toBe(200)
    const { document } = new Window()
    document.write(back.html)
    const [first] = document.querySelectorAll('select[data-price]')
    expect(problemBelow(document, first)).toBe('Choose at least one ticket')
    expect(document.querySelectorAll('[role="alert"]')).toHaveLength(1)
    expect((await buyer.open('/events/silent-films/')).html).not.toContain('role="alert"')
  })

  it('lead to the first quantity of the event if none were chosen', async () => {
    const buyer = await person(shop)
    await buyer.send('/events/silent-films/', '/do/checkout/add/', {})
    const { document } = new Window()
    document.write((await buyer.open('/events/silent-films/')).html)
    const focused = [...document.querySelectorAll('[autofocus]')]
    expect(focused).toEqual([document.querySelector('select[data-price]')])
  })

  it.each([
    ['other_value', '2', 'Choose a value from £5.00 to £500.00'],
    ['other_value', '', 'Choose a value from £5.00 to £500.00'],
    ['other_value', 'ten', 'Choose a value from £5.00 to £500.00'],
    ['other_value', '5.555', 'Choose a value from £5.00 to £500.00'],
    // As the basket reads it.
    ['other_value', '007', 'Choose a value from £5.00 to £500.00'],
    ['qty', '101', 'Choose from 1 to 100'],
    ['qty', '', 'Choose from 1 to 100'],
    ['qty', '1e1', 'Choose from 1 to 100'],
  ])('say at the field of the gift voucher why its %s cannot be "%s"', async (name, typed, why) => {
    const buyer = await person(shop)
    const choice = { value: 'other', other_value: '7', qty: '1', [name]: typed }
    const sent = await buyer.send('/gift-vouchers/', '/do/checkout/add/', choice)
    expect([sent.status, sent.location]).toEqual([303, '/gift-vouchers/'])
    const { html } = await buyer.open('/gift-vouchers/')
    const { document } = new Window()
    document.write(html)
    const fields = document.querySelectorAll('[aria-invalid="true"][autofocus]')
    expect(Array.from(fields, (field) => field.getAttribute('name'))).toEqual([name])
    if (name === 'other_value') expect(fields[0]?.getAttribute('value')).toBe(typed)
    expect(problemBelow(document, fields[0])).toBe(why)
    expect(html.match(/role="alert"/g)).toHaveLength(1)
    expect(html).toContain('<title>Error: Gift vouchers')
  })

  it('keep the value of a gift voucher that was chosen beside a wrong number', async () => {
    const buyer = await person(shop)
    await buyer.send('/gift-vouchers/', '/do/checkout/add/', { value: '25.00', qty: '0' })
    const { html } = await buyer.open('/gift-vouchers/')
    expect(html).toMatch(/value="25.00"\s+checked/)
  })

  it('redirect to the events when their address is opened or reloaded', async () => {
    const { status, location } = await (await person(shop)).open('/do/checkout/add/')
    expect([status, location]).toEqual([303, '/all-events/'])
  })

  it('are not read from a forged cookie', async () => {
    const buyer = await person(shop)
    for (const text of [
      'x',
      '[]',
      '{"path":"/events/silent-films/"}',
      '{"path":"/events/silent-films/","message":7}',
    ]) {
      buyer.visitor.cookies.set('__Host-rejected', encodeURIComponent(text))
      const { status, html } = await buyer.open('/events/silent-films/')
      expect([status, html.includes('role="alert"')]).toEqual([200, false])
    }
  })

  it('with numbered seats are chosen on the seating plan of their date', async () => {
    const { html } = await (await person(shop)).open('/events/the-tempest/')
    for (const date of ['friday', 'saturday'])
      expect(html).toContain(`href="/events/book_seats/the-tempest-${date}/"`)
    expect(html).toMatch(
      /<span>Band B<\/span>[^]*?<span>Concession<\/span>\s*<span><strong>£32.50<\/strong> <span class="quiet small">£\d+\.\d\d \+\u00a0£\d+\.\d\d\u00a0fee<\/span>/,
    )
    expect(html).toContain('Only 41 seats left')
    expect(html).not.toMatch(/<select|Add to basket/)
    // Both evenings have the same prices.
    expect(html.match(/<span>Band B</g)).toHaveLength(1)

    const pools = ['premium', 'band-a', 'band-b', 'band-c'].map((pool) => `the-tempest-saturday-${pool}`)
    await shop.db.updateTable('pools').set({ capacity: 0 }).where('id', 'in', pools).execute()
    const { html: after } = await (await person(shop)).open('/events/the-tempest/')
    expect(after).not.toContain('/events/book_seats/the-tempest-saturday/')
    const [facts = ''] = /<ul class="facts"[^]*?<\/ul>/.exec(after) ?? []
    expect(facts.match(/Sold out/g)).toHaveLength(1)
    const [, saturday = ''] = /<fieldset[^>]* data-sold-out[^>]*>([^]*?)<\/fieldset>/.exec(after) ?? []
    expect(saturday).toContain('<p class="mark" data-look="danger">Sold out</p>')
    expect(saturday).toContain('href="#date-the-tempest-friday"')
    expect(saturday).toContain('Ask Whitby Stages about returned tickets')
    expect(saturday).not.toContain('#date-the-tempest-saturday')
    await shop.db.updateTable('pools').set({ capacity: 5 }).where('id', 'in', pools).execute()

    const premium = ['friday', 'saturday'].map((date) => `the-tempest-${date}-premium-adult`)
    await shop.db.updateTable('ticket_types').set({ price: 6000 }).where('id', '=', premium[1]!).execute()
    const { html: apart } = await (await person(shop)).open('/events/the-tempest/')
    expect(apart.match(/<span>Band B</g)).toHaveLength(2)
    for (const price of ['£68.00', '£63.50']) expect(apart).toContain(`<strong>${price}</strong>`)

    // What cannot be bought has no prices.
    await shop.db.updateTable('pools').set({ capacity: 0 }).where('id', 'in', pools).execute()
    const { html: gone } = await (await person(shop)).open('/events/the-tempest/')
    expect(gone).toContain('<strong>£68.00</strong>')
    expect(gone).not.toContain('<strong>£63.50</strong>')
  })

  it.each(['winter-arena', 'the-tempest'])(
    'with numbered seats tell the prices of %s, then the way to the seats, then what comes back of all of them',
    async (event) => {
      const { html } = await (await person(shop)).open(`/events/${event}/`)
      const [form = ''] = /<form\s+class="panel tickets"[^]*?<\/form>/.exec(html) ?? []
      const parts = form.match(/class="(?:prices|button seats-link|terms)"/g)
      expect([...new Set(parts)]).toEqual(['class="prices"', 'class="button seats-link"', 'class="terms"'])
    },
  )

  it('tell what comes back of all tickets once, below the button; with each date if the dates differ', async () => {
    const policies = async () => {
      const { html } = await (await person(shop)).open('/events/lantern-evening/')
      return html.match(/Full refund up to[^<]*|Non-refundable|>\s*Add to basket/g)
    }
    const full = 'Full refund up to 7 days before the event'
    expect(await policies()).toEqual([full, full, '>Add to basket'])
    const refundPolicies = (refund_policy_id: string) =>
      shop.db
        .updateTable('ticket_types')
        .set({ refund_policy_id })
        .where('event_id', '=', 'lantern-evening')
        .where('refund_policy_id', '!=', refund_policy_id)
        .returning('id')
        .execute()
    expect(await refundPolicies('flexible')).toHaveLength(1)
    expect(await policies()).toEqual(['>Add to basket', full])
  })

  it('begin a part of the card with each date that has tickets of its own, and with none of numbered seats at one price', async () => {
    const partsOf = async (event: string) => {
      const { html } = await (await person(shop)).open(`/events/${event}/`)
      return (html.match(/<fieldset[^>]*>/g) ?? []).map((date) => date.includes('data-part'))
    }
    expect(await partsOf('lantern-evening')).toEqual([true, true])
    await shop.db
      .updateTable('ticket_types')
      .set({ refund_policy_id: 'flexible', published: true, price: 2000, booking_fee: 100 })
      .where('event_id', '=', 'the-tempest')
      .execute()
    expect(await partsOf('the-tempest')).toEqual([false, false])
    const dates = () => shop.db.selectFrom('event_dates').selectAll().where('event_id', '=', 'the-tempest')
    const { id, ...date } = await dates().orderBy('starts_at', 'desc').executeTakeFirstOrThrow()
    const types = await shop.db
      .selectFrom('ticket_types')
      .selectAll()
      .where('event_date_id', '=', id)
      .execute()
    const third = { id: 'third', event_date_id: 'third', pool_id: 'third' }
    await shop.db
      .insertInto('event_dates')
      .values({
        ...date,
        id: 'third',
        provider_identifier: 'third',
        seating_plan: JSON.stringify(date.seating_plan),
      })
      .execute()
    await shop.db.insertInto('pools').values({ id: 'third', event_date_id: 'third', capacity: 9 }).execute()
    for (const type of types)
      await shop.db
        .insertInto('ticket_types')
        .values({ ...type, ...third, id: `third-${type.key}` })
        .execute()
    expect(await partsOf('the-tempest')).toEqual([false, false, false])
    const closed = { sale_closes_at: new Date('2026-01-01') }
    await shop.db.updateTable('event_dates').set(closed).where('id', '=', 'third').execute()
    expect(await partsOf('the-tempest')).toEqual([false, false, false])
    await shop.db.deleteFrom('ticket_types').where('event_date_id', '=', 'third').execute()
    await shop.db.deleteFrom('pools').where('id', '=', 'third').execute()
    await shop.db.deleteFrom('event_dates').where('id', '=', 'third').execute()
  })

  it('tell what comes back of a ticket in its row where the tickets of a date differ, and of numbered seats with their names', async () => {
    const formOf = async (event: string) => {
      const { html } = await (await person(shop)).open(`/events/${event}/`)
      return /<form\s+class="panel tickets"[^]*?<\/form>/.exec(html)?.[0] ?? ''
    }
    const policy = /(?:Full refund|Half the price back) up to[^<]*/g
    const full = 'Full refund up to 7 days before the event'
    const half = 'Half the price back up to 48 hours before the event'
    const setPolicy = (ids: string, refund_policy_id: string) =>
      shop.db.updateTable('ticket_types').set({ refund_policy_id }).where('id', 'like', ids).execute()
    await setPolicy('lantern-evening-%', 'flexible')
    await setPolicy('lantern-evening-saturday-group', 'moderate')
    const [, friday = '', saturday = ''] = (await formOf('lantern-evening')).split('<fieldset')
    const rows = (date: string) => date.split('<div class="row"').map((row) => row.match(policy))
    expect(rows(friday)).toEqual([null, null, [full]])
    expect(friday).toMatch(/<\/div>\s*<p class="quiet small">Full refund[^<]*<\/p>\s*<\/fieldset>/)
    expect(rows(saturday)).toEqual([null, [full], [half]])
    expect(saturday).not.toContain('Group of friends:')

    await setPolicy('the-tempest-%-premium-adult', 'moderate')
    const [dates = '', terms = ''] = (await formOf('the-tempest')).split('class="terms"')
    expect(dates).not.toMatch(policy)
    expect(terms).toContain(`Adult, Premium: ${half}`)
  })

  it('are shown as sold out when somebody else was faster', async () => {
    const buyer = await person(shop)
    const page = await buyer.open('/events/silent-films/')
    await shop.db.updateTable('pools').set({ capacity: 1 }).where('id', 'like', 'silent-films-%').execute()
    const field = /ticket\[([\w-]+)\]\[qty\]/.exec(page.html)?.[1] ?? ''
    await buyer.sendFrom(page, '/do/checkout/add/', { [`ticket[${field}][qty]`]: '2' })
    expect(qty((await buyer.open('/events/silent-films/')).html, field)).toBe('1')
  })

  it('of an unknown event lead to an error page', async () => {
    const buyer = await person(shop)
    const page = await buyer.open('/events/late-film-club/')
    const refused = await buyer.sendFrom(
      { ...page, html: page.html.replaceAll('late-film-club|', 'none|') },
      '/do/checkout/add/',
      {
        'ticket[late-film-club-tuesday-seat][qty]': '1',
      },
    )
    expect([refused.status, refused.html.includes('That did not work')]).toEqual([422, true])
  })
})

describe('smart checkout link', () => {
  it('opens the reserved basket in another browser [CONT-65]', async () => {
    const buyer = await person(shop)
    await addSeat(buyer)
    const { json } = await buyer.visitor.post('/ajax/checkout/checkout/reserve_tickets/')
    const friend = await person(shop)
    const asked = await friend.open(`/smartcheckout/?session=${json.sale_reference}`)
    expect([asked.status, asked.html.includes('Open the basket here?')]).toEqual([200, true])
    expect((await friend.visitor.get('/ajax/checkout/checkout/get/')).json.tickets).toEqual([])
    const opened = await friend.sendFrom(asked, '/smartcheckout/', {})
    expect([opened.status, opened.location]).toEqual([303, '/checkout/'])
    const again = await friend.open(`/smartcheckout/?session=${json.sale_reference}`)
    expect([again.status, again.location]).toEqual([303, '/checkout/'])
    const shared = await friend.visitor.get('/ajax/checkout/checkout/get/')
    expect(shared.json.tickets).toMatchObject([{ ticket_name: 'Any seat', qty: 2 }])
  })

  it("asks before it replaces the visitor's basket", async () => {
    const [buyer, friend] = [await person(shop), await person(shop)]
    await addSeat(buyer, '3')
    const { json } = await buyer.visitor.post('/ajax/checkout/checkout/reserve_tickets/')
    await addSeat(friend, '1')
    const asked = await friend.open(`/smartcheckout/?session=${json.sale_reference}`)
    expect(asked.html).toContain('Open the shared basket?')
    const mine = await friend.visitor.get('/ajax/checkout/checkout/get/')
    expect(mine.json.tickets).toMatchObject([{ qty: 1 }])
    const opened = await friend.sendFrom(asked, '/smartcheckout/', {})
    expect(opened.location).toBe('/checkout/')
    const shared = await friend.visitor.get('/ajax/checkout/checkout/get/')
    expect(shared.json.tickets).toMatchObject([{ qty: 3 }])
  })

  it('is invalid once the order is paid, and for unknown orders [S20]', async () => {
    const buyer = await person(shop)
    await addSeat(buyer)
    const reference = await pay(shop, buyer)
    for (const session of [reference, 'unknown', '', '%00', "' or 1=1 --"]) {
      const stranger = await person(shop)
      const page = await stranger.open(`/smartcheckout/?${new URLSearchParams({ session })}`)
      expect(page.status).toBe(410)
      const { json } = await stranger.visitor.get('/ajax/checkout/checkout/get/')
      expect(json.tickets).toEqual([])
    }
  })
})

describe('waiver', () => {
  it('can be read and accepted by name by anybody with the link, once the order is paid [WAIV-03, WAIV-09] [S33]', async () => {
    const buyer = await person(shop)
    await buyer.send('/events/night-run/', '/do/checkout/add/', {
      'ticket[night-run-start-runner][qty]': '1',
    })
    const { json } = await buyer.visitor.post('/ajax/checkout/checkout/reserve_tickets/')
    const path = `/activity-terms-and-conditions/${json.sale_reference}/`
    const friend = await person(shop)
    expect((await friend.open(path)).status).toBe(404)
    await pay(shop, buyer)

    const page = await friend.open(path)
    expect(page.html).toContain('I wear a head torch')
    for (const fields of [
      { name: 'Grace', accept: '1' },
      { name: 'Grace Hopper' },
      { name: `Grace ${'x'.repeat(120)}`, accept: '1' },
      { name: 'Grace\nHopper', accept: '1' },
    ])
      expect((await friend.sendFrom(page, path, fields)).status).toBe(422)
    const card = await friend.sendFrom(page, path, { name: 'Grace 4242424242424242', accept: '1' })
    expect(problemAtName(card.html)).toBe('Please do not type card numbers here')
    expect(await shop.db.selectFrom('waiver_acceptances').selectAll().execute()).toEqual([])

    const names = ['Grace Hopper', 'Grace   Hopper', 'grace hopper', '<b>Bold Name</b>']
    for (const name of names) {
      const thanks = await friend.sendFrom(page, path, { name, accept: '1' })
      expect(thanks.status).toBe(200)
      expect(thanks.html).not.toContain('<b>')
    }
    const kept = await shop.db.selectFrom('waiver_acceptances').select('name').orderBy('name').execute()
    expect(kept.map((row) => row.name)).toEqual(['<b>Bold Name</b>', 'Grace Hopper'])
    const again = (await friend.open(path)).html
    expect(again).toContain('2 names so far')
    expect(again).not.toContain('Grace')
    expect((await buyer.open(path)).html).toContain('2 names so far')
  })

  it('is linked from the page of its order, until nobody takes part any more', async () => {
    const buyer = await person(shop)
    await buyer.send('/events/night-run/', '/do/checkout/add/', {
      'ticket[night-run-start-runner][qty]': '1',
    })
    const reference = await pay(shop, buyer)
    const [order = ''] = /\/account\/orders\/[^/"]+\//.exec((await buyer.open('/account/wallet/')).html) ?? []
    const path = `/activity-terms-and-conditions/${reference}/`
    expect((await buyer.open(order)).html).toContain(path)
    const own = await shop.db
      .selectFrom('tickets')
      .innerJoin('sales', 'sales.id', 'tickets.sale_id')
      .select(['tickets.id as ticket_id', 'code'])
      .where('sales.reference', '=', reference)
      .execute()
    await shop.db
      .insertInto('voided_codes')
      .values(own.map((ticket) => ({ ...ticket, reason: 'refunded' as const })))
      .execute()
    expect((await buyer.open(order)).html).not.toContain(path)
  })

  it('keeps name and tick of a refused form, and gives the focus to its first fault', async () => {
    const buyer = await person(shop)
    await buyer.send('/events/night-run/', '/do/checkout/add/', {
      'ticket[night-run-start-runner][qty]': '1',
    })
    const path = `/activity-terms-and-conditions/${await pay(shop, buyer)}/`
    const refused = async (fields: Record<string, string>) => {
      const { document } = new Window()
      document.write((await buyer.send(path, path, fields)).html)
      const focused = Array.from(document.querySelectorAll('[autofocus]'), (one) => one.getAttribute('name'))
      const problems = document.querySelectorAll('.field-problem').length
      const name = document.querySelector('[name="name"]')?.getAttribute('value')
      return {
        focused,
        problems,
        name,
        isTicked: document.querySelector('[name="accept"][checked]') !== null,
      }
    }
    const half = { name: 'Grace', problems: 1, focused: ['name'] }
    expect(await refused({ name: 'Grace', accept: '1' })).toEqual({ ...half, isTicked: true })
    expect(await refused({ name: 'Grace' })).toEqual({ ...half, problems: 2, isTicked: false })
    const whole = { name: 'Grace Hopper', problems: 1, focused: ['accept'] }
    expect(await refused({ name: 'Grace Hopper' })).toEqual({ ...whole, isTicked: false })
  })

  it('counts a name once that is submitted twice at the same moment [WAIV-09]', async () => {
    const buyer = await person(shop)
    await buyer.send('/events/night-run/', '/do/checkout/add/', {
      'ticket[night-run-start-runner][qty]': '1',
    })
    const reference = await pay(shop, buyer)
    const path = `/activity-terms-and-conditions/${reference}/`
    const form = await buyer.visitor.get(path)
    expect(form.text).toContain('Nobody has accepted yet')
    const accept = () => buyer.visitor.post(path, { name: 'Ada Lovelace', accept: '1' })
    const replies = await Promise.all([accept(), accept(), accept()])
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200])
    const rows = shop.db
      .selectFrom('waiver_acceptances')
      .innerJoin('sales', 'sales.id', 'waiver_acceptances.sale_id')
      .select('name')
      .where('sales.reference', '=', reference)
    expect(await rows.execute()).toEqual([{ name: 'Ada Lovelace' }])
  })

  it('shows its buyer who has accepted and when, as text, and nobody else [WAIV-10] [S23, S29]', async () => {
    const buyer = await person(shop)
    await buyer.send('/events/night-run/', '/do/checkout/add/', {
      'ticket[night-run-start-runner][qty]': '2',
    })
    const path = `/activity-terms-and-conditions/${await pay(shop, buyer)}/`
    const friend = await person(shop)
    for (const name of ['<i>Ida</i> Rhodes', 'Ada Lovelace'])
      await friend.visitor.post(path, { name, accept: '1' })
    const list = (html: string) => html.split('Accepted by')[1]?.split('</ul>')[0] ?? ''
    const shown = list((await buyer.open(path)).html)
    expect(shown).toMatch(
      /&lt;i&gt;Ida&lt;\/i&gt; Rhodes, \w{3} \d+ \w{3} \d{4}, \d+:\d\d[ap]m[^]*Ada Lovelace/,
    )
    expect(list((await friend.open(path)).html)).toBe('')
  })
})

describe('newsletter', () => {
  it('names nobody in the address of the emailed link [S36]', async () => {
    const someone = await person(shop)
    await someone.send('/mailing-list', '/mailing-list', { email: 'quiet.reader@example.org' })
    const link = /http\S+/.exec((await lastMail())?.text ?? '')?.[0] ?? ''
    expect(link).toContain('/mailing-list/confirm/')
    const token = new URL(link).searchParams.get('token') ?? ''
    expect(decodeURIComponent(link) + Buffer.from(token, 'base64url').toString()).not.toMatch(/quiet|example/)
    expect((await someone.open(link.slice(new URL(link).origin.length))).html).toContain(
      'quiet.reader<wbr />@example.org',
    )
  })

  it('subscribes an address only by the emailed link [BASK-04]', async () => {
    const someone = await person(shop)
    const email = 'reader@example.org'
    const asked = await someone.send('/mailing-list', '/mailing-list', { email })
    expect(asked.html).toContain('Check your email')
    const mail = await lastMail()
    expect(mail?.to).toBe(email)
    const link = new URL(/http\S+/.exec(mail?.text ?? '')?.[0] ?? '')
    const consents = () =>
      shop.db.selectFrom('marketing_consents').selectAll().where('email', '=', email).execute()

    const token = link.searchParams.get('token') ?? ''
    for (const wrong of ['', 'x', token.slice(1), `A${token}`, token.slice(0, -2)])
      expect((await someone.open(`${link.pathname}?token=${wrong}`)).status).toBe(422)
    const confirm = await someone.open(link.pathname + link.search)
    expect(await consents()).toEqual([])
    const done = await someone.sendFrom(confirm, '/mailing-list/confirm/', {})
    expect((await someone.open(done.location ?? '')).html).toContain('You have subscribed')
    expect(await consents()).toMatchObject([
      { list: 'newsletter', granted: true, wording: expect.any(String) },
    ])
  })
})

const concert: CalendarEntry = {
  id: 'concert',
  title: 'Concert',
  startsAt: '2039-06-24T18:30:00.000Z',
  endsAt: null,
  place: 'The Quay',
  description: '',
}

describe('outbox', () => {
  it('shows mails newest first, with codes to copy and escaped texts [S29]', async () => {
    const someone = await person(shop)
    await someone.send('/signin/', '/signin/', { email: 'first@example.org' })
    await someone.send('/signin/', '/signin/', { email: 'second@example.org' })
    const { html } = await someone.open('/sandbox/outbox/')
    expect(html.indexOf('second@example.org')).toBeGreaterThan(0)
    expect(html.indexOf('second@example.org')).toBeLessThan(html.indexOf('first@example.org'))
    expect(html).toMatch(/data-copy="\d{6}"/)
    await shop.db
      .insertInto('outbox')
      .values({
        kind: 'mail',
        key: 'hostile',
        payload: JSON.stringify({
          to: '<b>x</b>',
          subject: '<script>',
          text: 'https://a.example/"><script>',
        }),
      })
      .execute()
    expect((await someone.open('/sandbox/outbox/')).html).not.toMatch(/<b>|<script>/)
  })

  it('shows SMS with the number they go to', async () => {
    await queueSms(shop.db, {
      key: 'sms',
      to: '07700 900123',
      text: 'Pay £5.00 at',
      link: '/account/',
    })
    const { html } = await (await person(shop)).open('/sandbox/outbox/')
    expect(html).toMatch(/<h2>SMS<\/h2>\s*<p[^>]*>To \+447700900123, /)
    expect(html).toContain('Pay £5.00 at <a href="http://shop.test/account/">')
  })

  it('shows the HTML of a mail in a frame without scripts, its text, and its attachments to download', async () => {
    const someone = await person(shop)
    await queueMail(shop.db, {
      key: 'receipt:shown',
      to: 'ada@example.com',
      subject: 'Your order is complete',
      content: [{ amounts: [{ text: '2 × Adult', amount: '£20.00' }] }, { calendar: concert }],
    })
    const { html } = await someone.open('/sandbox/outbox/')
    const { document } = new Window()
    document.write(html)
    const mail = [...document.querySelectorAll('.mail')].find((one) =>
      one.querySelector('h2')?.textContent.includes('Your order is complete'),
    )
    const frame = mail?.querySelector('iframe')
    expect(frame?.getAttribute('sandbox')?.split(' ')).not.toContain('allow-scripts')
    expect(frame?.getAttribute('srcdoc')).toMatch(/^<!doctype html>[^]*2 × /)
    expect(mail?.querySelector('details pre')?.textContent).toContain('2 × ')
    const file = mail?.querySelector('a[download]')
    expect(file?.getAttribute('download')).toMatch(/\.ics$/)
    expect(decodeURIComponent(file?.getAttribute('href') ?? '')).toMatch(
      /^data:text\/calendar[^]*BEGIN:VEVENT/,
    )
    expect(mail?.querySelector('[data-copy]')).toBeNull()
  })
})

describe('terms', () => {
  it('name the trader and its postal address, if it is set', async () => {
    const read = async () =>
      (await (await person(shop)).open('/legal-information/purchase-terms-and-conditions/')).html
    expect(await read()).not.toContain('Quay Street')
    shop.config.address = 'Foyer & Sons Ltd, 1 Quay Street, Whitby'
    expect(await read()).toContain('<p>Foyer &amp; Sons Ltd, 1 Quay Street, Whitby</p>')
    delete shop.config.address
  })

  it('explain refunds in section 4.10 [BASK-18, CONT-63]', async () => {
    const { html } = await (await person(shop)).open('/legal-information/purchase-terms-and-conditions/')
    expect(html).toMatch(/<h3 id="refunds">4\.10 Refunds<\/h3>/)
  })

  it('link to an organiser’s own refund policy [BASK-19]', async () => {
    const someone = await person(shop)
    expect((await someone.open('/refund-policy/')).html).toContain('/organisers/canal-cinema/refund-policy/')
    expect((await someone.open('/organisers/harbour-arts/refund-policy/')).location).toBe('/refund-policy/')
  })
})

describe('places to stay', () => {
  it.each([
    ['2026-12-12', 'From Sat 12 Dec 2026 · 2 adults'],
    ['soon', '2 adults'],
  ])('say from %s as people do', async (checkin, words) => {
    const { html } = await (await person(shop)).open(`/places-to-stay/?checkin=${checkin}&adults=2`)
    expect(/<p>([^<]*)<\/p>/.exec(html)?.[1]?.trim()).toBe(words)
  })
})
