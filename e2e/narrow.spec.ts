import type { Page } from '@playwright/test'
import { reserveBasket, said, typeAccount } from '#e2e/buyer.ts'
import { places } from '#e2e/places.ts'
import { expect, step, test, type Arrangement } from '#e2e/test.ts'

const longWord = 'w'.repeat(117)
const longEmail = `${'w'.repeat(105)}@example.com`

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

async function writeLongWords(page: Page) {
  await page.route('**/ajax/**', async (route) => {
    const response = await route.fetch()
    if (!response.headers()['content-type']?.includes('json')) return route.fulfill({ response })
    await route.fulfill({ response, json: withLongWords(await response.json()) })
  })
}

/** Doubles the text size before the first render, like a browser's setting. */
async function doubleText(page: Page) {
  await page.addInitScript(() => {
    document.addEventListener('readystatechange', () => (document.documentElement.style.fontSize = '200%'))
  })
}

/** Returns the elements that are wider than the page, except scrollable rows and visually hidden text. */
function tooWide(page: Page) {
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
const nothing = { scrollsSideways: false, wide: [] }

async function expectNarrow(page: Page, widths = [320, 390]) {
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 })
    await openAll(page)
    expect(await tooWide(page), `${width} px wide`).toEqual(nothing)
  }
}

/** Opens the order summary and all disclosures, which are folded on a narrow screen. */
async function openAll(page: Page) {
  const toggle = page.getByRole('button', { name: 'Show basket' })
  if (await toggle.isVisible()) await toggle.click()
  await page.evaluate(() => document.querySelectorAll('details').forEach((box) => (box.open = true)))
}

async function arrived(page: Page, state: (typeof places)[number]['state']) {
  await expect(step(page, state)).toBeVisible()
  await expect(page.getByText('Loading', { exact: true })).toBeHidden()
}

test.describe('a word of 117 characters in every text of shop and buyer', () => {
  for (const place of [...places, { shape: 'paid', state: 'login', user: 'member' } as const])
    test(`${Object.values(place).join(' ')} is no wider than the screen`, async ({ page, arrange }) => {
      await writeLongWords(page)
      await arrange(place as Arrangement)
      await arrived(page, place.state)
      await expect(page.getByText(longWord).or(page.getByText('Your basket is empty')).first()).toBeAttached()
      await expectNarrow(page)
    })

  test('the view of a sent code is no wider than the screen', async ({ page, arrange }) => {
    await arrange({ shape: 'paid', state: 'login' })
    await page.getByLabel('Email address').fill(longEmail)
    await page.getByRole('button', { name: 'Send code' }).click()
    await expect(said(page, longEmail)).toBeVisible()
    await expectNarrow(page)
  })

  test('an error message of the shop is no wider than the screen', async ({
    page,
    arrange,
    expectComplaint,
  }) => {
    expectComplaint(/422.*send_one_time_code/)
    await arrange({ shape: 'paid', state: 'login' })
    await page.route('**/send_one_time_code/', (route) =>
      route.fulfill({ status: 422, json: { message: longWord } }),
    )
    await page.getByLabel('Email address').fill('ada@example.com')
    await page.getByRole('button', { name: 'Send code' }).click()
    await expect(said(page, longWord)).toBeVisible()
    await expectNarrow(page)
  })

  test('the error of a failed reservation is no wider than the screen', async ({ page, arrange }) => {
    await writeLongWords(page)
    await arrange({ shape: 'paid', state: 'basket', nextReserve: 'error' })
    await reserveBasket(page)
    await expect(said(page, longWord).first()).toBeVisible()
    await expectNarrow(page)
  })

  test('a payment error is no wider than the screen', async ({ page, arrange }) => {
    await page.route('**/get_payment_error/', (route) => route.fulfill({ json: { error: longWord } }))
    await arrange({ shape: 'paid', state: 'payment', cardDeclined: true })
    await arrived(page, 'payment')
    await expectNarrow(page)
  })

  test('a notification wraps its text inside its box', async ({ page, arrange, expectComplaint }) => {
    expectComplaint(/503.*destroy_sale/)
    await arrange({ shape: 'paid', state: 'payment' })
    await page.route('**/destroy_sale/', (route) => route.fulfill({ status: 503, json: {} }))
    await page.getByRole('button', { name: 'Edit basket' }).click()
    await page.getByRole('button', { name: 'Yes' }).click()
    const toast = page
      .getByText('Unable to edit Basket. Please try again later')
      .locator('visible=true')
      .first()
    await toast.evaluate((element, word) => (element.textContent = word), longWord)
    for (const width of [320, 390]) {
      await page.setViewportSize({ width, height: 900 })
      expect(await tooWide(page), `${width} px wide`).toEqual(nothing)
    }
    const box = await page.locator('[data-sonner-toast]').boundingBox()
    const text = await page.getByText(longWord).locator('visible=true').first().boundingBox()
    expect(text!.x + text!.width).toBeLessThanOrEqual(box!.x + box!.width)
  })

  for (const path of [
    '/all-events/',
    '/events/lantern-evening/',
    '/gift-vouchers/',
    '/account/wallet/',
    '/sandbox/outbox/',
  ])
    test(`the page ${path} is no wider than the screen`, async ({ page, arrange }) => {
      await arrange({ shape: 'everything', state: 'order_completed' })
      await page.goto(path)
      await page.evaluate((word) => {
        const texts = document.createTreeWalker(document.querySelector('main')!, NodeFilter.SHOW_TEXT)
        while (texts.nextNode()) {
          const { currentNode: text } = texts
          if (text.textContent?.trim() && !text.parentElement?.closest('option, button, script, .row-price'))
            text.textContent += ` ${word}`
        }
      }, longWord)
      await expectNarrow(page)
    })
})

