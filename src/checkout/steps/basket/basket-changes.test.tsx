// @vitest-environment happy-dom
import { fireEvent, screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import {
  description,
  field,
  notices,
  openCheckout,
  step,
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
