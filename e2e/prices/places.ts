import type { Page } from '@playwright/test'
import { look } from '#e2e/screens/look.ts'
import { expect } from '#e2e/test.ts'
import { inGroups } from '#server/outbox/content.ts'
import { readPdf } from '#server/testing/read-pdf.ts'

import { penceIn } from './headline.ts'

/** What a place says of a whole order, in pence. */
export interface OrderTold {
  /** What its only line costs. */
  line: number
  /** The parts of the total, by name. */
  parts: Record<string, number>
  total: number
  /** What was paid until now; null if the place does not say it. */
  paid: number | null
}

/** Reads the order summary, or the completed order, once it says this total. */
export async function readSummary(page: Page, total: number): Promise<OrderTold> {
  await expect.poll(async () => penceIn((await look(page)).order?.total ?? '')).toBe(total)
  const { order } = await look(page)
  return {
    line: (order?.prices ?? []).reduce((sum, price) => sum + price, 0),
    parts: byName(order?.rows ?? []),
    total,
    paid: null,
  }
}

/** Reads the receipt of an order in the outbox, in its plain form. */
export async function readReceipt(page: Page, reference: string): Promise<OrderTold> {
  await page.goto('/sandbox/outbox/')
  const text = (await receiptOf(page, reference).locator('pre').textContent()) ?? ''
  return fromLines(
    text.split('\n').flatMap((line) => {
      const [, name, amount] = /^(.+): ([+−]?[£€][\d,.]+)$/.exec(line) ?? []
      return name && amount ? [{ name, amount: penceIn(amount) }] : []
    }),
  )
}

export const receiptOf = (page: Page, reference: string) =>
  page
    .getByRole('listitem')
    .filter({ has: page.locator('pre', { hasText: `Reference: ${inGroups(reference)}\n` }) })
    .last()

/** Reads the page of an order. */
export async function readOrderPage(page: Page, reference: string): Promise<OrderTold> {
  await page.goto(`/account/orders/${reference}/`)
  const rows = page
    .getByRole('table')
    .getByRole('row')
    .filter({ has: page.getByRole('rowheader') })
  return fromLines(
    await rows
      .evaluateAll((all) =>
        all.map((row) => ({
          name: row.querySelector('th')?.firstChild?.textContent?.trim() ?? '',
          text: row.querySelector('td')?.textContent?.trim() ?? '',
        })),
      )
      .then((all) => all.map(({ name, text }) => ({ name, amount: penceIn(text) }))),
  )
}

/** Reads the invoice of an order, a PDF. */
export async function readInvoice(page: Page, reference: string): Promise<OrderTold> {
  const reply = await page.request.get(`/account/orders/${reference}/invoice.pdf`)
  const text = (await readPdf(await reply.body())).pages.join(' ')
  const [before = '', after = ''] = text.split(/(?=Subtotal)/)
  const [line = ''] = before.match(/[£€][\d,.]+(?!.*[£€])/) ?? []
  const rows = [...after.matchAll(/([A-Z][^£€]*?) [+−]?([£€][\d,.]+)/g)].map(([all, name = '']) => ({
    name,
    amount: penceIn(all.slice(name.length)),
  }))
  return fromLines([{ name: '1 × line', amount: penceIn(line) }, ...rows])
}

/** Sorts what a receipt lists: its line, the parts of the total, the total and what was paid. */
function fromLines(rows: { name: string; amount: number }[]): OrderTold {
  const find = (name: RegExp) => rows.find((row) => name.test(row.name))?.amount
  const first = rows.findIndex(({ name }) => name === 'Subtotal')
  const last = rows.findIndex(({ name }) => name === 'Total')
  return {
    line: find(/^\d+ × /) ?? NaN,
    parts: byName(rows.slice(first, last).filter(({ name }) => !name.endsWith(' items with fees'))),
    total: rows[last]?.amount ?? NaN,
    paid: find(/\bPaid /) ?? NaN,
  }
}

/** "Donation to Open Door Shelter" is a donation everywhere. */
const byName = (rows: { name: string; amount: number }[]) =>
  Object.fromEntries(rows.map(({ name, amount }) => [name.replace(/ (to .+|\(.+\))$/, ''), amount]))
