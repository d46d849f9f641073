import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { orderHeading, PlanNotes, WalletSent } from './order-messages.tsx'

it('announces the tickets, or the payment schedule of a plan [DONE-06, DONE-07, OPEN-87]', () => {
  expect(orderHeading(false)).toBe('Order complete! Your tickets are on their way.')
  expect(orderHeading(true)).toBe('Order Complete - Payment Schedule Setup')
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
    'was sent to <b>ann@<wbr/>example.com</b>.',
  )
  expect(renderToStaticMarkup(<WalletSent email="" />)).toContain('was sent to your email address.')
})
