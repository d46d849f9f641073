import { readFileSync } from 'node:fs'
import type { Page, Request } from '@playwright/test'
import { reserveBasket } from './buyer.ts'
import { changeReply } from './plain-page.ts'
import { open as openSeats } from './seat-buyer.ts'
import { configure, consent, fail, isTraced, reportOf, started, test } from './monitored-shop.ts'
import type { MonitoringSink } from './monitoring-sink.ts'
import { expect, step } from './test.ts'

/** Makes `Math.random` return one value, which decides about samples. */
const sampleAt = (page: Page, value: number) => page.addInitScript(`Math.random = () => ${value}`)

test('starts the page in #app, and reports the errors of before and after the start of error reporting [MONI-01, MONI-02]', async ({
  page,
  arrange,
  sink,
  expectComplaint,
}) => {
  expectComplaint(/early error|early rejection|late error|late rejection/)
  await page.addInitScript(() => {
    addEventListener('DOMContentLoaded', () => {
      setTimeout(() => {
        throw new Error('early error')
      })
      void Promise.reject(new Error('early rejection'))
    })
  })
  await arrange({ shape: 'paid', state: 'basket' })
  await expect(page.locator('#app [data-state="basket"]')).toBeVisible()
  await reportOf(sink, 'early error')
  await reportOf(sink, 'early rejection')
  await fail(page, 'late error')
  const { tags, request } = await reportOf(sink, 'late error')
  expect(tags).toMatchObject({ state: 'basket' })
  expect(request.url).toMatch(/\/checkout\/$/)
  await page.evaluate(() => void Promise.reject(new Error('late rejection')))
  await reportOf(sink, 'late rejection')
})

test('traces every visit [MONI-03, MONI-06]', async ({ page, arrange, sink }) => {
  await sampleAt(page, 0.999_999)
  await arrange({ shape: 'paid', state: 'basket' })
  const load = () => sink.spans.find(({ is_segment, attributes }) => is_segment && attributes['url.full'])
  await expect.poll(load, { timeout: 20_000 }).toBeDefined()
  expect(load()?.attributes['url.full']?.value).toMatch(/\/checkout\/$/)
})

test('keeps the last 100 breadcrumbs [MONI-09]', async ({ page, arrange, sink, expectComplaint }) => {
  expectComplaint(/after many calls/)
  await arrange({ shape: 'paid', state: 'basket' })
  await started(page)
  await page.evaluate(async () => {
    for (let call = 0; call < 120; call += 1) await fetch(`/health?${call}`)
  })
  await fail(page, 'after many calls')
  expect((await reportOf(sink, 'after many calls')).breadcrumbs).toHaveLength(100)
})

test('keeps at most 30 reports in flight [MONI-10]', async ({ page, arrange, sink, expectComplaint }) => {
  expectComplaint(/flood|after it/)
  await arrange({ shape: 'paid', state: 'basket' })
  // The spans of the visit have been sent, so that nothing else is under way.
  await expect.poll(() => sink.spans.length, { timeout: 20_000 }).toBeGreaterThan(0)
  sink.holdAnswers()
  sink.clear()
  await page.evaluate(async () => {
    for (const first of 'abcdefgh')
      for (const second of 'abcde')
        setTimeout(() => {
          throw new Error(`flood ${first}${second}`)
        })
    await new Promise((done) => setTimeout(done))
  })
  await expect.poll(() => sink.envelopes).toBeGreaterThan(0)
  sink.answerAll()
  await expect.poll(() => sink.envelopes).toBe(30)
  await fail(page, 'after it')
  await reportOf(sink, 'after it')
  // The end of the session, which the first error has sent.
  expect(
    sink.reports.filter(({ exception }) => exception?.values[0]?.value.startsWith('flood')),
  ).toHaveLength(29)
})

/** The page has had the answers to everything that it has sent. */
const answered = (page: Page, sink: MonitoringSink) =>
  page.waitForFunction(
    (sent) =>
      performance.getEntriesByType('resource').filter(({ name }) => name.includes('/envelope/')).length >=
      sent,
    sink.envelopes,
  )

test('sends long reports although the answers to earlier ones take long [MONI-02]', async ({
  page,
  arrange,
  sink,
  expectComplaint,
}) => {
  expectComplaint(/long report/)
  await arrange({ shape: 'paid', state: 'basket' })
  await started(page)
  // Breadcrumbs and lines of the log, so that a few reports are more than browsers send at once for a page that may close.
  await page.evaluate(async () => {
    for (let call = 0; call < 120; call += 1) await fetch(`/health?${call}`)
  })
  sink.holdAnswers({ isBegun: true })
  for (const letter of 'abcd') {
    await fail(page, `long report ${letter}`)
    await reportOf(sink, `long report ${letter}`)
  }
  sink.answerAll()
})