/** Returns overlapping texts, controls outside their card, icons that did not grow, and distorted pictures. */
function misplaced(page: Page) {
  return page.evaluate(() => {
    const main = document.querySelector('main')!
    const shown = (element: Element) =>
      element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
      !element.closest('.visually-hidden, [data-sonner-toaster]')
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
        const card = control.closest('li, section, fieldset, main')!.getBoundingClientRect()
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
      return shown(picture) && Math.abs(width / height - 1.5) > 0.05
    })
    return {
      squashed: squashed.map((picture) => picture.getAttribute('src')),
      overlaps: [...new Set(overlaps)],
      outside: outside.map((control) => `${control.tagName} ${name(control)}`),
      small: small.map((icon) => name(icon.parentElement)),
    }
  })
}

async function expectRoomForDoubledText(page: Page) {
  await openAll(page)
  // The sticky header would overlap scrolled content.
  await page.evaluate(() => scrollTo(0, 0))
  expect(await misplaced(page)).toEqual({ overlaps: [], outside: [], small: [], squashed: [] })
  expect(await tooWide(page)).toEqual(nothing)
}

test.describe('text of 200 % on a screen of 390 pixels', () => {
  test.use({ viewport: { width: 390, height: 844 } })

  for (const place of [...places, { shape: 'paid', state: 'login', user: 'member' } as const])
    test(`${Object.values(place).join(' ')} overlaps nothing and stays in its card`, async ({
      page,
      arrange,
    }) => {
      await doubleText(page)
      await arrange(place as Arrangement)
      await arrived(page, place.state)
      await expectRoomForDoubledText(page)
    })

  test('the one-time code fits into its field', async ({ page, arrange }) => {
    await doubleText(page)
    const { email } = await arrange({ shape: 'paid', state: 'login' })
    await page.getByLabel('Email address').fill(email)
    await page.getByRole('button', { name: 'Send code' }).click()
    const code = page.getByLabel('6-digit code')
    await code.fill('123456')
    await expectRoomForDoubledText(page)
    expect(await code.evaluate((input) => input.scrollWidth <= input.clientWidth)).toBe(true)
  })

  test("card fields grow with the page's text", async ({ page, arrange }) => {
    await doubleText(page)
    await arrange({ shape: 'express', state: 'payment' })
    const number = page.getByRole('textbox', { name: 'Card number' })
    await expect(number).toHaveCSS('font-size', '32px')
    await typeAccount(page, 'ada@example.com')
    await expectRoomForDoubledText(page)
  })

  test('the dialog before editing the basket fits the screen', async ({ page, arrange }) => {
    await doubleText(page)
    await arrange({ shape: 'paid', state: 'login' })
    await arrived(page, 'login')
    await openAll(page)
    await page.getByRole('button', { name: 'Edit basket' }).click()
    await expect(page.getByRole('dialog')).toBeVisible()
    expect(await tooWide(page)).toEqual(nothing)
    expect(await page.getByRole('dialog').evaluate((box) => box.scrollWidth <= box.clientWidth)).toBe(true)
  })
})
