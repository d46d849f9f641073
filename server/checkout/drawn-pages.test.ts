import { createHash } from 'node:crypto'
import { mkdtempSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import { createApp } from '#server/app.ts'
import { createTestShop, type TestShop, type Visitor } from '#server/testing/test-shop.ts'
import { createSandbox } from '#sandbox/sandbox.ts'
import { visit } from '#sandbox/visitor.ts'

import type { DrawScreen } from './draw-screen.ts'

const builtFolder = mkdtempSync(join(tmpdir(), 'foyer-dist-'))
let shop: TestShop
let draw: DrawScreen
let visitor: Visitor
let app: ReturnType<typeof createApp>

const page = `<html><head><title>Waiting</title><script id="config" type="application/json">{}</script><style data-boot>.boot{}</style></head>
<body><div id="app"><h1>Waiting</h1><noscript>Needs JavaScript</noscript></div>
</body></html>`
const manifest = {
  'index.html': { file: 'assets/first.js', isEntry: true, imports: ['_shared.js'] },
  '_shared.js': { file: 'assets/shared.js' },
  'src/account/login-step.tsx': {
    file: 'assets/login.js',
    imports: ['_shared.js', '_form.js'],
    css: ['login.css'],
  },
  'src/account/actors.ts': { file: 'assets/actors.js', imports: ['_form.js'] },
  'src/payment/bank/awaiting-truelayer-step.tsx': { file: 'assets/bank.js' },
  'src/payment/actors.ts': { file: 'assets/payment.js' },
  'src/order/order-completed-step.tsx': { file: 'assets/order.js' },
  'src/app/order-completed-chart.ts': { file: 'assets/order-chart.js' },
  '_form.js': { file: 'assets/form.js' },
}

beforeAll(async () => {
  mkdirSync(join(builtFolder, '.vite'))
  writeFileSync(join(builtFolder, 'index.html'), page)
  writeFileSync(join(builtFolder, 'seats.html'), page)
  writeFileSync(join(builtFolder, '.vite/manifest.json'), JSON.stringify(manifest))
  writeFileSync(join(builtFolder, '.vite/styles.json'), JSON.stringify({ 'login.css': '.login{}' }))
  shop = await createTestShop()
})
afterAll(async () => {
  await shop.close()
  rmSync(builtFolder, { recursive: true })
})

beforeEach(async () => {
  shop.logged.length = 0
  draw = () => Promise.resolve({ html: '<main>Drawn</main>', title: 'Account', scripts: ['login-step'] })
  const { db, config, log, fetch } = shop
  const drawScreen: DrawScreen = (...drawing) => draw(...drawing)
  app = createApp({ db, config, log, fetch, builtFolder, drawScreen, sandbox: createSandbox(db) })
  visitor = await visit(app, config.origin)
})

/** Takes the visitor to a state of the sandbox. */
async function arrange(wanted: object) {
  const { status } = await visitor.post('/sandbox/arrange', JSON.stringify(wanted), {
    'Content-Type': 'application/json',
  })
  expect(status).toBe(200)
}

/** A checkout but for what goes on by itself. */
const still = (checkout: unknown) => ({ ...(checkout as object), server_time: '', seconds_remaining: 0 })
const checkoutOf = async () => still((await visitor.get('/ajax/checkout/checkout/get/')).json)

const pageOf = async () => (await visitor.get('/checkout/')).text
const repliesIn = (html: string): unknown =>
  JSON.parse(/<script id="replies" type="application\/json">([^<]*)<\/script>/.exec(html)?.[1] ?? 'null')

it('sends the drawn screen with its title, and with the replies of the two calls that the page begins with', async () => {
  await arrange({ shape: 'paid', state: 'login' })
  const html = await pageOf()
  expect(html).toContain('<title>Account</title>')
  expect(html).toContain('<div id="app" data-scripts="login-step"><main>Drawn</main></div>')
  expect(html).toContain('Needs JavaScript')
  expect(html).not.toContain('.boot')
  const replies = repliesIn(html) as { checkout: object }
  expect(replies.checkout).toMatchObject({ state: 'login' })
  expect({ ...replies, checkout: still(replies.checkout) }).toEqual({
    user: (await visitor.get('/ajax/user/user/get_user/')).json,
    checkout: await checkoutOf(),
  })
})

it.each([
  ['login-step', ['assets/form.js', 'assets/login.js', 'assets/actors.js']],
  ['awaiting-truelayer-step', ['assets/bank.js', 'assets/payment.js']],
  ['order-completed-step', ['assets/order.js', 'assets/order-chart.js']],
])('names the scripts of the screen and of its chart in the head: %s', async (name, scripts) => {
  draw = () => Promise.resolve({ html: '<main>Drawn</main>', title: 'Step', scripts: [name] })
  const named = [...(await pageOf()).matchAll(/<link rel="modulepreload" href="\/([^"]+)">/g)]
  expect(named.map(([, file]) => file)).toEqual(scripts)
})

it('allows its own script in the drawn page, and no other one inside a page', async () => {
  const { text, headers } = await visitor.get('/checkout/')
  const [, script = ''] = /<script>([^]*?)<\/script>/.exec(text) ?? []
  const hash = createHash('sha256').update(script).digest('base64')
  const [, allowed] = /script-src ([^;]*)/.exec(headers.get('content-security-policy') ?? '') ?? []
  expect(script).toContain('data-pressed')
  expect(allowed?.match(/'sha256-[^']*'|'unsafe-inline'|'nonce[^']*'/g)).toEqual([`'sha256-${hash}'`])
})

it('delays the first paint until a drawn screen is whole, and no other page', async () => {
  const whole = '<link rel="expect" href="#replies" blocking="render">'
  expect((await pageOf()).split('</head>')[0]).toContain(whole)
  draw = () => Promise.reject(new Error('no drawing'))
  expect(await pageOf()).not.toContain(whole)
})

it('tells the page of the last sign-out before it, so that it notices one since', async () => {
  visitor.cookies.set('signed_out', 'mark')
  expect(repliesIn(await pageOf())).toMatchObject({ signedOut: 'mark' })
})

it.each([
  { state: 'basket', user: 'guest' },
  { state: 'basket', user: 'member' },
  { state: 'login', user: 'guest' },
  { state: 'payment', user: 'guest' },
] as const)('lets nobody keep the page of a buyer: $user, $state', async (arrangement) => {
  await arrange({ shape: 'paid', ...arrangement })
  const { headers } = await visitor.get('/checkout/')
  expect(headers.get('cache-control')).toBe('private, no-store')
})

it('names the scripts of the drawn screen and of what its chart calls, but none of the first load, and holds their styles', async () => {
  const html = await pageOf()
  const preloaded = [...html.matchAll(/<link rel="modulepreload" href="([^"]+)">/g)].map(([, href]) => href)
  expect(preloaded.toSorted()).toEqual(['/assets/actors.js', '/assets/form.js', '/assets/login.js'])
  expect(html).toContain('<style>.login{}</style>')
})

it('sends the page with the replies alone if the screen cannot be drawn, and logs it without personal data', async () => {
  draw = () => Promise.reject(new TypeError('ada@example.com'))
  const html = await pageOf()
  expect(html).toContain('<h1>Waiting</h1>')
  expect(html).not.toContain('data-scripts')
  expect(html).toContain('.boot{}')
  expect(repliesIn(html)).toMatchObject({ user: { user: null } })
  expect(shop.logged).toContainEqual(expect.objectContaining({ event: 'page not drawn', error: 'TypeError' }))
  expect(JSON.stringify(shop.logged)).not.toContain('ada@example.com')
})

it('escapes what would end the element of the replies', async () => {
  draw = (_visitor, _origin, _screen, replies) => {
    Object.assign(replies, { user: '</script><b>' })
    return Promise.reject(new Error())
  }
  const html = await pageOf()
  expect(html).not.toContain('</script><b>')
  expect(repliesIn(html)).toMatchObject({ user: '</script><b>' })
})

const friday = '/events/book_seats/the-tempest-friday/'

describe('the page of the seats screen', () => {
  it('comes drawn, with the replies of the three calls that it begins with, and is kept by nobody [CALL-03, CALL-41, CALL-42]', async () => {
    const { text, headers } = await visitor.get(friday)
    const dates = '/ajax/organiser/event_dates'
    expect(text).toContain('<div id="app" data-scripts="login-step"><main>Drawn</main></div>')
    expect(headers.get('cache-control')).toBe('private, no-store')
    expect(repliesIn(text)).toEqual({
      eventDateId: 'the-tempest-friday',
      user: (await visitor.get('/ajax/user/user/get_user/')).json,
      eventDate: (await visitor.get(`${dates}/get_event_date/the-tempest-friday/`)).json,
      seatingPlan: (await visitor.get(`${dates}/get_current_seating_plan/the-tempest-friday/`)).json,
    })
  })

  it('comes with the basket of its own visitor, as the call for it sends it, and without one for who has none [CALL-31]', async () => {
    const basketOfPage = async () =>
      (repliesIn((await visitor.get(friday)).text) as { checkout?: unknown }).checkout
    await arrange({ shape: 'paid', state: 'basket' })
    const first = await basketOfPage()
    expect(first).toMatchObject({ tickets: [{ qty: expect.any(Number) as number }] })
    expect(still(first)).toEqual(await checkoutOf())
    visitor = await visit(app, shop.config.origin)
    expect(await basketOfPage()).toBeUndefined()
    await arrange({ shape: 'charity', state: 'basket' })
    expect(still(await basketOfPage())).toEqual(await checkoutOf())
    expect(still(await basketOfPage())).not.toEqual(still(first))
  })

  it('comes without the screen if that cannot be drawn, and without replies if the date has no seats to choose', async () => {
    draw = () => Promise.reject(new Error())
    const { text } = await visitor.get(friday)
    expect(text).toContain('<h1>Waiting</h1>')
    expect(repliesIn(text)).toMatchObject({ eventDateId: 'the-tempest-friday' })
    shop.logged.length = 0
    const unknown = await visitor.get('/events/book_seats/no-such-date/')
    expect(unknown.text).toContain('<h1>Waiting</h1>')
    expect(repliesIn(unknown.text)).toBeNull()
    expect(shop.logged).not.toContainEqual(expect.objectContaining({ event: 'page without replies' }))
  })

  it('is dark from the start for a user who has chosen that, and for no other [DARK-01, DARK-02]', async () => {
    draw = () => Promise.resolve({ html: '', title: '', scripts: [], isDark: true })
    expect((await visitor.get(friday)).text).toMatch(/^<html data-theme="dark">/)
    draw = () => Promise.resolve({ html: '', title: '', scripts: [] })
    expect((await visitor.get(friday)).text).toMatch(/^<html>/)
  })
})
