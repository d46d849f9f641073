import type { BrowserContext, Page, Route } from '@playwright/test'

/**
 * Has the checkout's page come without the screen and the replies that the shop sends with it, so that the page makes its first
 * calls itself, as in front of another back-end, and a test can answer them.
 */
export async function withPlainPage(where: Page | BrowserContext) {
  await where.route(isCheckoutPage, asPlainPage)
}

/** Whether an address is the checkout's own page. */
export const isCheckoutPage = ({ pathname }: URL) => /^\/checkout\/?$/.test(pathname)

export async function asPlainPage(route: Route) {
  const response = await route.fetch()
  const body = (await response.text())
    .replace(/<script id="replies"[^]*?<\/script>/, '')
    .replace(/<div id="app" data-scripts="[^"]*"/, '<div id="app"')
  await route.fulfill({ response, body })
}
