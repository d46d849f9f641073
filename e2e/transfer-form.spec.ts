import { newEmail, said } from '#e2e/buyer.ts'
import { expectAccessible } from '#e2e/screens/accessible.ts'
import { brokenWords, doubleText, nothing, tooWide } from '#e2e/screens/narrow.ts'
import { scriptOf } from '#e2e/script-of.ts'
import { expect, test } from '#e2e/test.ts'
import type { Page } from '@playwright/test'

/** The transfer form of the checkout, and on the shop's page of an order, where it works without a script as well. */

async function openForm(page: Page) {
  await page.goto('/account/wallet/')
  await page.locator('main a[href^="/account/orders/"]').first().click()
  await page.getByText('Transfer tickets').click()
}

test('shop: the transfer form gives whoever is named a ticket, and sends tickets of several kinds at once [XFER-06]', async ({
  page,
  arrange,
  expectComplaint,
}) => {
  await arrange({ shape: 'marketing_and_questions', state: 'order_completed', user: 'member' })
  await openForm(page)
  const first = page.locator('.offer-line').first()
  const more = first.getByRole('button', { name: /^More, tickets for recipient 1, / })
  await expect(first).toContainText('0 of 1 chosen')
  await expect(more).not.toHaveAttribute('aria-disabled')
  await first.getByLabel('Full name').fill('Bo Right')
  await expect(first).toContainText('1 of 1 chosen')
  await expect(more).toHaveAttribute('aria-disabled', 'true')
  await first.getByLabel('Email').fill(newEmail())

  const second = page.locator('.offer-line').nth(1)
  await second.locator('summary').click()
  await expect(first.getByLabel('Full name')).toBeHidden()
  await second.getByLabel('Email').fill('cy')
  expectComplaint(/422 \(Unprocessable/)
  await page.getByRole('button', { name: 'Send tickets' }).click()
  await expect(said(page, 'Please enter an email')).toBeVisible()
  await expect(second.getByLabel('Full name')).toBeFocused()
  await second.getByLabel('Full name').fill('Cy Left')
  await second.getByLabel('Email').fill(newEmail())
  await page.getByRole('button', { name: 'Send tickets' }).click()
  await expect(page.getByRole('status')).toHaveText(/The tickets are offered to Bo Right and Cy Left\./)
})

test('shop: the transfer form gives a recipient no more tickets than the others leave, also once the browser has restored the quantities [XFER-25, XFER-26]', async ({
  page,
  arrange,
}) => {
  await arrange({ shape: 'minimum', state: 'order_completed', user: 'member' })
  await openForm(page)
  const box = page.locator('.offer-line')
  const step = (words: string, recipient: number) =>
    box.getByRole('button', { name: `${words}, tickets for recipient ${recipient}` })
  const add = box.getByRole('button', { name: '+ Add another recipient' })
  for (const count of [2, 3]) {
    await step('More', 1).click()
    await expect(box).toContainText(`${count} of 4 chosen`)
  }
  await add.click()
  await expect(box).toContainText('4 of 4 chosen')
  const expectFull = async () => {
    await expect(step('More', 1)).toHaveAttribute('aria-disabled', 'true')
    await expect(step('More', 2)).toHaveAttribute('aria-disabled', 'true')
    await expect(add).toBeHidden()
  }
  await expectFull()
  await step('Fewer', 1).click()
  await expect(box).toContainText('3 of 4 chosen')
  await expect(add).toBeVisible()
  await step('More', 2).click()
  await expect(box).toContainText('4 of 4 chosen')
  await expectFull()
  await step('Fewer', 2).click()
  await expect(add).toBeVisible()
  // Some browsers restore the quantities of a page that they open again only after its scripts have run.
  await page.locator('#qty-1').evaluate((list: HTMLSelectElement) => {
    list.value = '2'
    window.dispatchEvent(new PageTransitionEvent('pageshow'))
  })
  await expect(box).toContainText('4 of 4 chosen')
  await expectFull()
})

test('shop: the transfer form of a gift is accessible, and with text of 200 % on a phone nothing of its order is too wide or broken', async ({
  page,
  arrange,
}) => {
  await arrange({ shape: 'marketing_and_questions', state: 'order_completed', user: 'member' })
  await openForm(page)
  await page.getByText('This ticket is a gift').first().click()
  await page.getByText('Schedule').first().click()
  await expectAccessible(page)
  await page.setViewportSize({ width: 390, height: 844 })
  await doubleText(page)
  await openForm(page)
  await page.getByText('This ticket is a gift').first().click()
  await page.getByText('Schedule').first().click()
  expect(await tooWide(page)).toEqual(nothing)
  expect(await brokenWords(page)).toEqual([])
  await page.setViewportSize({ width: 320, height: 844 })
  expect(await tooWide(page)).toEqual(nothing)
})

test('checkout: the way back from the transfer form stands at its edge, on a wide screen, and further events below it [DONE-03]', async ({
  page,
  arrange,
}) => {
  await page.setViewportSize({ width: 1280, height: 900 })
  await arrange({ shape: 'charity', state: 'order_completed', user: 'member' })
  await page.getByRole('button', { name: 'Transfer tickets' }).click()
  await expect(page.getByLabel('Full name')).toBeVisible()
  const form = (await page.locator('main form').boundingBox())!
  const back = (await page.getByRole('button', { name: 'Back', exact: true }).boundingBox())!
  expect(Math.abs(back.x - form.x)).toBeLessThan(10)
  const events = (await page.getByRole('heading', { name: 'Browse more events' }).boundingBox())!
  expect(events.x).toBe(form.x)
  expect(events.y).toBeGreaterThan(form.y + form.height)
})

for (const [width, place] of [
  [390, 'checkout'],
  [1280, 'checkout'],
  [390, 'shop'],
  [1280, 'shop'],
] as const)
  test(`${place}: another recipient is added by a link at the edge of the form, high enough for a finger, at ${width} px`, async ({
    page,
    arrange,
  }) => {
    await page.setViewportSize({ width, height: 900 })
    await arrange({ shape: 'minimum', state: 'order_completed', user: 'member' })
    if (place === 'shop') await openForm(page)
    else await page.getByRole('button', { name: 'Transfer tickets' }).click()
    const add = page.getByRole('button', { name: '+ Add another recipient' })
    const name = (await page.getByLabel('Full name').boundingBox())!
    const { x, width: wide, height } = (await add.boundingBox())!
    expect(x).toBe(name.x)
    expect(wide).toBeLessThan(240)
    expect(height).toBeGreaterThanOrEqual(44)
    await expect(add).toHaveCSS('background-color', 'rgba(0, 0, 0, 0)')
    await expect(add).toHaveCSS('border-top-style', 'none')
  })

test('checkout: the number of tickets for a recipient stands next to its label on a wide screen', async ({
  page,
  arrange,
}) => {
  await page.setViewportSize({ width: 1280, height: 900 })
  await arrange({ shape: 'minimum', state: 'order_completed', user: 'member' })
  await page.getByRole('button', { name: 'Transfer tickets' }).click()
  const label = (await page.getByText('Tickets', { exact: true }).and(page.locator('label')).boundingBox())!
  const less = (await page.getByRole('button', { name: 'One less' }).boundingBox())!
  expect(less.x - (label.x + label.width)).toBeLessThan(24)
})

for (const [device, size] of [
  ['a phone', { width: 390, height: 844 }],
  ['a wide screen', { width: 1280, height: 900 }],
] as const)
  test(`checkout: further events stay out of sight until the transfer form has come, on ${device}`, async ({
    page,
    arrange,
  }) => {
    await page.setViewportSize(size)
    let come = () => {}
    const isWanted = new Promise<void>((resolve) => (come = resolve))
    await page.route(scriptOf('src/order/transfers/transfer-tickets.tsx'), async (route) => {
      await isWanted
      await route.continue()
    })
    await arrange({ shape: 'charity', state: 'order_completed', user: 'member' })
    await page.getByRole('button', { name: 'Transfer tickets' }).click()
    const events = page.getByRole('heading', { name: 'Browse more events' })
    await expect(page.getByRole('heading', { name: 'Transfer tickets' })).toBeVisible()
    await expect(events).not.toBeInViewport()
    await expect(page.getByLabel('Full name')).toBeHidden()
    come()
    await expect(page.getByLabel('Full name')).toBeVisible()
  })
