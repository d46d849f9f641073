// @vitest-environment happy-dom
import { configure, render, screen } from '@testing-library/react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { checkoutSchema } from '#src/checkout/schemas/checkout.ts'
import { OrderSummary } from './order-summary.tsx'

// Slow machines take longer than a second.
configure({ asyncUtilTimeout: 15_000 })

const basket = {
  state: 'payment',
  currency: { code: 'EUR', symbol: '€' },
  basket_total: '137.40',
  tickets: [
    {
      ticket_id: 1,
      event_id: 1,
      event_name: 'Lantern Sessions',
      ticket_name: 'Balcony',
      qty: 2,
      price: '25.00',
      discount_amount: '2.50',
    },
    {
      ticket_id: 2,
      event_id: 1,
      event_name: 'Lantern Sessions',
      ticket_name: 'Stalls',
      qty: 1,
      price: '38.00',
      seats: ['Stalls-C-14'],
    },
    { ticket_id: 3, event_id: 2, event_name: 'Film Night', ticket_name: 'Entry', qty: 3, price: '0' },
  ],
  gift_vouchers: [{ id: 9, name: 'Gift voucher', o_name: 'Harbour Arts', value: '25.00', qty: 1 }],
  discounts_applied: { WINTER: '5.00' },
  delivery_cost: '3.50',
  refund_protection: true,
  refund_protection_cost: '4.20',
  donation: { amount_before_booking_fee: '10.00', booking_fee: '0.50' },
}

const absorbing = {
  currency: '£',
  basket_total: '53.00',
  all_booking_fees_are_absorbed: true,
  tickets: [
    {
      ticket_id: 1,
      event_id: 1,
      event_name: 'Lantern Sessions',
      ticket_name: 'Balcony',
      qty: 2,
      price: '25.00',
      booking_fee: '1.50',
      absorb_fee: true,
    },
  ],
}

/** Returns the texts of the summary in order, separated by "|". */
function words(checkout: object, props: Partial<Parameters<typeof OrderSummary>[0]> = {}) {
  return wordsOf(
    renderToStaticMarkup(
      <OrderSummary checkout={checkoutSchema.parse(checkout)} seconds={null} {...props} />,
    ),
  )
}

function wordsOf(html: string) {
  return html
    .replace(/<svg.*?<\/svg>/g, '')
    .replace(/<[^>]+>/g, '|')
    .replace(/\s*\|[|\s]*/g, '|')
}

it('shows every line in the currency of the checkout [SUMM-01, SUMM-02, MONY-10]', () => {
  const text = words(basket)
  for (const line of [
    'Lantern Sessions|2 × Balcony|€50.00|1 × Stalls|Stalls, row C, seat 14|€38.00|',
    'Film Night|3 × Entry|FREE|',
    'Gift voucher|Harbour Arts|1 × €25.00|€25.00|',
  ])
    expect(text).toContain(line)
})

it.each([
  ['the subtotal [SUMM-03]', '|Subtotal|€113.00|'],
  ['a discount with its code [SUMM-04]', '|Discount WINTER|−€5.00|'],
  ['the delivery cost [SUMM-05]', '|Delivery|+€3.50|'],
  ['the cost of refund protection [SUMM-06]', '|Refund protection|+€4.20|'],
  ['the donation [SUMM-07]', '|Donation|+€10.00|Donation fee|+€0.50|'],
  ['the total [SUMM-09]', '|Total|€137.40|'],
])('shows %s', (_, row) => {
  expect(words(basket)).toContain(row)
})

it('shows a fee that is not absorbed on its own line with a plus [MONY-06, SUMM-08] [L4]', () => {
  expect(words(basket)).toContain('|Booking fee|+€11.20|')
})

it('shows an absorbed fee in brackets in the subtotal, and in the price of the line [MONY-05] [L4]', () => {
  const text = words(absorbing)
  expect(text).toContain('|2 × Balcony|£53.00|includes £3.00\u00a0fee|')
  expect(text).toContain('|Subtotal|(includes £3.00 booking fee)|£53.00|Total|£53.00|')
  expect(text).not.toContain('+£')
})

