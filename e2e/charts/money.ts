import type { Page } from '@playwright/test'
import { penceOf } from '#e2e/screens/complaints.ts'
import { expect } from '#e2e/test.ts'
import type { Books } from '#sandbox/books.ts'

/** What a page has shown of the money of an order, in pence. */
export interface ShownMoney {
  /** The total of the order summary, at last; null if there was none. */
  total: number | null
  /** The amount on the button that pays, when it was pressed for the last time; null if it was not, or has none. */
  pressed: number | null
}

/** Records the amounts on the buttons that pay whenever one is pressed, in pence, from the next load of a page on. */
export async function recordPresses(page: Page): Promise<readonly number[]> {
  const pressed: number[] = []
  await page.exposeFunction('tellPressed', (name: string) => {
    const [amount] = /[\d,]+\.\d\d/.exec(name) ?? []
    if (amount) pressed.push(penceOf(amount))
  })
  await page.addInitScript(() => {
    const { tellPressed } = window as unknown as { tellPressed: (name: string) => void } // exposed above
    const hear = ({ target }: Event) => {
      const button = target instanceof Element ? target.closest('button') : null
      if (button?.ariaDisabled !== 'true' && /^\s*Pay /.test(button?.textContent ?? ''))
        tellPressed(button?.textContent ?? '')
    }
    document.addEventListener('click', hear, { capture: true })
  })
  return pressed
}

/** Asks the shop what its books hold of the sale with this reference; null if it has none, as after "Edit basket". */
export async function askBooks(page: Page, reference: string): Promise<Books | null> {
  const reply = await page.request.get(`/sandbox/books?reference=${encodeURIComponent(reference)}`, {
    maxRetries: 2,
  })
  if (reply.status() === 404) return null
  expect(reply.ok(), await reply.text()).toBe(true)
  return reply.json()
}

/** Says in a tester's words where the books of the shop and what the page has shown do not agree. */
export function complaintsAboutMoney(books: Books, shown: ShownMoney): string[] {
  const { attempts, charges, refunds, receipt, isPaid } = books
  const open = attempts.filter(({ status }) => status === 'open').length
  const kept = charges.length - refunds.filter(({ status }) => status !== 'failed').length
  return [
    ...(open > 1 ? [`${open} payments of the order are open at once`] : []),
    ...(kept > 1 ? [`the buyer was charged ${kept} times`] : []),
    ...(!isPaid && kept > 0 ? ['the buyer was charged, and has no order'] : []),
    ...(!isPaid && receipt !== null ? ['the buyer has a receipt, and has not paid'] : []),
    ...(isPaid && receipt === null ? ['the order is paid, and there is no receipt'] : []),
    ...(isPaid && receipt !== null ? aboutOrder(books, receipt, shown) : []),
  ]
}

/** The amounts of a paid order, which must all agree; a plan charges the first instalment only. */
function aboutOrder({ total, charges, attempts }: Books, receipt: string, shown: ShownMoney): string[] {
  const charged = charges.reduce((sum, { amount }) => sum + amount, 0)
  const isPlan = attempts.some(({ method }) => method === 'instalment')
  const onReceipt = (row: RegExp) => penceOf(row.exec(receipt)?.[1] ?? '0')
  const amounts = (all: [string, number | null][]) => {
    const known = all.filter(([, amount]) => amount !== null)
    const told = known.map(([where, amount]) => `${where} ${((amount ?? 0) / 100).toFixed(2)}`)
    return new Set(known.map(([, amount]) => amount)).size > 1
      ? [`the amounts differ: ${told.join(', ')}`]
      : []
  }
  return [
    ...amounts([
      ['the page shows', shown.total],
      ['the shop wanted', total],
      ['the receipt says Total', onReceipt(/^Total: (.+)$/m)],
      ...(isPlan ? [] : [['the buyer was charged', charged] as [string, number]]),
    ]),
    ...amounts([
      ['the button said', shown.pressed],
      ['the buyer was charged', charged],
      ['the receipt says Paid', onReceipt(/^Paid.*: (.+)$/m)],
    ]),
  ]
}
