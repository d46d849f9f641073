// @vitest-environment happy-dom
import fc from 'fast-check'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { checkoutSchema } from '#src/checkout/schemas/checkout.ts'
import { decimal } from '#src/lib/money.ts'
import { OrderSummary } from './order-summary.tsx'

const pence = fc.integer({ min: 0, max: 20_000 })
const qty = fc.integer({ min: 1, max: 9 })

const ticket = fc.record({ price: pence, fee: pence, qty, isHidden: fc.boolean() })
const voucher = fc.record({ value: fc.integer({ min: 100, max: 50_000 }), qty })
const basket = fc.record({
  tickets: fc.array(ticket, { minLength: 1, maxLength: 4 }),
  vouchers: fc.array(voucher, { maxLength: 2 }),
  areAbsorbed: fc.boolean(),
  perOrder: fc.constantFrom(0, 0, 100),
  offers: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 100 })),
  delivery: fc.constantFrom(0, 295),
  protection: fc.constantFrom(0, 210),
  donation: fc.constantFrom(null, { amount: 1_000, fee: 54 }),
})
type Basket = typeof basket extends fc.Arbitrary<infer T> ? T : never

it('shows lines that add up to the subtotal and the fee, in a row after both if they are many and not the total, and parts that add up to the total [MONY-01, MONY-05, MONY-06, MONY-07]', () => {
  fc.assert(
    fc.property(basket, (drawn) => {
      const screen = document.createElement('div')
      screen.innerHTML = renderToStaticMarkup(
        <OrderSummary checkout={checkoutSchema.parse(replyOf(drawn))} seconds={null} />,
      )
      const rows = [...screen.querySelectorAll('dl > div')].map((row) => ({
        name: row.querySelector('dt')?.textContent ?? '',
        amount: penceOf(row.querySelector('dd')?.textContent ?? ''),
      }))
      const total = rows.pop()?.amount
      const amountOf = (name: string) => rows.find((row) => row.name.startsWith(name))?.amount ?? 0
      const [lines, documented] = linesOf(screen)
      const included = penceOf(/includes (\S+) booking fee/.exec(rows[0]?.name ?? '')?.[1] ?? '0')
      const named = penceOf(/(\S+) of it for the whole order/.exec(screen.textContent)?.[1] ?? '0')
      // What no ticket names at all stands in the row of the fee alone.
      const ofOrder = feesOf(drawn) > 0 ? named : drawn.perOrder

      expect(sum(rows.map(({ amount }) => amount))).toBe(total)
      expect(documented).toBe(amountOf('Subtotal') - included)
      expect(lines + ofOrder).toBe(amountOf('Subtotal') + amountOf('Booking fee'))

      const together = [...screen.querySelectorAll('dl + p:has(+ dl) > span:last-child')]
      const isTold =
        drawn.tickets.length + drawn.vouchers.length > 1 &&
        included === 0 &&
        ofOrder === 0 &&
        lines !== documented &&
        lines !== total
      expect(together.map((part) => amountsIn(part.textContent))).toEqual(isTold ? [[lines]] : [])
      const summed = [...screen.querySelectorAll('dl:has(+ p) dt')].map((part) => part.textContent.trim())
      expect(summed).toEqual(isTold ? ['Subtotal', 'Booking fee'] : [])
    }),
    { numRuns: 200 },
  )
})

/** What the lines of a screen cost in pence, and what their documented prices without fees do. */
function linesOf(screen: Element) {
  const lines = [...screen.querySelectorAll('li li, li > p')].map((line) => {
    const { children } = line.lastElementChild ?? line
    const charged = penceOf(children[0]?.textContent ?? '')
    const parts = children[1]?.textContent ?? ''
    const [, inside] = /^includes (\S+)\sfee$/.exec(parts) ?? []
    const [, own] = /^(\S+) \+\s\S+\sfee$/.exec(parts) ?? []
    return [charged, inside ? charged - penceOf(inside) : own ? penceOf(own) : charged] as const
  })
  return [sum(lines.map(([charged]) => charged)), sum(lines.map(([, own]) => own))] as const
}

function replyOf({
  tickets,
  vouchers,
  areAbsorbed,
  perOrder,
  offers,
  delivery,
  protection,
  donation,
}: Basket) {
  const isAbsorbed = areAbsorbed && vouchers.length === 0
  const fees = feesOf({ tickets })
  return {
    state: 'payment',
    currency: 'GBP',
    all_booking_fees_are_absorbed: isAbsorbed,
    tickets: tickets.map((line, index) => ({
      ticket_id: index,
      event_id: 1,
      qty: line.qty,
      price: decimal(line.price),
      booking_fee: decimal(line.fee),
      absorb_fee: areAbsorbed,
      event_hide_booking_fee: line.isHidden,
    })),
    gift_vouchers: vouchers.map((line, index) => ({ id: index, qty: line.qty, value: decimal(line.value) })),
    offers_applied_total: decimal(offers),
    delivery_cost: decimal(delivery),
    refund_protection: protection > 0,
    refund_protection_cost: decimal(protection),
    donation: donation && {
      amount_before_booking_fee: decimal(donation.amount),
      booking_fee: decimal(donation.fee),
    },
    basket_total: decimal(
      sum(tickets.map((line) => line.price * line.qty)) +
        sum(vouchers.map((line) => line.value * line.qty)) +
        fees +
        perOrder +
        delivery +
        protection +
        (donation ? donation.amount + donation.fee : 0) -
        offers,
    ),
  }
}

const feesOf = ({ tickets }: Pick<Basket, 'tickets'>) => sum(tickets.map((line) => line.fee * line.qty))
const sum = (amounts: number[]) => amounts.reduce((all, amount) => all + amount, 0)
const amountsIn = (text: string) => (text.replace('FREE', '£0').match(/£[\d,.]+/g) ?? []).map(penceOf)
const penceOf = (text: string) => Number(text.replaceAll(/\D/g, '')) * (text.startsWith('−') ? -1 : 1)
