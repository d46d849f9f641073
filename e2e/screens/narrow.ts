import type { Page } from '@playwright/test'
import { withPlainPage } from '#e2e/plain-page.ts'
import { expect } from '#e2e/test.ts'

export const longWord = 'w'.repeat(117)
export const longEmail = `${'w'.repeat(105)}@example.com`

/** Fields of replies with text by the shop, an organiser or the buyer. */
const written = new Set([
  'event_name',
  'event_title',
  'event_nice_date',
  'ticket_name',
  'nice_date',
  'title',
  'name',
  'o_name',
  'organiser_name',
  'location',
  'date',
  'sale_reference',
  'reserving_error',
  'basket_errors',
  'basket_success',
  'warn_customers_about_different_timeslots_message',
  'donation_checkout_title',
  'description',
  'description_html',
  'text',
  'message',
  'question',
  'prepopulated_array',
  'marketing_signup_message',
  'full_name',
  'first_name',
  'last_name',
  'full_address',
  'formatted_address',
  'custom_refund_policy',
  'seats',
  'truelayer_status_error',
  'reference',
])

/** Replaces every such text in a reply by a word of 117 characters. */
function withLongWords(value: unknown, name = ''): unknown {
  if (Array.isArray(value)) {
    const items =
      written.has(name) && value.length === 0 && name !== 'prepopulated_array' ? [longWord] : value
    return items.map((item: unknown) => withLongWords(item, name))
  }
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, withLongWords(inner, key)]))
  if (name === 'email' || name === 'sale_email') return longEmail
  return typeof value === 'string' && written.has(name) ? longWord : value
}

export async function writeLongWords(page: Page) {
  await withPlainPage(page)
  await page.route('**/ajax/**', async (route) => {
    const response = await route.fetch()
    if (!response.headers()['content-type']?.includes('json')) return route.fulfill({ response })
    await route.fulfill({ response, json: withLongWords(await response.json()) })
  })
}

/** Enlarges the text from the next load on, before the first render, like a browser's setting. */
export async function enlargeText(page: Page, percent: number) {
  await page.addInitScript((size) => {
    new MutationObserver((_, observer) => {
      observer.disconnect()
      document.documentElement.style.fontSize = size
    }).observe(document, { childList: true })
    document.addEventListener('readystatechange', () => (document.documentElement.style.fontSize = size))
  }, `${percent}%`)
}

export const doubleText = (page: Page) => enlargeText(page, 200)

/** Returns the words of the content that stand in more than one line, other than at a hyphen and in a long email address. */
export function brokenWords(page: Page) {
  return page.evaluate(() => {
    const broken: string[] = []
    const texts = document.createTreeWalker(document.querySelector('main')!, NodeFilter.SHOW_TEXT)
    while (texts.nextNode()) {
      const { currentNode: text } = texts
      if (
        !text.parentElement?.checkVisibility() ||
        text.parentElement.closest('.visually-hidden, option, script') ||
        text.parentElement.querySelector(':scope > wbr') ||
        // Hidden from sight in another way
        text.parentElement.getBoundingClientRect().width <= 1
      )
        continue
      for (const { 0: word, index } of (text.textContent ?? '').matchAll(/[^\s\-–]+/g)) {
        const range = document.createRange()
        range.setStart(text, index)
        range.setEnd(text, index + word.length)
        const lines = new Set(Array.from(range.getClientRects(), ({ top }) => Math.round(top)))
        if (lines.size > 1) broken.push(word)
      }
    }
    return broken
  })
}

/** Returns the elements that are wider than the page, except scrollable rows and visually hidden text. */
export function tooWide(page: Page) {
  return page.evaluate(() => {
    const { clientWidth, scrollWidth } = document.documentElement
    const scrolls = (element: Element | null): boolean =>
      element !== null &&
      (['auto', 'scroll'].includes(getComputedStyle(element).overflowX) || scrolls(element.parentElement))
    const wide = [...document.body.querySelectorAll('*')].filter(
      (element) =>
        element.checkVisibility() &&
        !element.closest('.visually-hidden, [data-sonner-toaster], svg') &&
        !scrolls(element) &&
        (element.getBoundingClientRect().right > clientWidth + 1 ||
          element.getBoundingClientRect().left < -1),
    )
    return {
      scrollsSideways: scrollWidth > clientWidth,
      wide: wide.map(
        (element) => `${element.tagName} ${element.className} ${element.textContent.slice(0, 40)}`,
      ),
    }
  })
}
export const nothing = { scrollsSideways: false, wide: [] }

export async function expectNarrow(page: Page, widths = [320, 390]) {
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 })
    await openAll(page)
    expect(await tooWide(page), `${width} px wide`).toEqual(nothing)
  }
}

