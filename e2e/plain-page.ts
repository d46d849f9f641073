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
    .replace(/<div id="app" data-scripts="[^"]*">[^]*(?=<script id="replies")/, '<div id="app"></div>')
    .replace(/<script id="replies"[^]*?<\/script>/, '')
  await route.fulfill({ response, body })
}

/**
 * Gives the checkout's reply that comes with the page other fields, and its events by their ids, before the page reads it. A page that
 * a test has fulfilled may not reach other hosts of this machine, so tests with such hosts change it here.
 */
export async function changeReply(
  page: Page,
  fields: Record<string, unknown>,
  eventFields: Record<string, object> = {},
) {
  await page.addInitScript(
    ([given, ofEvents]) => {
      document.addEventListener('readystatechange', () => {
        const element = document.getElementById('replies')
        if (document.readyState !== 'interactive' || !element) return
        const { checkout, ...others } = JSON.parse(element.textContent) as {
          checkout: { events: { id: string }[] }
        }
        const events = checkout.events.map((event) => ({ ...event, ...ofEvents[event.id] }))
        element.textContent = JSON.stringify({ ...others, checkout: { ...checkout, events, ...given } })
      })
    },
    [fields, eventFields] as const,
  )
}
