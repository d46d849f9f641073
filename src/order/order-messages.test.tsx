import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { checkoutSchema } from '#src/checkout/schemas/checkout.ts'
import { orderHeading, PlanNotes, VoucherDelivery, WalletSent } from './order-messages.tsx'

const checkout = checkoutSchema.parse({ state: 'order_completed' })
const voucher = {
  id: '7',
  value: 2500,
  qty: 1,
  name: '',
  o_name: '',
  o_url: '',
  uk_expiry_date: '',
  thumbnail: '',
}

it('announces the tickets, or the payment schedule of a plan [DONE-06, DONE-07, OPEN-87]', () => {
  expect(orderHeading(false)).toBe('Order complete! Your tickets are on their way.')
  expect(orderHeading(true)).toBe('Order Complete - Payment Schedule Setup')
})

it.each([
  [1, 'Your gift voucher comes by post to Ada Byron, 1 Quay.'],
  [2, 'Your gift vouchers come by post to Ada Byron, 1 Quay.'],
])('says where gift vouchers are posted: %i', (qty, words) => {
  const vouchers = { ...checkout, gift_vouchers: [{ ...voucher, qty }] }
  const posted = { ...vouchers, posted_to: 'Ada Byron, 1 Quay' }
  expect(renderToStaticMarkup(<VoucherDelivery {...posted} />)).toBe(`<p>${words}</p>`)
  expect(renderToStaticMarkup(<VoucherDelivery {...vouchers} />)).toBe('')
})

it.each([
  ['of the email about the schedule [DONE-08]', 'an email about your payment schedule'],
  ['of reminders before each payment [DONE-09]', 'a reminder by SMS and email before each payment'],
  ['where the payment method can be updated [DONE-10]', 'in your <a href="/account/">account settings</a>'],
  ['that the tickets come after the final payment [DONE-11]', 'after the final payment'],
])('tells the buyer of a plan %s', (_, words) => {
  expect(renderToStaticMarkup(<PlanNotes />)).toContain(words)
})

it('shows where the ticket wallet was sent, also without an email [DONE-12]', () => {
  expect(renderToStaticMarkup(<WalletSent email="ann@example.com" />)).toContain(
    'was sent to <b>ann<wbr/>@example.com</b>.',
  )
  expect(renderToStaticMarkup(<WalletSent email="" />)).toContain('was sent to your email address.')
})
