import type { BrowserContext, Page, Route } from '@playwright/test'

/**
 * Has the pages of checkout and seats come without the screen and the replies that the shop sends with them, so that they make their
 * first calls themselves, as in front of another back-end, and a test can answer them.
 */
export async function withPlainPage(where: Page | BrowserContext) {
  await where.route(isDrawnPage, asPlainPage)
}

/** Whether an address is that of a page which the shop draws. */
export const isDrawnPage = (address: URL) => isCheckoutPage(address) || isSeatsPage(address)

/** Whether an address is the checkout's own page. */
export const isCheckoutPage = ({ pathname }: URL) => /^\/checkout\/?$/.test(pathname)

/** Whether an address is that of the seats screen. */
export const isSeatsPage = ({ pathname }: URL) => pathname.startsWith('/events/book_seats/')

export async function asPlainPage(route: Route) {
  const response = await route.fetch()
  const body = (await response.text())
    .replace(/<div id="app" data-scripts="[^"]*">[^]*(?=<script id="replies")/, '<div id="app"></div>')
    .replace(/<link rel="expect"[^>]*>/, '')
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
