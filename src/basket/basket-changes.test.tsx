// @vitest-environment happy-dom
import { fireEvent, screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import {
  button,
  description,
  field,
  notices,
  openCheckout,
  pending,
  settled,
  shownStep,
  step,
  summary,
  type OpenedCheckout,
  type WireCheckout,
} from '#src/checkout/testing/open-checkout.tsx'

const line = {
  ticket_id: '1',
  event_id: 'lantern',
  date_id: 'd',
  event_name: 'Lantern Evening',
  ticket_name: 'Adult',
  qty: 2,
  price: '18.50',
  can_update_quantity: 1,
  max_can_reserve: 8,
  refund_policy: { title: 'Flexible', description: 'Up to a week before', text: 'Ask us.' },
}
const voucher = { id: '9', name: 'Gift voucher', value: '25.00', qty: 1 }
const checkout: WireCheckout = { state: 'basket', basket_total: '37.00', tickets: [line] }

/** Opens the code box and submits a code. */
async function tryCode(page: OpenedCheckout, code: string) {
  const box = screen.getByText('Discount or voucher code').closest('details') as HTMLDetailsElement
  box.open = true
  fireEvent(box, new Event('toggle'))
  await screen.findByLabelText('Code')
  await page.type('Code', code)
  await page.press('Apply')
}

it('sends a code and shows a success message if it was applied [BASK-56, BASK-58]', async () => {
  const page = await openCheckout(checkout, { replies: { set_code: { code_applied: 1 } } })
  await tryCode(page, 'WINTER')
  expect(page.sent('set_code')).toEqual([{ code: 'WINTER' }])
  expect(notices()).toEqual(['success: Code applied'])
})

it('shows under the field that a code is invalid, until it is edited [BASK-57, PAYM-29]', async () => {
  const page = await openCheckout(checkout, { replies: { set_code: { code_applied: 0 } } })
  await tryCode(page, 'WINTER')
  expect(description(field('Code'))).toBe('Invalid code')
  expect(notices()).toEqual([])
  await page.type('Code', 'S')
  expect(description(field('Code'))).toBe('')
})

it('shows no success beside what is wrong with the next code', async () => {
  const page = await openCheckout(checkout, { replies: { set_code: { code_applied: 1 } } })
  await tryCode(page, 'WINTER')
  await page.type('Code', '')
  await page.press('Apply')
  expect(description(field('Code'))).toBe('Type your code')
  expect(notices()).toEqual([])
})

it('says that a used-up code was removed and shows the new total, and then reserves at it [RESV-13, BASK-64, CONT-68]', async () => {
  const message =
    'The code WINTER can no longer be used, so we removed it. Your total is now £37.00. Please check it and reserve again'
  const page = await openCheckout(
    {
      ...checkout,
      basket_total: '33.00',
      offers_applied_total: '4.00',
      discounts_applied: { WINTER: '4.00' },
    },
    {
      replies: {
        reserve_tickets: [{ error: message }, { reserved: 1, sale_reference: 'S1', checkout_time: 600 }],
      },
    },
  )
  const total = () => summary().getByText('Total').parentElement?.textContent
  expect(total()).toBe('Total£33.00')
  page.change({
    basket_total: '37.00',
    offers_applied_total: '0.00',
    discounts_applied: [],
    reserving_error: message,
  })
  await page.press(/^Reserve Basket/)
  await vi.waitFor(() => expect(notices()).toEqual([`warning: ${message}`]), 15_000)
  expect(shownStep()).toBe('basket')
  await vi.waitFor(() => expect(total()).toBe('Total£37.00'), 15_000)
  expect(summary().queryByText(/WINTER/)).toBeNull()
  await page.press(/^Reserve Basket/)
  await vi.waitFor(() => expect(shownStep()).toBe('login'), 15_000)
  expect(page.sent('reserve_tickets')).toHaveLength(2)
})

it('sends no empty code', async () => {
  const page = await openCheckout(checkout)
  await tryCode(page, ' ')
  expect(page.sent('set_code')).toEqual([])
  expect(description(field('Code'))).toBe('Type your code')
})

it('removes a ticket when its button is pressed [BASK-59]', async () => {
  const page = await openCheckout(checkout)
  page.change({ tickets: [] })
  await page.press(/^Remove Adult/)
  expect(page.sent('remove_from_basket')).toEqual([{ ticket_id: '1' }])
  expect(step().getByText(/^Your basket is empty/)).toBeDefined()
})

it('shows which of two tickets is being removed', async () => {
  const { reply } = pending()
  const child = { ...line, ticket_id: '2', ticket_name: 'Child' }
  const page = await openCheckout(
    { ...checkout, tickets: [line, child] },
    { replies: { remove_from_basket: reply } },
  )
  await page.press(/^Remove Child/)
  expect(page.sent('remove_from_basket')).toEqual([{ ticket_id: '2' }])
  expect(button(/^Remove Child/).getAttribute('aria-busy')).toBe('true')
  expect(button(/^Remove Adult/).getAttribute('aria-busy')).toBeNull()
})

it('removes a gift voucher, and blocks the basket until that is done [BASK-60]', async () => {
  const { reply, arrive } = pending()
  const page = await openCheckout(
    { ...checkout, gift_vouchers: [voucher, { ...voucher, value: '50.00' }] },
    { replies: { remove_gift_voucher_from_basket: reply } },
  )
  const remove = 'Remove Gift voucher, £25.00'
  expect(button(remove).getAttribute('aria-busy')).toBeNull()
  await page.press(remove)
  expect(button('Remove Gift voucher, £50.00').getAttribute('aria-busy')).toBeNull()
  expect(page.sent('remove_gift_voucher_from_basket')).toEqual([{ gift_voucher_id: '9', value: '25.00' }])
  expect(button(remove).getAttribute('aria-busy')).toBe('true')
  expect(button(/^Remove Adult/).getAttribute('aria-busy')).toBeNull()
  expect(button(/^Remove Adult/).getAttribute('aria-disabled')).toBe('true')
  await page.press(/^Remove Adult/)
  page.change({ gift_vouchers: [] })
  arrive()
  await settled()
  expect(page.sent('remove_from_basket')).toEqual([])
  expect(screen.queryByRole('button', { name: remove })).toBeNull()
  expect(button(/^Remove Adult/).getAttribute('aria-disabled')).toBeNull()
})

it('moves the focus to the list when a line has gone with its button', async () => {
  const page = await openCheckout({ ...checkout, gift_vouchers: [voucher] })
  page.change({ gift_vouchers: [] })
  expect(document.activeElement?.textContent).not.toBe('Tickets and gift vouchers')
  await page.press('Remove Gift voucher, £25.00')
  expect(document.activeElement?.textContent).toBe('Tickets and gift vouchers')
})

it('reserves the basket, and says so while it is about to [BASK-15, RESV-04]', async () => {
  const page = await openCheckout(checkout)
  await page.press(/^Reserve Basket/)
  expect(button(/^Reserve Basket/).getAttribute('aria-busy')).toBe('true')
  await vi.waitFor(() => expect(page.sent('reserve_tickets')).toEqual([{}]), 15_000)
})

it('sends a changed quantity of a gift voucher after a pause [BASK-61]', async () => {
  const page = await openCheckout({ ...checkout, tickets: [], gift_vouchers: [voucher] })
  await page.press('One more')
  await vi.waitFor(
    () =>
      expect(page.sent('update_gift_voucher_quantity')).toEqual([
        { gift_voucher_id: '9', qty: '2', value: '25.00' },
      ]),
    15_000,
  )
})

it('sends a changed quantity after a pause, once', async () => {
  const page = await openCheckout(checkout)
  await page.press('One more')
  await page.press('One more')
  expect(page.sent('update_ticket_quantity')).toEqual([])
  await vi.waitFor(
    () => expect(page.sent('update_ticket_quantity')).toEqual([{ ticket_id: '1', quantity: '4' }]),
    15_000,
  )
})

it('says how to remove a line when its quantity is typed as 0, until another one is chosen', async () => {
  const page = await openCheckout(checkout)
  const quantity = screen.getByRole<HTMLInputElement>('spinbutton')
  fireEvent.change(quantity, { target: { value: '0' } })
  expect(quantity.value).toBe('1')
  expect(description(quantity)).toBe('Remove it with the bin')
  fireEvent.blur(quantity)
  expect(description(quantity)).toBe('Remove it with the bin')
  await page.press('One more')
  expect(description(quantity)).toBe('')
})

it('gives no reason at the discount code while the basket is about to be reserved', async () => {
  const page = await openCheckout(checkout, { replies: { set_code: { code_applied: 0 } } })
  await tryCode(page, 'WINTER')
  await page.press(/^Reserve Basket/)
  expect(button(/^Reserve Basket/).getAttribute('aria-busy')).toBe('true')
  expect(description(button('Apply'))).toBe('')
})

it('sends the chosen refund protection [BASK-10, BASK-32]', async () => {
  const page = await openCheckout({
    ...checkout,
    has_refund_protection: 1,
    refund_protection_cost: '2.10',
    events: [{ id: 'lantern', title: 'Lantern Evening', refund_protection: 1 }],
  })
  await page.press(screen.getByRole('radio', { name: 'Yes' }))
  expect(page.sent('update_refund_protection')).toEqual([{ refund_protection: 'true' }])
})

it('opens the refund policy with its title, description and text [BASK-17, BASK-28]', async () => {
  const page = await openCheckout(checkout)
  await page.press('Refund policy of Adult')
  const dialog = await screen.findByRole('dialog')
  for (const text of ['Flexible', 'Up to a week before', 'Ask us.'])
    expect(dialog.textContent).toContain(text)
})
