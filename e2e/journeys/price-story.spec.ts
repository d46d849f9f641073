import type { Locator, Page } from '@playwright/test'
import { choosePlan, mobile, payButton, payByCard, said, typeCard } from '#e2e/buyer.ts'
import { recordPresses } from '#e2e/charts/money.ts'
import { leave } from '#e2e/leave-step.ts'
import { headline, penceIn } from '#e2e/prices/headline.ts'
import { readInvoice, readOrderPage, readReceipt, readSummary, receiptOf } from '#e2e/prices/places.ts'
import { Strip } from '#e2e/prices/strip.ts'
import { add, find, rows, seats } from '#e2e/seat-buyer.ts'
import { expect, step, test } from '#e2e/test.ts'
import { checkoutStates, type CheckoutState } from '#src/checkout/schemas/checkout.ts'

/** A basket with one line, and what it costs in pence, worked out by hand from the demo catalogue. */
interface Story {
  name: string
  event: string
  ticket: string
  qty: number
  /** Of one, with its fee. */
  each: number
  /** The parts of the total, as the documents name them. */
  parts: Record<string, number>
  code?: string
  /** What a plan takes at once. */
  today?: number
}

const stories: Story[] = [
  {
    name: 'plain',
    event: 'Late Film Club',
    ticket: 'Any seat',
    qty: 2,
    each: 1345,
    parts: { Subtotal: 2500, 'Booking fee': 190 },
  },
  {
    name: 'code',
    event: 'Midwinter Strings',
    ticket: 'Gallery',
    qty: 2,
    each: 2050,
    parts: { Subtotal: 3800, 'Discount EARLY10': -380, 'Booking fee': 300 },
    code: 'EARLY10',
  },
  {
    name: 'donation',
    event: 'Winter Supper',
    ticket: 'A place at the table',
    qty: 2,
    each: 3750,
    parts: { Subtotal: 7000, Donation: 500, 'Donation fee': 39, 'Booking fee': 500 },
  },
  {
    name: 'plan',
    event: 'Sailing Week',
    ticket: 'Berth for the week',
    qty: 1,
    each: 55200,
    parts: { Subtotal: 54000, 'Booking fee': 1200 },
    today: 19200,
  },
  {
    name: 'seats',
    event: 'Winter Arena',
    ticket: 'Upper tier',
    qty: 2,
    each: 3000,
    parts: { Subtotal: 5600, 'Booking fee': 400 },
  },
  {
    name: 'gift voucher',
    event: 'Gift vouchers',
    ticket: 'Harbour Arts gift voucher',
    qty: 1,
    each: 2500,
    parts: { Subtotal: 2500 },
  },
]

const sum = (amounts: number[]) => amounts.reduce((all, amount) => all + amount, 0)

for (const story of stories)
  test(`the price story of a basket (${story.name}): every amount from the list of events to the invoice is what is charged [BASK-31, SUMM-09, MONY-01, MONY-07]`, async ({
    page,
    codeFor,
  }) => {
    const { qty, each, parts, today } = story
    const strip = new Strip()
    const line = qty * each
    const total = sum(Object.values(parts))
    const pressed = await recordPresses(page)

    await choose[story.name === 'gift voucher' ? 'voucher' : story.name === 'seats' ? 'seats' : 'tickets'](
      page,
      story,
      strip,
    )
    await expect(step(page, 'basket')).toBeVisible()
    const main = page.getByRole('main')
    const own = main.getByRole('listitem').filter({ hasText: story.ticket })
    await test.step('the basket', async () => {
      expect(await headline(own)).toBe(line)
      await strip.take('Basket', own)
      if (story.code) await enterCode(page, story.code)
      const known = Object.entries(parts).filter(([name]) => !name.startsWith('Donation'))
      const soFar = Object.fromEntries(known)
      expect(await readSummary(page, sum(Object.values(soFar)))).toMatchObject({ parts: soFar })
    })

    const summary = page.getByRole('region', { name: 'Order summary' })
    await walkOn(page, codeFor, 'payment')
    await test.step('the payment', async () => {
      expect(await readSummary(page, total)).toMatchObject({ line, parts })
      await strip.take('Order summary', summary)
      await pay(page, story, strip, total)
    })
    await walkOn(page, codeFor, 'order_completed')
    expect(pressed.at(-1)).toBe(today ?? total)

    await test.step('the completed order', async () => {
      expect(await readSummary(page, total)).toMatchObject({ line, parts })
      await strip.take('Order complete', page.getByRole('region', { name: 'Your order' }))
    })
    const text = (await page.getByText(/Your reference is [A-Z0-9]{8}$/).textContent()) ?? ''
    const reference = text.slice(-8)
    const told = { line, parts, total, paid: today ?? total }
    await test.step('the mail', async () => {
      expect(await readReceipt(page, reference)).toEqual(told)
      const mail = receiptOf(page, reference).locator('iframe').contentFrame()
      await strip.take('Receipt by mail', mail.locator('table').filter({ hasText: 'Subtotal' }).last())
    })
    await test.step('the page of the order', async () => {
      expect(await readOrderPage(page, reference)).toEqual(told)
      await strip.take('Order page', page.locator('section', { hasText: /What you pa(?:y|id)/ }))
    })
    await test.step('the invoice', async () => expect(await readInvoice(page, reference)).toEqual(told))
    await test.step('the list of orders', async () => {
      await page.goto('/account/wallet/')
      const order = page.getByRole('listitem').filter({ hasText: `Order ${reference}` })
      expect(await headline(order)).toBe(total)
    })
    await strip.write(page, story.name.replace(' ', '-'))
  })