it('names what of the fee is for the whole order, where the fee stands [MONY-05, MONY-06]', () => {
  const dearer = { ...absorbing, basket_total: '54.00' }
  expect(words(dearer)).toContain(
    '|(includes £4.00 booking fee, £1.00 of it for the whole order)|£54.00|Total|£54.00|',
  )
  const onTop = { ...dearer, all_booking_fees_are_absorbed: false }
  const tickets = absorbing.tickets.map((line) => ({ ...line, absorb_fee: false }))
  expect(words({ ...onTop, tickets })).toContain('|Booking fee|(£1.00 of it for the whole order)|+£4.00|')
})

it('omits rows that are 0', () => {
  const text = words({
    ...absorbing,
    tickets: [{ ...absorbing.tickets[0], booking_fee: 0 }],
    basket_total: '50.00',
  })
  expect(text).toContain('|Subtotal|£50.00|Total|£50.00|')
})

it('subtracts vouchers and offers, so that the parts add up to the total [SUMM-04] [L3]', () => {
  const text = words({
    ...absorbing,
    basket_total: '30.00',
    gift_vouchers_applied_total: '20.00',
    offers_applied_total: '3.00',
  })
  expect(text).toContain(
    '|(includes £3.00 booking fee)|£53.00|Offers|−£3.00|Gift vouchers|−£20.00|Total|£30.00|',
  )
})

it('shows the given "Edit basket" link only if editing is possible [SUMM-10, SUMM-13]', async () => {
  expect(words(basket)).not.toContain('Edit basket')
  for (const editText of [undefined, 'Edit basket or add discount code']) {
    const { unmount } = render(
      <OrderSummary
        checkout={checkoutSchema.parse(basket)}
        seconds={null}
        onEditBasket={() => {}}
        {...(editText && { editText })}
      />,
    )
    await screen.findByRole('button', { name: editText ?? 'Edit basket' })
    unmount()
  }
})

it('shows the countdown only during a hold, with a warning under two minutes [SUMM-14]', async () => {
  const summary = (seconds: number | null) => (
    <OrderSummary checkout={checkoutSchema.parse(basket)} seconds={seconds} />
  )
  const { rerender } = render(summary(545))
  expect((await screen.findByText(/^Reserved for/)).textContent).toBe('Reserved for 9m 5s')
  rerender(summary(119))
  expect(screen.getByText(/^Reserved for/).textContent).toContain('what you typed is kept')
  rerender(summary(null))
  expect(screen.queryByText(/^Reserved for/)).toBeNull()
})

it.each([
  ['an offer', { offers_applied_total: '5.00', basket_total: '33.00' }],
  ['a gift voucher', { gift_vouchers_applied_total: '5.00', basket_total: '33.00' }],
  ['nothing else in the reply', { basket_total: '33.00' }],
  ['a line', { basket_total: '33.00', discount_amount: '5.00' }],
])(
  'shows rows that add up to the total when a code explains %s [SUMM-04, SUMM-09]',
  (_, { discount_amount, ...reply }: { discount_amount?: string; basket_total: string }) => {
    const [line] = basket.tickets.slice(1)
    const text = words({
      state: 'payment',
      currency: 'EUR',
      tickets: [{ ...line, discount_amount }],
      discounts_applied: { WINTER: '5.00' },
      ...reply,
    })
    expect(text).toContain('|Subtotal|€38.00|Discount WINTER|−€5.00|Total|€33.00|')
  },
)

it('says "Free" on the bar of narrow screens if nothing is to be paid, and the amount in the summary', () => {
  const tickets = [
    { ticket_id: 1, event_id: 1, event_name: 'Open Day', ticket_name: 'Entry', qty: 2, price: '0' },
  ]
  const shown = words({ currency: '£', basket_total: '0.00', tickets })
  expect(shown).toMatch(/^\|Free\|/)
  expect(shown).toMatch(/Total\|£0\.00/)
})
