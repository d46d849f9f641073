import type { Page } from '@playwright/test'
import decodeQR from 'qr/decode.js'

import { newEmail, said } from '#e2e/buyer.ts'
import { expectAccessible } from '#e2e/screens/accessible.ts'
import { brokenWords, doubleText, nothing, tooWide } from '#e2e/screens/narrow.ts'
import { expect, test } from '#e2e/test.ts'

/** Scans the QR code in a picture of the screen. */
async function scan(page: Page): Promise<string> {
  const png = await page.locator('.qr:visible').last().screenshot({ animations: 'disabled' })
  const { width, height, data } = await page.evaluate(async (base64) => {
    const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))
    const picture = await createImageBitmap(new Blob([bytes], { type: 'image/png' }))
    const canvas = new OffscreenCanvas(picture.width, picture.height).getContext('2d')!
    canvas.drawImage(picture, 0, 0)
    const pixels = canvas.getImageData(0, 0, picture.width, picture.height)
    return { width: pixels.width, height: pixels.height, data: [...pixels.data] }
  }, png.toString('base64'))
  return decodeQR({ width, height, data: Uint8ClampedArray.from(data) })
}

/** Reads the entry code on the page of a ticket. */
async function codeOn(page: Page, path = ''): Promise<string> {
  await page.goto(path)
  return (await page.locator('.code code').first().textContent()) ?? ''
}

/** Returns the paths that the wallet's service worker has kept. */
const keptPaths = (page: Page) =>
  page.evaluate(async () => {
    const names = (await caches.keys()).filter((name) => name.startsWith('wallet-'))
    const requests = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()))
    return requests.flat().map(({ url }) => new URL(url).pathname)
  })

