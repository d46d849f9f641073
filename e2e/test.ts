import { test as base, expect, type BrowserContext, type Page } from '@playwright/test'
import type { Arrangement as ShopArrangement } from '#sandbox/arrange.ts'
import type { CheckoutState } from '#src/checkout/schemas/checkout.ts'
import { Shop } from '#server/testing/running-shop.ts'
import { sabotage } from './sabotaged-page.ts'

/** A basket for the sandbox to set up over HTTP: its shape, and a state that buyers can reach (docs/sandbox.md). */
export type Arrangement = ShopArrangement

interface Fixtures {
  /** Arranges a basket for this page's session, and opens the checkout on it until its scripts have taken over. */
  arrange: (arrangement: Arrangement) => Promise<{ email: string; reference: string }>
  /** Returns the newest one-time code that was sent to an address. */
  codeFor: (email: string) => Promise<string>
  /** Expects a line on the console; the test fails if it is missing, unless it is only allowed. */
  expectComplaint: (pattern: RegExp, isAllowedOnly?: boolean) => void
}

/** Starts a real shop per worker and a fresh browser per test. Unexpected console output fails the test. */
export const test = base.extend<Fixtures, { shop: Shop }>({
  shop: [
    async ({}, use, { workerIndex }) => {
      const shop = new Shop(Number(process.env.E2E_PORT ?? 4400) + workerIndex)
      await shop.start()
      await use(shop)
      await shop.stop()
    },
    { scope: 'worker', timeout: 180_000 },
  ],

  baseURL: async ({ shop }, use) => use(shop.url),

  context: async ({ context }, use, testInfo) => {
    const { E2E_FAULT: fault } = process.env
    if (fault) await sabotage(context, testInfo, Number(fault))
    await use(context)
  },

  expectComplaint: [
    async ({ context }, use) => {
      const complaints = watchConsole(context)
      const expected: RegExp[] = []
      const allowed: RegExp[] = []
      await use((pattern, isAllowedOnly = false) => void (isAllowedOnly ? allowed : expected).push(pattern))
      await endRoutes(context)
      const known = [...expected, ...allowed]
      expect(complaints.filter((text) => !known.some((pattern) => pattern.test(text)))).toEqual([])
      expect(expected.filter((pattern) => !complaints.some((text) => pattern.test(text)))).toEqual([])
    },
    { auto: true },
  ],

  arrange: async ({ page }, use) => {
    await use(async (arrangement) => {
      const arranged = await arrangeSession(page, arrangement)
      await page.goto('/checkout/')
      // A jump of the clock, or a lost network, would otherwise come before the page's scripts now and then.
      await expectTakenOver(page)
      return arranged
    })
  },

  codeFor: async ({ page }, use) => {
    await use(async (email) => {
      const reply = await page.request.get(`/sandbox/code?email=${encodeURIComponent(email)}`)
      expect(reply.ok(), await reply.text()).toBe(true)
      return ((await reply.json()) as { code: string }).code
    })
  },
})

/**
 * Arranges a basket for the page's session, without opening it. A checkout that is open is left before: the shop would reject a call
 * that it sends with the token of one session and the cookie of the next.
 */
export async function arrangeSession(page: Page, arrangement: Arrangement) {
  if (page.url() !== 'about:blank') await page.goto('/favicon.svg')
  const reply = await page.request.post('/sandbox/arrange', { data: arrangement })
  expect(reply.ok(), await reply.text()).toBe(true)
  return (await reply.json()) as { email: string; reference: string }
}

/** Lets no answer to a request that a test has routed arrive after its end, which would fail the tests beside it. */
async function endRoutes(context: BrowserContext) {
  const routed = [context, ...context.pages()]
  await Promise.all(routed.map((one) => one.unrouteAll({ behavior: 'ignoreErrors' })))
}

/** What Chromium says when a trace is recorded of a page with a mail in it, whose frame runs no script. */
const isAboutTrace = (text: string) =>
  text.startsWith("Blocked script execution in 'about:srcdoc' because the document's frame is sandboxed")

/** Collects warnings, errors and uncaught exceptions of every page of a browser. */
export function watchConsole(context: BrowserContext): string[] {
  const complaints: string[] = []
  context.on('console', (message) => {
    if (['error', 'warning'].includes(message.type()) && !isAboutTrace(message.text()))
      complaints.push(`${message.text()} (${message.location().url})`)
  })
  context.on('weberror', (error) => complaints.push(error.error().message))
  return complaints
}

/** Waits until the page's scripts have taken over the screen that the shop has drawn. */
export async function expectTakenOver(page: Page) {
  await expect(page.locator('#app[data-scripts]')).toHaveCount(0)
}

/** Finds the step on the screen by its `data-state`. */
export function step(page: Page, state: CheckoutState) {
  return page.locator(`[data-state="${state}"]`)
}

/** Waits until a step is on the screen and has loaded. */
export async function expectStep(page: Page, state: CheckoutState) {
  await expect(step(page, state)).toBeVisible()
  await expect(page.getByText('Loading', { exact: true })).toBeHidden()
}

/**
 * Waits until a step is on the screen and the page has loaded what the steps after it need, which it begins when the browser has nothing
 * else to do.
 */
export async function expectLoadedAhead(page: Page, state: CheckoutState) {
  await expect(step(page, state)).toBeVisible()
  const marked = () =>
    page.evaluate(() =>
      performance.getEntriesByName('loaded-ahead').map((mark) => (mark as PerformanceMark).detail),
    )
  await expect.poll(marked, { timeout: 30_000 }).toContain(state)
}

/** Advances the shop's clock by that many seconds; `page.clock` advances the browser's. */
export async function passShopTime(page: Page, seconds: number) {
  const reply = await page.request.post('/sandbox/clock', { data: { seconds } })
  expect(reply.ok(), await reply.text()).toBe(true)
}

/**
 * Waits until the page has reported its step to the shop. The answer says how long the tickets are held [CONT-61], so it must not be
 * given between a jump of the shop's clock and that of the browser's.
 */
export async function expectReported(page: Page, state: CheckoutState) {
  const reported = async () => {
    const reply = await page.request.get('/ajax/checkout/checkout/get/')
    return ((await reply.json()) as { state: string }).state
  }
  await expect.poll(reported).toBe(state)
}

/** Expects lines in the page's log of the session, which goes with error reports. */
export async function expectLogged(page: Page, pattern: RegExp) {
  const log = () => page.evaluate(() => sessionStorage.getItem('session-log') ?? '')
  await expect.poll(log).toMatch(pattern)
}

export { expect }