/** Opens the order summary and all disclosures, which are folded on a narrow screen. */
export async function openAll(page: Page) {
  const toggle = page.getByRole('button', { name: /^Show (basket|order)$/ })
  // By keyboard, as a notification may lie over it
  if (await toggle.isVisible()) await toggle.press('Enter')
  await page.evaluate(() => document.querySelectorAll('details').forEach((box) => (box.open = true)))
}

/** Returns overlapping texts, controls outside their card, icons that did not grow, and distorted pictures. */
export function misplaced(page: Page) {
  return page.evaluate(() => {
    const main = document.querySelector('main')!
    /** Whether screen readers alone find it. */
    const clipped = (element: Element | null): boolean =>
      element !== null &&
      (getComputedStyle(element).clipPath === 'inset(50%)' || clipped(element.parentElement))
    const shown = (element: Element) =>
      element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
      !element.closest('[data-sonner-toaster]') &&
      !clipped(element) &&
      // A link that is shown only while it has the focus
      element.getBoundingClientRect().width > 1
    const scrolled = (element: Element | null): boolean =>
      element !== null && (getComputedStyle(element).overflowX === 'auto' || scrolled(element.parentElement))
    const name = (element: Element | null) =>
      element?.getAttribute('aria-label') ?? element?.textContent?.trim().slice(0, 30) ?? ''

    const texts: { of: Element; box: DOMRect }[] = []
    for (const root of document.querySelectorAll('header, nav, main, section[aria-label="Order summary"]')) {
      const nodes = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
      while (nodes.nextNode()) {
        const parent = nodes.currentNode.parentElement
        if (!parent || !shown(parent) || !nodes.currentNode.textContent?.trim() || scrolled(parent)) continue
        if (texts.some(({ of }) => of === parent)) continue
        const range = document.createRange()
        range.selectNodeContents(nodes.currentNode)
        for (const box of range.getClientRects()) texts.push({ of: parent, box })
      }
    }
    const meet = (a: DOMRect, b: DOMRect) =>
      Math.min(a.right, b.right) - Math.max(a.left, b.left) > 2 &&
      Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 4
    const overlaps = texts.flatMap((one, index) =>
      texts
        .slice(index + 1)
        .filter((other) => other.of !== one.of && meet(one.box, other.box))
        .map((other) => `${name(one.of)} | ${name(other.of)}`),
    )

    const outside = [...main.querySelectorAll('a, button, input, select, textarea, label')].filter(
      (control) => {
        if (!shown(control) || scrolled(control)) return false
        // The basket's summary has no box of its own on phones.
        const card = control
          .closest(':is(li, section, fieldset, main):not([aria-label="Order summary"])')!
          .getBoundingClientRect()
        const box = control.getBoundingClientRect()
        // "Remove" buttons may be in the gutter.
        const gutter = control.matches('[aria-label^="Remove"]') ? 24 : 1
        return box.left < card.left - gutter || box.right > card.right + gutter
      },
    )

    const small = [...document.querySelectorAll('svg')].filter(
      (icon) =>
        shown(icon) &&
        icon.getBoundingClientRect().height <
          0.95 * parseFloat(getComputedStyle(icon.parentElement!).fontSize),
    )
    const squashed = [
      ...document.querySelectorAll('img[width="60"], img[width="66"], img[width="96"]'),
    ].filter((picture) => {
      const { width, height } = picture.getBoundingClientRect()
      const [, across, down] = /([\d.]+) \/ ([\d.]+)$/.exec(getComputedStyle(picture).aspectRatio)!
      // Small ones are 3:2; that of a lone event in the summary has the shape of its style
      const shape = width > 200 ? Number(across) / Number(down) : 1.5
      return shown(picture) && Math.abs(width / height - shape) > 0.05
    })
    return {
      squashed: squashed.map((picture) => picture.getAttribute('src')),
      overlaps: [...new Set(overlaps)],
      outside: outside.map((control) => `${control.tagName} ${name(control)}`),
      small: small.map((icon) => name(icon.parentElement)),
    }
  })
}

export async function expectRoomForDoubledText(page: Page) {
  await openAll(page)
  // The sticky header and the bar at the bottom would overlap content that is scrolled below them.
  const { width, height } = page.viewportSize()!
  await page.evaluate(() => scrollTo(0, 0))
  await page.setViewportSize({ width, height: await page.evaluate(() => document.body.scrollHeight + 200) })
  // Cards that were off the screen have their height from the next frame on.
  await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))))
  expect(await misplaced(page)).toEqual({ overlaps: [], outside: [], small: [], squashed: [] })
  await page.setViewportSize({ width, height })
  expect(await tooWide(page)).toEqual(nothing)
}