test('sends at most 100 reports of a page', async ({ page, arrange, sink, expectComplaint }) => {
  expectComplaint(/again and again/)
  await arrange({ shape: 'paid', state: 'basket' })
  await started(page)
  const ofFlood = () =>
    sink.reports.filter(({ exception }) => exception?.values[0]?.value.startsWith('again and again'))
  // In small parts, as only 30 may be in flight.
  for (let part = 1; part <= 12; part += 1) {
    await answered(page, sink)
    await page.evaluate(
      (name) => {
        for (const letter of 'abcdefghij')
          setTimeout(() => {
            throw new Error(`again and again ${name}${letter}`)
          })
      },
      `part ${'x'.repeat(part)}`,
    )
    await expect.poll(() => ofFlood().length, { timeout: 30_000 }).toBe(Math.min(part * 10, 100))
  }
})

test('adds trace headers to calls to its own and to local hosts, and to no other [MONI-11, MONI-12]', async ({
  page,
  arrange,
  sink,
}) => {
  await arrange({ shape: 'paid', state: 'basket' })
  await isTraced(page)
  // The Content-Security-Policy allows calls to this host.
  const elsewhere: Request[] = []
  await page.route('https://api.stripe.com/**', (route) => {
    elsewhere.push(route.request())
    return route.fulfill({ headers: { 'Access-Control-Allow-Origin': '*' }, body: '' })
  })
  const own = page.waitForRequest('**/health')
  await page.evaluate(async (local) => {
    await fetch('/health')
    await fetch(`${local}/local`)
    await fetch('https://api.stripe.com/localhost/?from=http://localhost/')
  }, sink.origin)
  const trace = { 'sentry-trace': expect.stringMatching(/^[\da-f]{32}-/), baggage: expect.any(String) }
  expect((await own).headers()).toMatchObject(trace)
  expect(sink.others).toEqual([['/local', expect.objectContaining(trace)]])
  expect(elsewhere).toHaveLength(1)
  expect(Object.keys(elsewhere[0]?.headers() ?? {})).not.toContain('sentry-trace')
  expect(Object.keys(elsewhere[0]?.headers() ?? {})).not.toContain('baggage')
})

test('replays a tenth of the visits, and every visit with an error [MONI-04, MONI-07, MONI-08]', async ({
  page,
  shop,
  arrange,
  sink,
  expectComplaint,
}) => {
  expectComplaint(/worth a replay/)
  await consent(page, shop.url)
  await test.step('replays a visit in the first tenth', async () => {
    await sampleAt(page, 0.0999)
    await arrange({ shape: 'paid', state: 'basket' })
    await expect.poll(() => sink.replays.length, { timeout: 30_000 }).toBeGreaterThan(0)
  })
  await test.step('replays another only when an error has happened', async () => {
    await page.goto('about:blank')
    // Not before: the page saves its session when it is left.
    await page.addInitScript('sessionStorage.clear()')
    await sampleAt(page, 0.1001)
    await page.goto('/checkout/')
    await isReplayReady(page)
    // Kept in the page until an error, and not sent meanwhile.
    const session = await page.evaluate(() => sessionStorage.getItem('sentryReplaySession'))
    expect(JSON.parse(session ?? '{}')).toMatchObject({ sampled: 'buffer' })
    sink.clear()
    await page.getByRole('button', { name: 'Reserve Basket' }).click()
    await expect(step(page, 'login')).toBeVisible()
    // Traces are sent after replays would be.
    await expect.poll(() => sink.spans.length, { timeout: 20_000 }).toBeGreaterThan(0)
    expect(sink.replays).toEqual([])
    await fail(page, 'worth a replay')
    await expect.poll(() => sink.replays.length, { timeout: 30_000 }).toBeGreaterThan(0)
  })
})

/** The script of the replay has loaded and records. */
const isReplayReady = (page: Page) => page.waitForFunction(() => 'sentryReplaySession' in sessionStorage)

