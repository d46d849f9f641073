import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { leave } from './leave-step.ts'
import { expect, step, test } from './test.ts'

interface Chunk {
  file: string
  imports?: string[]
}

const manifest = JSON.parse(readFileSync('dist/.vite/manifest.json', 'utf8')) as Record<string, Chunk>

/** The path of the script that is built of a source. */
const scriptOf = (source: string) => `/${manifest[source]?.file ?? `no script of ${source}`}`

/** The paths of the scripts of sources, those that they import included. */
function scriptsOf(sources: string[], found = new Set<string>()): Set<string> {
  for (const source of sources) {
    const { file, imports = [] } = manifest[source] ?? { file: `no script of ${source}` }
    if (found.has(`/${file}`)) continue
    found.add(`/${file}`)
    scriptsOf(imports, found)
  }
  return found
}

/** What Reserve leads to, if there is no charity. */
const afterReserve = [
  'src/reservation/reserve-step.tsx',
  'src/reservation/actors.ts',
  'src/account/login-step.tsx',
  'src/account/actors.ts',
  'src/checkout/countdown.tsx',
  'src/checkout/order-summary/step-summary.tsx',
  'src/checkout/way-back.tsx',
]

/** What the steps after the reservation show and call. */
const afterLogin = Object.keys(manifest).filter((source) =>
  /^src\/(?!seats|basket|reservation|donation)[a-z]+\/(?:[a-z]+\/)*(?:[a-z-]+-step\.tsx|actors\.ts|transfer-tickets\.tsx)$/.test(
    source,
  ),
)

/** Collects the paths of what a page has fetched. */
function watchFetched(page: Page): Set<string> {
  const fetched = new Set<string>()
  page.on('requestfinished', (request) => fetched.add(new URL(request.url()).pathname))
  return fetched
}

/** Waits until the page has fetched the scripts of sources, before anybody has asked for them. */
async function hasFetched(fetched: Set<string>, sources: string[]) {
  const scripts = [...scriptsOf(sources)]
  await expect
    .poll(() => scripts.filter((script) => !fetched.has(script)), { message: 'not loaded ahead' })
    .toEqual([])
}

/** From now on nothing that is built arrives. */
const withoutBuiltFiles = (page: Page) => page.route('**/assets/*', (route) => route.abort())

/** Notes when the screen that came with the page is the page's own, and when an email can be typed. */
async function watchTimes(page: Page) {
  await page.addInitScript(() => {
    const times = { taken: 0, email: 0 }
    Object.assign(window, { times })
    new MutationObserver(() => {
      const app = document.getElementById('app')
      if (!app || app.dataset.scripts !== undefined) return
      times.taken ||= performance.now()
      if (app.querySelector('input[type=email]:enabled')) times.email ||= performance.now()
    }).observe(document, { subtree: true, childList: true, attributes: true })
  })
}

/** The paths that the page has asked for in a time, but for the shop's calls. */
const askedFor = (page: Page, from: number, until: 'taken' | 'email') =>
  page.evaluate(
    ([begun, end]) => {
      const { times } = window as unknown as { times: Record<'taken' | 'email', number> }
      return (
        performance
          .getEntriesByType('resource')
          .filter(({ startTime }) => startTime >= begun && startTime < times[end])
          .map(({ name }) => new URL(name).pathname)
          // Pictures were fetched before; a test that stops requests is without the browser's cache.
          .filter((path) => !/^\/(?:ajax|pictures)\//.test(path))
      )
    },
    [from, until] as const,
  )

test('asks for nothing but its calls between Reserve and the email field', async ({
  page,
  arrange,
  expectComplaint,
}) => {
  expectComplaint(/ERR_FAILED/, true)
  await watchTimes(page)
  const fetched = watchFetched(page)
  await arrange({ shape: 'paid', state: 'basket' })
  await hasFetched(fetched, ['src/http/send.ts', ...afterReserve])
  await withoutBuiltFiles(page)
  // A slow phone takes long to draw the step, so that whatever the reservation sets off has time to come before it.
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: 10 })
  const pressed = await page.evaluate(() => performance.now())
  await page.getByRole('button', { name: 'Reserve Basket' }).click()
  await expect(page.getByLabel('Email address')).toBeEditable()
  expect(await askedFor(page, pressed, 'email')).toEqual([])
})

test('loads what follows the basket only once the basket is the page’s own', async ({ page, arrange }) => {
  await watchTimes(page)
  const fetched = watchFetched(page)
  await arrange({ shape: 'paid', state: 'basket' })
  await hasFetched(fetched, afterReserve)
  const ahead = [...afterReserve, 'src/app/after-first-step.ts'].map(scriptOf)
  const before = await askedFor(page, 0, 'taken')
  expect(before.filter((path) => ahead.includes(path))).toEqual([])
})

for (const connection of [{ saveData: true }, { effectiveType: '2g' }])
  test(`loads nothing ahead of Reserve for ${JSON.stringify(connection)}`, async ({ page, arrange }) => {
    await page.addInitScript((value) => Object.defineProperty(navigator, 'connection', { value }), connection)
    const fetched = watchFetched(page)
    await arrange({ shape: 'paid', state: 'basket' })
    await hasFetched(fetched, ['src/app/after-first-step.ts'])
    await page.waitForLoadState('networkidle')
    expect(afterReserve.filter((source) => fetched.has(scriptOf(source)))).toEqual([])
    await page.getByRole('button', { name: 'Reserve Basket' }).click()
    await expect(page.getByLabel('Email address')).toBeEditable()
  })

for (const first of ['basket', 'login'] as const)
  test(`comes through all later steps if nothing can be loaded any more once tickets are held: since ${first}`, async ({
    page,
    arrange,
    codeFor,
    expectComplaint,
  }) => {
    expectComplaint(/ERR_FAILED/, true)
    const fetched = watchFetched(page)
    await arrange({ shape: 'everything', state: first })
    const leaveStep = (state: keyof typeof leave, to?: keyof typeof leave) =>
      leave[state](page, { to, facts: {}, method: 'card', codeFor })
    if (first === 'basket') await leaveStep('basket')
    await expect(step(page, first === 'basket' ? 'donation' : 'login')).toBeVisible()
    await hasFetched(fetched, afterLogin)
    await expect.poll(() => [...fetched]).toContainEqual(expect.stringMatching(/stripe.*js/))
    await withoutBuiltFiles(page)
    if (first === 'basket') {
      await leaveStep('donation', 'gift_aid')
      await leaveStep('gift_aid')
    }
    for (const state of [
      'login',
      'marketing_preferences',
      'delivery_address',
      'ticket_questions_before',
      'payment',
      'ticket_questions_after',
      'waiver',
      'after_sale_messages',
    ] as const) {
      await expect(step(page, state)).toBeVisible()
      await leaveStep(state)
    }
    await expect(step(page, 'order_completed')).toBeVisible()
    await expect(page.getByText('Loading', { exact: true })).toBeHidden()
  })