/** Puts a story's basket together from the first page on, and compares prices on the way. */
const choose: Record<
  'tickets' | 'seats' | 'voucher',
  (page: Page, story: Story, strip: Strip) => Promise<void>
> = {
  tickets: async (page, { event, ticket, qty, each }, strip) => {
    const listed = await openEvent(page, event, strip)
    // What needs another ticket is no admission.
    const alone = page.locator('.row').filter({ hasNotText: 'Sold only with' })
    const prices = alone.locator('.row-price')
    expect(Math.min(...(await headlines(prices)))).toBe(listed)
    const row = page.locator('.row').filter({ has: page.getByText(ticket, { exact: true }) })
    expect(await headline(row.locator('.row-price'))).toBe(each)
    await page.getByLabel(ticket, { exact: true }).selectOption(String(qty))
    const bar = page.locator('.buy-total')
    expect(await headline(bar)).toBe(qty * each)
    await strip.take('Event', page.locator('fieldset.date').filter({ has: row }))
    await strip.take('Sum', page.locator('.buy'))
    await page.getByRole('button', { name: 'Add to basket' }).click()
  },

  seats: async (page, { event, ticket, qty, each }, strip) => {
    const listed = await openEvent(page, event, strip)
    const prices = page.locator('.prices li')
    expect(Math.min(...(await headlines(prices)))).toBe(listed)
    expect(await headline(prices.filter({ hasText: ticket }))).toBe(each)
    await strip.take('Event', page.locator('fieldset.date'))
    await page.getByRole('link', { name: 'Choose seats' }).click()
    await expect(find(page)).toBeVisible()
    const option = page.getByLabel('Where?').locator('option', { hasText: ticket })
    expect(penceIn((await option.textContent()) ?? '')).toBe(each)
    await page.getByLabel('Where?').selectOption({ value: 'upper' })
    await find(page).click()
    await expect(rows(page)).toHaveCount(qty)
    expect(await headlines(rows(page))).toEqual(Array.from({ length: qty }, () => each))
    const all = seats(page)
      .locator('p', { hasText: `Total for ${qty} seats` })
      .first()
    expect(await headline(all)).toBe(qty * each)
    await strip.take('Seats', seats(page))
    await add(page).click()
  },

  voucher: async (page, { each }, strip) => {
    await page.goto('/gift-vouchers/')
    const voucher = page.getByRole('article').filter({ hasText: 'Harbour Arts' })
    const value = voucher.locator('label', { hasText: '£25.00' })
    expect(await headline(value)).toBe(each)
    await value.click()
    await strip.take('Gift vouchers', voucher.locator('form').first())
    await voucher.getByRole('button', { name: 'Add to basket' }).click()
  },
}

/** Opens an event from the list, and returns what it costs there. */
async function openEvent(page: Page, event: string, strip: Strip): Promise<number> {
  await page.goto('/all-events/')
  const card = page.getByRole('listitem').filter({ has: page.getByRole('link', { name: event }) })
  const listed = await headline(card.locator('.card-price'))
  await strip.take('List', card)
  await card.getByRole('link', { name: event }).click()
  await expect(page.getByRole('heading', { level: 1, name: event })).toBeVisible()
  return listed
}

async function headlines(parts: Locator): Promise<number[]> {
  const amounts: number[] = []
  for (const part of await parts.all()) amounts.push(await headline(part))
  return amounts
}

async function enterCode(page: Page, code: string) {
  await page.getByText('Discount or voucher code').click()
  await page.getByLabel('Code').fill(code)
  await page.getByRole('button', { name: 'Apply' }).click()
  await expect(said(page, 'Code applied')).toBeVisible()
}

/** Leaves each step as a buyer does, with a donation where one is asked for, until the wanted one. */
async function walkOn(page: Page, codeFor: (email: string) => Promise<string>, wanted: CheckoutState) {
  let state = await stateOf(page)
  while (state !== wanted) {
    const from: CheckoutState = state
    if (from !== 'payment')
      await leave[from](page, {
        to: from === 'donation' ? 'gift_aid' : undefined,
        facts: {},
        method: null,
        codeFor,
      })
    await expect.poll(() => stateOf(page), { timeout: 25_000 }).not.toBe(from)
    state = await stateOf(page)
  }
}

async function stateOf(page: Page): Promise<CheckoutState> {
  const shown = await page.locator('[data-state]').getAttribute('data-state')
  const state = checkoutStates.find((one) => one === shown)
  expect(state, `an unknown step: ${shown}`).toBeDefined()
  return state ?? 'determining'
}

async function pay(page: Page, { today }: Story, strip: Strip, total: number) {
  const phone = page.getByLabel('Contact number')
  if (await phone.isVisible()) await phone.fill('07700 900123')
  if (today === undefined) {
    const choice = page.getByRole('button', { name: 'Credit or Debit Card' })
    if (await choice.isVisible()) await choice.click()
    await strip.take('Button', payButton(page))
    return payByCard(page)
  }
  await choosePlan(page)
  await page.getByRole('radio', { name: '3 months' }).check()
  const plan = page.getByRole('table', { name: 'Your payments' })
  const amounts = (await plan.getByRole('cell').allTextContents()).map(penceIn)
  expect([amounts[0], amounts.at(-1), sum(amounts.slice(0, -1))]).toEqual([today, total, total])
  await strip.take('Plan', plan)
  await strip.take('Button', payButton(page))
  await page.getByLabel('Please enter a mobile number *').fill(mobile)
  await typeCard(page)
  await payButton(page).click()
}
