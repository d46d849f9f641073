import type { BrowserContext, Page } from '@playwright/test'
import { Shop } from '#server/testing/running-shop.ts'

/** Runs a shop whose page has these settings, given as JSON, while `use` runs. Each worker needs a `port` of its own. */
export async function withShop(settings: string, port: number, use: (shop: Shop) => Promise<void>) {
  const shop = new Shop(Number(process.env.E2E_PORT ?? 4400) + port, { PAGE_CONFIG: settings })
  await shop.start()
  await use(shop)
  await shop.stop()
}

/** Lets the page reach these origins only while `use` runs, and fails if it has asked another. */
export async function refusingOthers(context: BrowserContext, origins: string[], use: () => Promise<void>) {
  const refused: string[] = []
  const isOther = ({ protocol, origin }: URL) => protocol.startsWith('http') && !origins.includes(origin)
  await context.route(isOther, (route) => {
    refused.push(route.request().url())
    return route.abort()
  })
  await use()
  if (refused.length) throw new Error(`the page has asked other hosts: ${refused.join(', ')}`)
}

/** Stores a consent to analytics and replays, as an earlier visit would have. */
export const consent = (page: Page, url: string) =>
  page.context().addCookies([{ name: 'analytics_consent', value: '1', url }])

/** Changes the run-time configuration of the page in this browser, before its scripts run. */
export const configure = (page: Page, settings: object) =>
  page.addInitScript((given) => {
    document.addEventListener('readystatechange', () => {
      const element = document.getElementById('config')
      if (document.readyState !== 'interactive' || !element) return
      element.textContent = JSON.stringify({ ...JSON.parse(element.textContent || '{}'), ...given })
    })
  }, settings)