test('ticket wallet: shows codes that scanners read, also offline, until the guest signs out, and finds the order again', async ({
  page,
  context,
  arrange,
  codeFor,
  expectComplaint,
}) => {
  test.setTimeout(120_000)
  await page.setViewportSize({ width: 390, height: 844 })
  await page.emulateMedia({ colorScheme: 'dark' })
  const { email } = await arrange({ shape: 'paid', state: 'order_completed' })

  await page.goto('/account/wallet/')
  const tickets = page.locator('a[data-keep]')
  const paths = await tickets.evaluateAll((links) =>
    links.map((link) => (link as HTMLAnchorElement).pathname),
  )
  const order = await page.getByRole('link', { name: /^order [0-9A-Z]{8}$/ }).textContent()
  const reference = order?.replace('order ', '') ?? ''
  const [first, second] = [await codeOn(page, paths[0]), await codeOn(page, paths[1])]
  await page.goto('/account/wallet/')

  await test.step('shows the code on a ticket and on the whole screen', async () => {
    await page.getByRole('link', { name: /^Show tickets/ }).click()
    await expect(page.getByText(first).first()).toBeVisible()
    expect(await scan(page)).toBe(first)
    const drawn = await page.locator('.qr:visible path').evaluate((path) => path.getBoundingClientRect())
    expect(drawn.width).toBeGreaterThanOrEqual(240)
    expect(drawn.bottom).toBeLessThan(600)
    await page.getByRole('button', { name: 'Show full screen' }).click()
    const dialog = page.getByRole('dialog', { name: 'Ticket to be scanned' })
    await expect(dialog.getByText(first)).toBeVisible()
    await expect(dialog).toHaveCSS('background-color', 'oklch(1 0 0)')
    expect(await scan(page)).toBe(first)
    await dialog.getByRole('button', { name: 'Close' }).click()
    await expect(dialog).toBeHidden()
    await page.getByRole('link', { name: 'Next ticket' }).click()
    await expect(page.getByText(second).first()).toBeVisible()
  })

  await test.step('opens wallet and tickets without a network', async () => {
    await page.goto('/account/wallet/')
    await expect.poll(() => keptPaths(page)).toEqual(expect.arrayContaining(['/account/wallet/', ...paths]))
    await context.setOffline(true)
    await page.reload()
    await expect(page.getByRole('heading', { name: 'Ticket wallet' })).toBeVisible()
    await page.getByRole('link', { name: 'Any seat, 2 of 2' }).click()
    await expect(page.getByText(second).first()).toBeVisible()
    expect(await scan(page)).toBe(second)
    await context.setOffline(false)
  })

  await test.step('keeps nothing else, and nothing after signing out', async () => {
    await page.goto(`/account/orders/${reference}/`)
    await expect(page.getByRole('heading', { name: `Order ${reference}` })).toBeVisible()
    expect((await keptPaths(page)).filter((path) => path.startsWith('/account/'))).toEqual(
      expect.arrayContaining(['/account/wallet/', ...paths]),
    )
    await page.goto('/account/wallet/')
    await page.getByRole('button', { name: 'Forget me on this device' }).click()
    await expect(page).toHaveURL('/all-events/')
    expect(await keptPaths(page)).toEqual([])
    expectComplaint(/404 \(Not Found\)/)
    await page.goto(paths[0] ?? '')
    await expect(said(page, 'Orders and tickets are shown only to the people who have them.')).toBeVisible()
    await expect(page.locator('.qr')).toHaveCount(0)
  })

  await test.step('finds the order again without an account', async () => {
    await page.getByRole('main').getByRole('link', { name: 'Find your order' }).click()
    await page.getByLabel('Order reference or email address').fill(reference.toLowerCase())
    await page.getByRole('button', { name: 'Find your order' }).click()
    await expect(said(page, /^If we know this order, we have sent a code/)).toBeVisible()
    await page.getByLabel('One-time code').fill(await codeFor(email))
    await page.getByRole('button', { name: 'Show your order' }).click()
    await expect(page.getByRole('heading', { name: `Order ${reference}` })).toBeVisible()
    await expect(page.getByRole('link', { name: 'Any seat, 1 of 2' })).toBeVisible()
    const saved = page.waitForEvent('download')
    await page.getByRole('link', { name: 'Save 2 tickets as PDF' }).click()
    expect((await saved).suggestedFilename()).toBe(`tickets-${reference}.pdf`)
  })

  await test.step('offers a ticket to a friend', async () => {
    await page.getByText('Transfer tickets').click()
    await expect(said(page, '1 of 2 chosen')).toBeVisible()
    await page.getByRole('button', { name: 'More, tickets for recipient 1' }).click()
    await expect(said(page, '2 of 2 chosen')).toBeVisible()
    await expect(page.getByRole('button', { name: '+ Add another recipient' })).toBeHidden()
    await page.getByRole('button', { name: 'Fewer, tickets for recipient 1' }).click()
    await page.getByLabel('Full name').fill('Bo Right')
    await page.getByLabel('Email').fill(newEmail())
    await page.getByRole('button', { name: 'Send tickets' }).click()
    await expect(page.getByRole('status')).toHaveText(/The ticket is offered to Bo Right/)
    await expect(said(page, '1 × Any seat to Bo Right')).toBeVisible()
  })

  await test.step('keeps nothing of it for somebody else who signs in, although nobody has signed out', async () => {
    await page.goto('/account/wallet/')
    await expect.poll(() => keptPaths(page)).toEqual(expect.arrayContaining(paths))
    const other = newEmail()
    await page.goto('/signin/?next=/all-events/')
    await page.getByLabel('Email').fill(other)
    await page.getByRole('button', { name: 'Send code' }).click()
    await page.getByLabel('One-time code').fill(await codeFor(other))
    await page.getByRole('button', { name: 'Verify' }).click()
    await page.getByLabel('Full name').fill('Bo Other')
    await page.getByRole('button', { name: 'Create account' }).click()
    await expect(page).toHaveURL('/all-events/')
    expect((await keptPaths(page)).filter((path) => paths.includes(path))).toEqual([])
  })
})

test('ticket wallet: the row that leads from ticket to ticket stands still on a wide screen, also at the first and the last', async ({
  page,
  arrange,
}) => {
  await page.setViewportSize({ width: 1280, height: 844 })
  await arrange({ shape: 'plan_and_full', state: 'order_completed' })
  await page.goto('/account/wallet/')
  await page.locator('.ticket-rows').getByRole('link').first().click()
  const row = page.getByRole('navigation', { name: 'Tickets of this order' })
  const boxes = () =>
    row
      .locator('> *')
      .evaluateAll((parts) => parts.map((part) => part.getBoundingClientRect()).map(({ x, y }) => [x, y]))
  await expect(row).toContainText('Ticket 1 of 3')
  const first = await boxes()
  expect(first).toHaveLength(3)
  await expect(row.getByRole('link', { name: 'Previous ticket' })).toBeDisabled()
  for (const count of [2, 3]) {
    await row.getByRole('link', { name: 'Next ticket' }).click()
    await expect(row).toContainText(`Ticket ${count} of 3`)
    expect(await boxes()).toEqual(first)
  }
  await expect(row.getByRole('link', { name: 'Next ticket' })).toBeDisabled()
})

