import { test as base, expect, type Page } from '@playwright/test'
import { Shop } from './shop.ts'

/** What the sandbox sets up over HTTP: a basket of a shape, in a state that the real flow can reach (docs/sandbox.md). */
export interface Arrangement {
  shape: string
  state?: string
  user?: 'guest' | 'member'
  captcha?: boolean
  nextReserve?: 'captcha' | 'redirect' | 'error' | 'unknown'
  secondsRemaining?: number
  cardDeclined?: boolean
  deliveryFails?: boolean
}

interface Fixtures {
  /** Arranges a basket for this page's session and opens the checkout on it. */
  arrange: (arrangement: Arrangement) => Promise<{ email: string; reference: string }>
  /** The newest one-time code that was sent to an address. */
  codeFor: (email: string) => Promise<string>
}

/** A real shop for each worker, a fresh browser for each test; anything unexpected on the console fails the test. */
export const test = base.extend<Fixtures & { consoleGuard: void }, { shop: Shop }>({
  shop: [
    // eslint-disable-next-line no-empty-pattern -- Playwright reads the fixtures a fixture needs from this pattern
    async ({}, use, { workerIndex }) => {
      const shop = new Shop(4400 + workerIndex)
      await shop.start()
      await use(shop)
      await shop.stop()
    },
    { scope: 'worker' },
  ],

  baseURL: async ({ shop }, use) => use(shop.url),

  consoleGuard: [
    async ({ page }, use) => {
      const complaints = watchConsole(page)
      await use()
      expect(complaints).toEqual([])
    },
    { auto: true },
  ],

  arrange: async ({ page }, use) => {
    await use(async (arrangement) => {
      const reply = await page.request.post('/sandbox/arrange', { data: arrangement })
      expect(reply.ok(), await reply.text()).toBe(true)
      const arranged = (await reply.json()) as { email: string; reference: string }
      await page.goto('/checkout/')
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

/** Collects warnings, errors and uncaught exceptions; a reply that a test provokes on purpose is named in `expected`. */
export function watchConsole(page: Page, expected: RegExp[] = []) {
  const complaints: string[] = []
  const note = (text: string) => {
    if (!expected.some((pattern) => pattern.test(text))) complaints.push(text)
  }
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) note(message.text())
  })
  page.on('pageerror', (error) => note(error.message))
  return complaints
}

/** The step on the screen, by the name that the chart gives it. */
export function step(page: Page, state: string) {
  return page.locator(`[data-state="${state}"]`)
}

export { expect }
