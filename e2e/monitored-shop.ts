import type { Page } from '@playwright/test'
import { refusingOthers, withShop } from './configured-shop.ts'
import { MonitoringSink, type Report } from './monitoring-sink.ts'
import { expect, test as base } from './test.ts'

interface Fixtures {
  /** Fails the test if the page asks any host but the shop and the sink. */
  refuseOthers: void
}

/** Tests with a shop of their own, whose page reports errors to a local sink. */
export const test = base.extend<Fixtures, { sink: MonitoringSink }>({
  sink: [
    async ({}, use) => {
      const sink = new MonitoringSink()
      await sink.start()
      await use(sink)
      await sink.stop()
    },
    { scope: 'worker' },
  ],

  shop: [
    async ({ sink }, use, { workerIndex }) => {
      const settings = { monitoringAddress: sink.address, monitoring: { release: 'e2e' } }
      await withShop(JSON.stringify(settings), 70 + workerIndex, use)
    },
    { scope: 'worker' },
  ],

  refuseOthers: [
    async ({ context, shop, sink }, use) => {
      sink.clear()
      await refusingOthers(context, [shop.url, sink.origin], use)
    },
    { auto: true },
  ],
})

/** Throws an error in the page that nothing handles. */
export const fail = (page: Page, message: string) =>
  page.evaluate(
    (text) =>
      void setTimeout(() => {
        throw new Error(text)
      }),
    message,
  )

/** Resolves when error reporting has started in the page: then it watches calls. */
export const started = (page: Page) => page.waitForFunction(() => '__sentry_original__' in fetch)

/** Resolves when calls of the page have the headers of its trace. */
export const isTraced = (page: Page) =>
  expect
    .poll(async () => {
      const call = page.waitForRequest('**/health')
      await page.evaluate(() => fetch('/health'))
      return (await call).headers()['sentry-trace']
    })
    .toBeDefined()

/** The one report of an error or message, once it has arrived. */
export async function reportOf(sink: MonitoringSink, message: string): Promise<Report> {
  await expect.poll(() => sink.reportsOf(message).length, { message, timeout: 20_000 }).toBe(1)
  const [report] = sink.reportsOf(message)
  if (!report) throw new Error('there was one')
  return report
}

export { configure, consent } from './configured-shop.ts'