test('records no replay without consent, and none after its withdrawal [L9]', async ({
  page,
  shop,
  arrange,
  sink,
  expectComplaint,
}) => {
  expectComplaint(/without consent|after withdrawal/)
  await sampleAt(page, 0.0999)
  await arrange({ shape: 'paid', state: 'basket' })
  await started(page)
  await fail(page, 'without consent')
  await reportOf(sink, 'without consent')
  expect(await page.evaluate(() => 'sentryReplaySession' in sessionStorage)).toBe(false)

  await test.step('starts with the next step once the buyer has agreed', async () => {
    await consent(page, shop.url)
    await reserveBasket(page)
    await expect.poll(() => sink.replays.length, { timeout: 30_000 }).toBeGreaterThan(0)
  })
  await test.step('ends with the next step once the buyer has withdrawn', async () => {
    await page.context().clearCookies({ name: 'analytics_consent' })
    await page.getByRole('button', { name: /^Edit basket/ }).click()
    await page.getByRole('button', { name: 'Yes' }).click()
    await expect(step(page, 'basket')).toBeVisible()
    await page.waitForFunction(() => !('sentryReplaySession' in sessionStorage))
    await fail(page, 'after withdrawal')
    await reportOf(sink, 'after withdrawal')
  })
})

test('names the loaded user by id and email, or by the id alone if the shop wants that [MONI-13]', async ({
  page,
  arrange,
  sink,
  expectComplaint,
}) => {
  expectComplaint(/of a user|of an id/)
  const { email } = await arrange({ shape: 'paid', state: 'login', user: 'member' })
  await expect(page.getByRole('main').getByText(email)).toBeVisible()
  await started(page)
  await fail(page, 'of a user')
  const { user } = await reportOf(sink, 'of a user')
  expect(user).toMatchObject({ id: expect.stringMatching(/./), email })
  await configure(page, { monitoring: { email: 'off' } })
  await page.reload()
  await expect(page.getByRole('main').getByText(email)).toBeVisible()
  await started(page)
  await fail(page, 'of an id')
  expect((await reportOf(sink, 'of an id')).user).toMatchObject({ id: user?.id })
  expect(JSON.stringify(sink.reportsOf('of an id'))).not.toContain(email)
})

test('names no user for a guest [MONI-13, ROLE-01]', async ({ page, arrange, sink, expectComplaint }) => {
  expectComplaint(/of a guest/)
  await arrange({ shape: 'express', state: 'payment' })
  await expect(step(page, 'payment')).toBeVisible()
  await started(page)
  await fail(page, 'of a guest')
  expect(Object.keys((await reportOf(sink, 'of a guest')).user ?? {})).not.toContain('id')
})

test('tags each report with the state, and lists the transitions of the charts before it', async ({
  page,
  arrange,
  sink,
  expectComplaint,
}) => {
  expectComplaint(/in the account step/)
  await arrange({ shape: 'paid', state: 'basket' })
  await started(page)
  await reserveBasket(page)
  await expect(step(page, 'login')).toBeVisible()
  await fail(page, 'in the account step')
  const { tags, breadcrumbs } = await reportOf(sink, 'in the account step')
  expect(tags.state).toMatch(/^holding\.login/)
  const states = breadcrumbs.filter(({ category }) => category === 'state')
  const said = states.map(({ message, data }) => `${message} by ${data?.event}`)
  expect(said).toContain('checkout: basket by xstate.done.actor.loadCheckout')
  const left = said.indexOf('basket: leaving by basket.reserve')
  expect(said.slice(left)).toContainEqual(
    expect.stringMatching(/^checkout: holding\.login\.\w+ by xstate\.done\.actor\.reservation$/),
  )
})

test('tags each report with the state of the seat selection', async ({ page, sink, expectComplaint }) => {
  expectComplaint(/on the seats/)
  await openSeats(page)
  await started(page)
  await fail(page, 'on the seats')
  const { tags, breadcrumbs } = await reportOf(sink, 'on the seats')
  const state = await page.locator('[data-screen="seats"]').getAttribute('data-substate')
  expect(tags.state?.split('.').at(-1)).toBe(state)
  expect(breadcrumbs.map(({ message }) => message)).toContain(`seatSelection: ${tags.state}`)
})

test('reports an invalid reply and the paths of its fields, never their values', async ({
  page,
  arrange,
  sink,
}) => {
  await changeReply(page, { basket_success: [{ Secretcanary: true }] })
  await page.route('**/reserve_tickets/', (route) =>
    route.fulfill({
      json: { reserved: true, checkout_time: 'Secretcanary', sale_reference: ['Secretcanary'] },
    }),
  )
  await arrange({ shape: 'paid', state: 'basket' })
  const tolerated = await reportOf(sink, 'Invalid fields in the reply of the page')
  expect(tolerated).toMatchObject({
    level: 'warning',
    contexts: { reply: { path: 'the page', fields: 'checkout.basket_success' } },
  })
  await reserveBasket(page)
  const rejected = await reportOf(sink, 'Invalid reply of /ajax/checkout/checkout/reserve_tickets/')
  expect(rejected.level).toBe('error')
  expect(rejected.contexts.reply?.fields).toContain('sale_reference')
  expect(JSON.stringify(sink.items)).not.toContain('Secretcanary')
})