test('ticket wallet: a single ticket stands in words beside the button that alone leads to it, on a phone above it, and is kept for use without a network', async ({
  page,
  context,
  arrange,
}) => {
  await page.setViewportSize({ width: 1280, height: 900 })
  await arrange({ shape: 'everything', state: 'order_completed' })
  await page.goto('/account/wallet/')
  const stub = page.locator('.stub', { hasText: 'Dawn Swim' })
  const words = stub.getByText('Swim and breakfast', { exact: true })
  const order = stub.getByRole('link', { name: /^order / })
  const button = stub.getByRole('link', { name: /^Show ticket for Dawn Swim and Breakfast, Sat / })
  await expect(stub.locator('a[href^="/account/tickets/"]')).toHaveCount(1)
  const boxes = () =>
    Promise.all([words, order, button].map(async (part) => (await part.boundingBox())!)) as Promise<
      [DOMRect, DOMRect, DOMRect]
    >
  const [left, below, right] = await boxes()
  expect(left.x + left.width).toBeLessThan(right.x)
  expect(left.y).toBeGreaterThanOrEqual(right.y - 4)
  expect(below.y + below.height).toBeLessThanOrEqual(right.y + right.height + 4)
  await page.setViewportSize({ width: 390, height: 844 })
  const [first, second, third] = await boxes()
  expect(first.y + first.height).toBeLessThanOrEqual(second.y)
  expect(second.y + second.height).toBeLessThanOrEqual(third.y)
  expect(third.width).toBeGreaterThan(300)
  await doubleText(page)
  await page.reload()
  expect(await tooWide(page)).toEqual(nothing)
  expect(await brokenWords(page)).toEqual([])

  const path = (await button.getAttribute('href')) ?? ''
  await expect.poll(() => keptPaths(page)).toContain(path)
  await context.setOffline(true)
  await button.click()
  await expect(page).toHaveURL(path)
  await expect(page.locator('.qr:visible')).toBeVisible()
  await context.setOffline(false)
})

test('ticket: its row for calendars is folded, unfolds by keyboard to choices high enough for a finger, and has room for text of 200 %', async ({
  page,
  arrange,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await arrange({ shape: 'paid', state: 'order_completed' })
  await page.goto('/account/wallet/')
  await page.getByRole('link', { name: /^Show tickets/ }).click()
  const actions = page.locator('.links')
  const row = actions.locator('summary')
  const choices = ['Calendar file (.ics)', 'Google Calendar', 'Outlook.com'].map((name) =>
    actions.getByRole('link', { name, exact: true }),
  )
  for (const media of ['print', 'screen'] as const) {
    await page.emulateMedia({ media })
    for (const choice of choices) await expect(choice).toBeHidden()
  }
  await expect(actions.getByText('Add to calendar')).toHaveCount(1)
  expect((await row.boundingBox())!.height).toBeGreaterThanOrEqual(44)
  await row.focus()
  await page.keyboard.press('Enter')
  let end = 0
  for (const choice of choices) {
    await page.keyboard.press('Tab')
    await expect(choice).toBeFocused()
    const { y, height } = (await choice.boundingBox())!
    expect(height).toBeGreaterThanOrEqual(44)
    expect(y).toBeGreaterThanOrEqual(end)
    end = y + height
  }
  const saved = page.waitForEvent('download')
  await choices[0]!.click()
  expect((await saved).suggestedFilename()).toMatch(/\.ics$/)
  await expectAccessible(page)
  await doubleText(page)
  await page.reload()
  await row.click()
  for (const width of [390, 320]) {
    await page.setViewportSize({ width, height: 844 })
    expect(await tooWide(page), `${width} px`).toEqual(nothing)
    expect(await brokenWords(page), `${width} px`).toEqual([])
  }
})