interface Chunk {
  file: string
}

test('reports the error of a step, and offers its details to the buyer and support [F20]', async ({
  page,
  context,
  arrange,
  sink,
  expectComplaint,
}) => {
  expectComplaint(/the account step has failed/)
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const manifest = JSON.parse(readFileSync('dist/.vite/manifest.json', 'utf8')) as Record<string, Chunk>
  const file = manifest['src/account/login-step.tsx']?.file
  await page.route(`**/${file}`, (route) =>
    route.fulfill({
      contentType: 'text/javascript',
      body: 'export default () => { throw new Error("the account step has failed") }',
    }),
  )
  await arrange({ shape: 'paid', state: 'basket' })
  await reserveBasket(page)
  await expect(page.getByRole('main')).toContainText('Your basket and your reservation are safe.')
  await expect(page.getByRole('button', { name: 'Load the page again' })).toBeVisible()
  const { tags } = await reportOf(sink, 'the account step has failed')
  expect(tags.state).toMatch(/^holding\.login/)

  await page.getByRole('button', { name: 'Copy details for support' }).click()
  await expect(page.getByRole('button', { name: 'Details copied' })).toBeVisible()
  const details = await page.evaluate(() => navigator.clipboard.readText())
  expect(details).toContain(`Support code: ${tags.support_code}`)
  await expect(page.getByRole('main')).toContainText(String(tags.support_code))
  expect(details).toMatch(/POST \/ajax\/checkout\/checkout\/reserve_tickets\/ 200 \d+ ms/)
  expect(details).toContain('checkout xstate.done.actor.reservation → holding.login')
  expect(details).toMatch(/error Error$/m)
  await test.step('sends the same log with the report', () => {
    const [log = ''] = sink.attachments.filter((one) => one.includes('holding.login'))
    expect(details).toContain(log.split('\n').at(0))
    expect(log).toContain('POST /ajax/checkout/checkout/reserve_tickets/ 200')
  })
  await test.step('keeps log and code when the page is loaded again', async () => {
    await page.reload()
    await expect(page.getByRole('main')).toContainText(String(tags.support_code))
  })
})

test('works, and reports, where the browser refuses session storage', async ({
  page,
  arrange,
  sink,
  expectComplaint,
}) => {
  expectComplaint(/without storage/)
  await page.addInitScript(() =>
    Object.defineProperty(window, 'sessionStorage', {
      get() {
        throw new DOMException('refused', 'SecurityError')
      },
    }),
  )
  await arrange({ shape: 'paid', state: 'basket' })
  await started(page)
  await reserveBasket(page)
  await expect(step(page, 'login')).toBeVisible()
  await fail(page, 'without storage')
  await reportOf(sink, 'without storage')
  await expect.poll(() => sink.attachments.join()).toContain('holding.login')
})

test('sends no query, hash, reference or token of an address [L11]', async ({
  page,
  shop,
  arrange,
  sink,
  expectComplaint,
}) => {
  expectComplaint(/at https:|Failed to load/)
  await consent(page, shop.url)
  const { reference } = await arrange({ shape: 'paid', state: 'payment' })
  await page.goto(`/checkout/?email=canary@example.com&session=${reference}#Tokencanary7`, {
    referer: `${shop.url}/transfers/Tokencanary7/`,
  })
  await isReplayReady(page)
  await page.evaluate(async (sale) => {
    await fetch(`/transfers/${sale}/?token=Tokencanary7`)
    history.pushState(null, '', `/checkout/?sale=${sale}`)
    document.body.append(Object.assign(document.createElement('a'), { href: `/orders/${sale}/Tokencanary7` }))
  }, reference)
  await fail(page, `at https://shop.example/orders/${reference}?token=Tokencanary7`)
  await reportOf(sink, 'at https://shop.example/orders/*')
  await expect.poll(() => sink.replays.length, { timeout: 30_000 }).toBeGreaterThan(0)
  await expect.poll(() => sink.spans.length, { timeout: 20_000 }).toBeGreaterThan(0)
  const sent = JSON.stringify(sink.items)
  for (const secret of [reference, 'Tokencanary7', 'canary@']) expect(sent).not.toContain(secret)
})
