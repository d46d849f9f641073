// @vitest-environment happy-dom
import { act, fireEvent, screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import {
  button,
  description,
  editBasket,
  field,
  heading,
  notices,
  pending,
  problems,
  refused,
  settled,
  shownStep,
  spoken,
  step,
  summary,
} from '#src/checkout/testing/open-checkout.tsx'
import {
  both,
  card,
  credentials,
  fakeTimers,
  nextCheck,
  openPayment,
  typeCard,
} from '#src/checkout/testing/open-payment.ts'

const notStarted = refused('The payment provider is not responding.', 503)
const organiser = { id: '3', organiser_subscribed: 0, marketing_signup_message: 'Hear from Rooftop' }
const express = {
  ...card,
  express: 1,
  marketing_preferences: { ct_subscribed: 0, event_subscribed: 0, basket_organisers: [organiser] },
}

it('has the heading "Payment", beside an order summary with the countdown [PAYM-01, PAYM-05, SUMM-14]', async () => {
  await openPayment({ ...card, seconds_remaining: 545 })
  expect(heading()).toBe('Payment')
  expect(summary().getByText('Reserved for').textContent).toMatch(/^Reserved for 9m \ds$/)
  expect((await screen.findByRole('timer')).textContent).toMatch(/Tickets held for 9m \ds/)
  expect(await editBasket()).toBeDefined()
})

it('leads an express buyer back to the basket, but not while the payment is open', async () => {
  const page = await openPayment(express, { pay_with_card: pending({}).reply, save_guest_to_sale: {} })
  const back = () => screen.queryByRole('button', { name: 'Back to basket' })
  await vi.waitFor(() => expect(back()).not.toBeNull())
  expect(back()?.getAttribute('aria-disabled')).toBeNull()
  await page.type('Postcode or zip code', 'M2 1HL')
  await typeCard(page)
  await page.press('Pay £53.00')
  expect(heading()).toBe('Confirming Payment')
  expect(back()?.getAttribute('aria-disabled')).toBe('true')
})

it("pays with the typed card and the buyer's name, and continues [PAYM-43, PAYM-58, PAYM-59]", async () => {
  const page = await openPayment(card)
  await typeCard(page)
  await page.press('Pay £53.00')
  expect(page.made).toEqual([{ type: 'card', billing_details: { name: 'Ada Byron' } }])
  expect(page.sent('pay_with_card')).toEqual([
    { payment_method_id: 'pm_1', attempt: expect.stringMatching(/^[\w-]{36}$/) as string },
  ])
  expect(shownStep()).toBe('deliver_tickets')
})

it('sends nothing while the card is incomplete, and lists the missing fields', async () => {
  const page = await openPayment(card)
  await page.type('Card number at the provider', 'x')
  await page.press('Pay £53.00')
  expect(problems()).toEqual(['Your card number is wrong.', 'Type the expiry date', 'Type the security code'])
  expect(page.sent('pay_with_card')).toEqual([])
})

it('shows that it is confirming the payment, in the title too, and pays once [PAYM-02, PAYM-43]', async () => {
  const { reply, arrive } = pending({ status: 'success' })
  const page = await openPayment(card, { pay_with_card: reply })
  await typeCard(page)
  await page.press('Pay £53.00')
  expect(heading()).toBe('Confirming Payment')
  expect(button('Pay £53.00').getAttribute('aria-busy')).toBe('true')
  expect(step().getByText('Confirming your payment. Please keep this page open.')).toBeDefined()
  expect(summary().queryByRole('button', { name: 'Edit basket' })).toBeNull()
  await page.press('Pay £53.00')
  arrive()
  await settled()
  expect(page.sent('pay_with_card')).toHaveLength(1)
})

it('changes nothing of the form while paying, and says that the tickets are held, not for how long [PAYM-43, SUMM-14]', async () => {
  const { reply, arrive } = pending({ status: 'unsuccessful', message: 'Declined' })
  const page = await openPayment(
    { ...card, seconds_remaining: 545, has_require_phone_number: 1, contact_number: '07700900123' },
    { pay_with_card: reply },
  )
  await typeCard(page)
  await screen.findByText(/^9m \ds$/, { selector: '[role=timer] *' })
  act(() => field('Contact number').focus())
  fireEvent.submit(field('Contact number'))
  await settled()
  for (const name of ['Card number at the provider', 'Contact number'])
    expect(field(name).closest('[inert]')).not.toBeNull()
  expect(document.activeElement).toBe(button('Pay £53.00'))
  expect(button('Pay £53.00').closest('[inert]')).toBeNull()
  expect(screen.getByRole('timer').textContent).toBe('Held while you pay')
  expect(summary().queryByText(/^Reserved for/)).toBeNull()
  expect(summary().getByText('Held while you pay')).toBeDefined()
  arrive()
  await settled()
  expect(field('Card number at the provider').closest('[inert]')).toBeNull()
  expect(screen.getByRole('timer').textContent).toMatch(/^Tickets held for 9m/)
})

it('says with a tick that the payment is complete, before the paid order has come [PAYM-59, DELI-02]', async () => {
  const { reply, arrive } = pending({ state: 'deliver_tickets', payment_complete: 1 })
  const page = await openPayment(card)
  await typeCard(page)
  page.answer('pay_with_card', () => {
    page.answer('get', reply)
    return Promise.resolve(Response.json({ status: 'success' }))
  })
  await page.press('Pay £53.00')
  expect(step().getByRole('listitem').getAttribute('data-status')).toBe('done')
  expect(step().getByRole('listitem').textContent).toBe('Payment complete')
  arrive()
})

it.each([
  [
    'says after a decline that the tickets are still held, while they are',
    600,
    'Your tickets are still held for you. ',
  ],
  ['does not say after a decline that tickets are held which nothing holds', null, ''],
])('%s', async (_, seconds_remaining, held) => {
  const page = await openPayment(
    { ...card, seconds_remaining },
    { pay_with_card: { status: 'unsuccessful', message: 'Your card was declined.' } },
  )
  await typeCard(page)
  await page.press('Pay £53.00')
  expect(notices()).toEqual([
    `error: Your card was declined.You have not been charged. ${held}Try another card.`,
  ])
})

it('shows why a payment was declined, as an error, and lets the buyer pay again [PAYM-11, PAYM-48, PAYM-61]', async () => {
  const declined = { status: 'unsuccessful', message: 'Your card was declined.' }
  const page = await openPayment(card, { pay_with_card: [declined, { status: 'success' }] })
  await typeCard(page)
  await page.press('Pay £53.00')
  expect(notices()).toEqual(['error: Your card was declined.You have not been charged. Try another card.'])
  expect(document.title).toBe('Error: Payment')
  expect(document.activeElement?.textContent).toContain('You have not been charged.')
  // What takes the focus is read by that.
  expect(spoken().join()).not.toContain('declined')
  expect(button('Pay £53.00').getAttribute('aria-busy')).toBeNull()
  expect(field('Card number at the provider').value).toBe('4')
  await page.press('Pay £53.00')
  expect(shownStep()).toBe('deliver_tickets')
})

it('stops loading if the provider refuses the card, shows why, and lets the buyer pay again [PAYM-61, ERRS-39, OPEN-22]', async () => {
  const page = await openPayment(card)
  await typeCard(page)
  page.rejectNextCard('Your card has expired.')
  await page.press('Pay £53.00')
  expect(button('Pay £53.00').getAttribute('aria-busy')).toBeNull()
  expect(notices()).toEqual(['error: Your card has expired.You have not been charged. Try another card.'])
  expect(page.sent('pay_with_card')).toEqual([])
  await page.press('Pay £53.00')
  expect(shownStep()).toBe('deliver_tickets')
})

it('offers another way to pay if the shop answers a card with a page, and never pays twice [PAYM-49]', async () => {
  fakeTimers()
  const errorPage = new Response('<!doctype html><title>502</title>', {
    headers: { 'Content-Type': 'text/html' },
  })
  const page = await openPayment(both, { pay_with_card: errorPage })
  await page.press(/^Credit or Debit Card/)
  await typeCard(page)
  await page.press('Pay £53.00')
  expect(screen.queryByRole('button', { name: 'Pay another way' })).toBeNull()
  await nextCheck()
  await nextCheck()
  await settled()
  const sent = page.sent('pay_with_card')
  expect(new Set(sent.map(({ attempt }) => attempt)).size).toBe(1)
  const asked = page.sent('get_payment_error').length
  await page.press('Pay another way')
  expect(page.sent('get_payment_error')).toHaveLength(asked + 1)
  expect(notices()).toEqual(['error: There was an error with your payment. Please try again.'])
  await page.press(/^Instant Bank Transfer/)
  expect(button(/^Pay £53.00 with your bank/).getAttribute('aria-disabled')).toBeNull()
  expect(page.sent('pay_with_card')).toHaveLength(sent.length)
})

it('repeats a payment that the shop could not start, but starts another one with a new card or code [PAYM-58]', async () => {
  const page = await openPayment(card, { pay_with_card: notStarted })
  await typeCard(page)
  await page.press('Pay £53.00')
  await page.press('Pay £53.00')
  await page.type('Card number at the provider', '5')
  await page.press('Pay £53.00')
  await page.type('Security code at the provider', '6')
  await page.press('Pay £53.00')
  const [first, repeated, otherCard, otherCode] = page.sent('pay_with_card')
  expect(repeated).toEqual(first)
  expect([first, otherCard, otherCode].map((sent) => sent?.payment_method_id)).toEqual([
    'pm_1',
    'pm_2',
    'pm_3',
  ])
  expect(new Set([first, otherCard, otherCode].map((sent) => sent?.attempt)).size).toBe(3)
})

it('shows a changed total before charging it [L3]', async () => {
  const page = await openPayment(card, { pay_with_card: [notStarted, { status: 'success' }] })
  await typeCard(page)
  page.answer('get', new Response('', { status: 400 }))
  await page.press('Pay £53.00')
  page.answer('get', {
    state: 'payment',
    sale_reference: 'S1',
    currency: '£',
    ...card,
    basket_total: '99.00',
  })
  await page.press('Pay £53.00')
  expect(notices()).toEqual(['error: The total has changed to £99.00. Please check it and pay again.'])
  expect(summary().getAllByText('£99.00')).not.toEqual([])
  expect(page.sent('pay_with_card')).toHaveLength(1)
  await page.press('Pay £99.00')
  expect(page.sent('pay_with_card')).toHaveLength(2)
  expect(shownStep()).toBe('deliver_tickets')
})

it('shows the error of the last payment when the buyer returns [PAYM-55]', async () => {
  await openPayment(card, { get_payment_error: { text: 'The bank said no' } })
  expect(notices()).toEqual(['error: The bank said no'])
})

it('says of the last payment that nothing was charged if the shop says so, also after a reload', async () => {
  await openPayment(card, { get_payment_error: { text: 'Your card was declined.', is_uncharged: true } })
  expect(notices()).toEqual(['error: Your card was declined.You have not been charged. Try another card.'])
  expect(document.title).toBe('Error: Payment')
})

it('offers bank transfer and card, and pays only with the chosen card [PAYM-09, PAYM-12, PAYM-13, PAYM-41, PAYM-42]', async () => {
  const page = await openPayment(both)
  const methods = step()
    .getAllByRole('button', { pressed: false })
    .map(({ textContent }) => textContent)
  expect(methods).toEqual([
    'Instant Bank TransferApprove it at your bank. No card needed.',
    'Credit or Debit CardVISAAMEXVisa, Mastercard or American Express.',
  ])
  expect(screen.queryByRole('group', { name: 'Card details' })).toBeNull()
  expect(button('Pay £53.00').getAttribute('aria-disabled')).toBe('true')
  expect(description(button('Pay £53.00'))).toBe('Choose how to pay first.')
  await page.press('Pay £53.00')
  expect(problems()).toEqual([])
  expect(document.activeElement).toBe(button(/^Instant Bank Transfer/))
  await page.press(/^Credit or Debit Card/)
  expect(button(/^Credit or Debit Card/).getAttribute('aria-pressed')).toBe('true')
  expect(screen.getByRole('group', { name: 'Card details' })).toBeDefined()
  expect(button(/^Instant Bank Transfer/).getAttribute('aria-busy')).toBeNull()
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull()
  expect(button('Pay £53.00').getAttribute('aria-disabled')).toBeNull()
})

it('offers no list and no bank transfer if card is the only method [PAYM-12, PAYM-39, PAYM-41]', async () => {
  await openPayment(card)
  expect(screen.queryByText('How would you like to pay?')).toBeNull()
  expect(screen.queryByRole('button', { name: /Instant Bank Transfer/ })).toBeNull()
})

it('goes to the bank by the Pay button alone, which names the bank [PAYM-45]', async () => {
  const { reply } = pending({ url: '/bank/' })
  const page = await openPayment(both, { create_truelayer_payment: reply })
  await page.press(/^Instant Bank Transfer/)
  expect(page.sent('create_truelayer_payment')).toEqual([])
  await page.press('Pay £53.00 with your bank')
  expect(page.sent('create_truelayer_payment')).toHaveLength(1)
  expect(button('Pay £53.00 with your bank').getAttribute('aria-busy')).toBe('true')
  expect(step().getByText('Taking you to your bank.')).toBeDefined()
  expect(heading()).toBe('Confirming Payment')
  expect(button(/^Credit or Debit Card/).getAttribute('aria-disabled')).toBe('true')
  await page.press(/^Credit or Debit Card/)
  await page.press('Pay £53.00 with your bank')
  expect(page.sent('create_truelayer_payment')).toHaveLength(1)
  expect(button(/^Instant Bank Transfer/).getAttribute('aria-pressed')).toBe('true')
})

it.each([
  [card, { pay_with_card: { status: 'redirect_to_url', url: '/elsewhere/' } }, 'Pay £53.00'],
  [both, { create_truelayer_payment: { url: '/elsewhere/' } }, 'Pay £53.00 with your bank'],
])('stays busy until the page of the bank or the card check is open: %j %j', async (basket, replies, pay) => {
  const page = await openPayment(basket, replies)
  const assign = vi.spyOn(window.location, 'assign').mockImplementation(() => {})
  if (basket === both) await page.press(/^Instant Bank Transfer/)
  else await typeCard(page)
  await page.press(pay)
  expect(assign).toHaveBeenLastCalledWith('/elsewhere/')
  expect(button(pay).getAttribute('aria-busy')).toBe('true')
  expect(step().getByText('Taking you to your bank.')).toBeDefined()
})

it.each([
  ['while the card form is loading', pending().reply],
  ['when the card form cannot be loaded', refused('No such call', 404)],
])('pays by bank %s [PAYM-45]', async (_, reply) => {
  const page = await openPayment(both, {
    get_card_credentials: reply,
    create_truelayer_payment: pending({ url: '/bank/' }).reply,
  })
  await page.press(/^Instant Bank Transfer/)
  await page.press('Pay £53.00 with your bank')
  expect(page.sent('create_truelayer_payment')).toHaveLength(1)
})

it('offers another card or way to pay after a decline, and brings back the typed card [PAYM-47, PAYM-48]', async () => {
  const page = await openPayment(both, {
    pay_with_card: [{ status: 'unsuccessful', message: 'Declined' }, { status: 'success' }],
  })
  await page.press(/^Credit or Debit Card/)
  await typeCard(page)
  await page.press('Pay £53.00')
  expect(notices()).toEqual([
    'error: DeclinedYou have not been charged. Try another card, or another way to pay.Use another card',
  ])
  expect(button(/^Credit or Debit Card/).getAttribute('aria-pressed')).toBe('false')
  await page.press(/^Credit or Debit Card/)
  expect(field('Card number at the provider').value).toBe('4')
  await page.press('Pay £53.00')
  expect(shownStep()).toBe('deliver_tickets')
})

it('brings the card fields back after a decline by "Use another card", with the focus in the card number [PAYM-47, PAYM-48]', async () => {
  const page = await openPayment(both, { pay_with_card: { status: 'unsuccessful', message: 'Declined' } })
  await page.press(/^Credit or Debit Card/)
  await typeCard(page)
  await page.press('Pay £53.00')
  expect(screen.queryByRole('group', { name: 'Card details' })).toBeNull()
  expect(button('Use another card').dataset.look).toBe('primary')
  await page.press('Use another card')
  expect(button(/^Credit or Debit Card/).getAttribute('aria-pressed')).toBe('true')
  expect(screen.getByRole('group', { name: 'Card details' })).toBeDefined()
  expect(document.activeElement).toBe(field('Card number at the provider'))
  expect(button('Pay £53.00').getAttribute('aria-disabled')).toBeNull()
})

it('offers no "Use another card" where the card fields are there without a choice [PAYM-41]', async () => {
  const page = await openPayment(card, { pay_with_card: { status: 'unsuccessful', message: 'Declined' } })
  await typeCard(page)
  await page.press('Pay £53.00')
  expect(notices()).toHaveLength(1)
  expect(screen.queryByRole('button', { name: 'Use another card' })).toBeNull()
})

it('does not call a payment uncharged that came too late and is refunded', async () => {
  const page = await openPayment(card, {
    pay_with_card: { status: 'unsuccessful', message: 'It will be refunded.', charged: true },
  })
  await typeCard(page)
  await page.press('Pay £53.00')
  expect(notices()).toEqual(['error: It will be refunded.'])
})

it('checks a payment until the provider has told how it ended, as one attempt [PAYM-02, PAYM-43]', async () => {
  const page = await openPayment(card, {
    pay_with_card: [{ status: 'pending' }, { status: 'pending' }, { status: 'success' }],
  })
  await typeCard(page)
  fakeTimers()
  await page.press('Pay £53.00')
  expect(step().getByText('We are checking your payment. Please keep this page open.')).toBeDefined()
  expect(heading()).toBe('Confirming Payment')
  expect(button('Pay £53.00').getAttribute('aria-busy')).toBe('true')
  for (const calls of [2, 3]) {
    await nextCheck()
    await settled()
    expect(page.sent('pay_with_card')).toHaveLength(calls)
  }
  expect(shownStep()).toBe('deliver_tickets')
  expect(new Set(page.sent('pay_with_card').map(({ attempt }) => attempt)).size).toBe(1)
  expect(page.made).toHaveLength(1)
})

it.each([
  ['the shop is in trouble', new Response('', { status: 503 })],
  ['the shop wants no more calls for now', refused('Please wait', 429)],
  ['the connection breaks', () => Promise.reject(new TypeError('Failed to fetch'))],
])('goes on checking a payment while %s, as the same attempt', async (_, trouble) => {
  const page = await openPayment(card, { pay_with_card: { status: 'pending' } })
  await typeCard(page)
  fakeTimers()
  await page.press('Pay £53.00')
  page.answer('pay_with_card', trouble)
  await nextCheck()
  await vi.waitFor(() => expect(page.sent('pay_with_card').length).toBeGreaterThan(1))
  await settled()
  expect(notices()).toEqual([])
  expect(step().getByText('We are checking your payment. Please keep this page open.')).toBeDefined()
  page.answer('pay_with_card', { status: 'success' })
  await nextCheck()
  await vi.waitFor(() => expect(shownStep()).toBe('deliver_tickets'))
  expect(new Set(page.sent('pay_with_card').map(({ attempt }) => attempt)).size).toBe(1)
})

it('goes on checking a payment after a reload, and takes no other meanwhile [PAYM-55]', async () => {
  const page = await openPayment(card, {
    get_payment_error: { text: 'We are checking it.', is_pending: true },
  })
  expect(step().getByText('We are checking your payment. Please keep this page open.')).toBeDefined()
  expect(button('Pay £53.00').getAttribute('aria-disabled')).toBe('true')
  await page.press('Pay £53.00')
  expect(page.sent('pay_with_card')).toEqual([])
  page.answer('get_payment_error', { text: 'The card was declined.' })
  await screen.findByText('The card was declined.')
  expect(button('Pay £53.00').getAttribute('aria-disabled')).toBeNull()
})

it('continues to the delivery when the payment that was checked after a reload is complete [PAYM-51]', async () => {
  fakeTimers()
  const page = await openPayment(card, {
    get_payment_error: { text: 'We are checking it.', is_pending: true },
  })
  page.change({ state: 'deliver_tickets', payment_complete: true })
  page.answer('get_payment_error', { text: '' })
  await nextCheck()
  await vi.waitFor(() => expect(shownStep()).toBe('deliver_tickets'))
})

it('lets the buyer check again when a payment is still open a while after a reload', async () => {
  fakeTimers()
  const page = await openPayment(card, {
    get_payment_error: { text: 'We are checking it.', is_pending: true },
  })
  for (let checks = 0; checks < 20; checks += 1) {
    await nextCheck()
    await settled()
  }
  page.answer('get_payment_error', { text: 'The card was declined.' })
  await page.press('Check again')
  await screen.findByText('The card was declined.')
  expect(page.sent('pay_with_card')).toEqual([])
})

it('tells whom nobody can answer about a payment before a reload, until the order itself does', async () => {
  const attempt = { key: 'k0', sale: 'S9', method: 'card', doubt: 'sent', again: null }
  sessionStorage.setItem('attempts', JSON.stringify([attempt]))
  const page = await openPayment(
    { ...card, sale_reference: 'S9' },
    { get_payment_error: refused('Out of order', 500) },
  )
  await typeCard(page)
  for (let time = 1; time <= 3; time += 1) {
    await page.press('Pay £53.00')
    await vi.waitFor(() => expect(button('Pay £53.00').getAttribute('aria-disabled')).toBeNull())
    expect(notices()).toEqual([
      'error: We could not find out whether your last payment was taken, so we have not sent another one. If it was, we will email you your tickets. Please try again in a minute.',
    ])
    expect(await editBasket()).toBeDefined()
  }
  expect(page.sent('pay_with_card')).toEqual([])
  page.change({ has_no_open_payment: true })
  await page.press('Pay £53.00')
  await vi.waitFor(() => expect(shownStep()).toBe('deliver_tickets'))
  expect(page.sent('pay_with_card')).toHaveLength(1)
  sessionStorage.clear()
})

it('stops checking after a while without a promise, and lets the buyer check again', async () => {
  const page = await openPayment(card, { pay_with_card: { status: 'pending' } })
  await typeCard(page)
  fakeTimers()
  await page.press('Pay £53.00')
  for (let checks = 0; checks < 20; checks += 1) {
    await nextCheck()
    await settled()
  }
  expect(notices()).toEqual([
    'warning: We could not confirm yet if the payment was completed. You can close this page: we will keep checking, and email you your tickets if it was.',
  ])
  const { reply, arrive } = pending({ status: 'success' })
  page.answer('pay_with_card', reply)
  await page.press('Check again')
  expect(step().getByText('We are checking your payment. Please keep this page open.')).toBeDefined()
  arrive()
  await settled()
  expect(shownStep()).toBe('deliver_tickets')
})

it.each([
  ['the gateway gave up', new Response('', { status: 504 })],
  ['the connection broke', () => Promise.reject(new TypeError('Failed to fetch'))],
  ['the reply is invalid', { status: 'maybe' }],
])(
  'waits for the end of a payment if %s, although the hold has run out [OPEN-47, CONT-57]',
  async (_, lost) => {
    const page = await openPayment({ ...card, seconds_remaining: 60 }, { pay_with_card: lost })
    await typeCard(page)
    fakeTimers()
    page.change({ seconds_remaining: 0 })
    await page.press('Pay £53.00')
    act(() => void window.dispatchEvent(new Event('online')))
    expect(await step().findByText('We are checking your payment. Please keep this page open.')).toBeDefined()
    expect(shownStep()).toBe('payment')
    expect(notices()).toEqual([])
    page.answer('pay_with_card', { status: 'success' })
    await nextCheck()
    await vi.waitFor(() => expect(shownStep()).toBe('deliver_tickets'))
    expect(new Set(page.sent('pay_with_card').map(({ attempt }) => attempt)).size).toBe(1)
  },
)

it('tells a buyer whose payment is being checked that they are offline, until they are connected', async () => {
  const page = await openPayment(card, { pay_with_card: { status: 'pending' } })
  await typeCard(page)
  fakeTimers()
  await page.press('Pay £53.00')
  const offline = 'You are offline. Please reconnect, and keep this page open.'
  act(() => void window.dispatchEvent(new Event('offline')))
  expect(await step().findByText(offline)).toBeDefined()
  page.answer('pay_with_card', { status: 'success' })
  act(() => void window.dispatchEvent(new Event('online')))
  expect(step().queryByText(offline)).toBeNull()
  await nextCheck()
  await vi.waitFor(() => expect(shownStep()).toBe('deliver_tickets'))
})

it('promises nothing about a payment of unknown end when the next card cannot be read', async () => {
  const page = await openPayment(card, { pay_with_card: notStarted })
  await typeCard(page)
  await page.press('Pay £53.00')
  await page.type('Card number at the provider', '5')
  page.rejectNextCard('An error occurred with our connection.')
  await page.press('Pay £53.00')
  expect(notices()).toEqual(['error: An error occurred with our connection.'])
})

it('names the terms that apply, in a new tab [L6]', async () => {
  await openPayment(card)
  const terms = screen.getByRole('link', { name: /^purchase terms and conditions/ })
  expect(terms.getAttribute('href')).toBe('/legal-information/purchase-terms-and-conditions/')
  expect(terms.getAttribute('target')).toBe('_blank')
})

it('removes the bank transfer after it failed to start [PAYM-54]', async () => {
  const page = await openPayment(both, { create_truelayer_payment: refused('Bank is closed') })
  await page.press(/^Instant Bank Transfer/)
  await page.press('Pay £53.00 with your bank')
  expect(screen.queryByRole('button', { name: /^Instant Bank Transfer/ })).toBeNull()
  expect(button(/^Credit or Debit Card/)).toBeDefined()
  expect(notices()).toEqual(['error: Bank is closed'])
})

it('asks for a contact number if it is required, and sends it [PAYM-06, PAYM-07, PAYM-08, ERRS-36]', async () => {
  const page = await openPayment({ ...card, has_require_phone_number: 1 })
  await typeCard(page)
  await page.type('Contact number', '12')
  await page.press('Pay £53.00')
  expect(description(field('Contact number'))).toContain('Type a valid phone number')
  expect(page.sent('pay_with_card')).toEqual([])
  await page.type('Contact number', '07700 900123')
  await page.press('Pay £53.00')
  expect(page.sent('pay_with_card')[0]?.contact_number).toBe('07700 900123')
})

it("asks for the contact number before it opens the bank's page, and sends it [PAYM-07, PAYM-08]", async () => {
  const page = await openPayment(
    { ...both, has_require_phone_number: 1 },
    { create_truelayer_payment: pending({ url: '/bank/' }).reply },
  )
  await page.press(/^Instant Bank Transfer/)
  await page.press('Pay £53.00 with your bank')
  expect(problems()).toEqual(['Type a valid phone number'])
  expect(page.sent('create_truelayer_payment')).toEqual([])
  await page.type('Contact number', '07700 900123')
  await page.press('Pay £53.00 with your bank')
  expect(page.sent('create_truelayer_payment')).toEqual([{ contact_number: '07700 900123' }])
})

it('creates a bank transfer with an empty body if no contact number is required [CALL-24]', async () => {
  const page = await openPayment(both, { create_truelayer_payment: pending({ url: '/bank/' }).reply })
  await page.press(/^Credit or Debit Card/)
  await page.press(/^Instant Bank Transfer/)
  await page.press('Pay £53.00 with your bank')
  expect(problems()).toEqual([])
  expect(page.sent('create_truelayer_payment')).toEqual([{}])
})

it('asks for no contact number if none is required [PAYM-07]', async () => {
  await openPayment(card)
  expect(screen.queryByLabelText('Contact number')).toBeNull()
})

it('says that the card form is loading, and does not pay before [PAYM-42]', async () => {
  const { reply, arrive } = pending(credentials)
  const page = await openPayment(card, { get_card_credentials: reply })
  expect(step().getByText('Loading the card form')).toBeDefined()
  expect(button('Pay £53.00').getAttribute('aria-disabled')).toBe('true')
  expect(description(button('Pay £53.00'))).toBe('The card form is loading.')
  await page.press('Pay £53.00')
  arrive()
  await settled()
  expect(step().queryByText('Loading the card form')).toBeNull()
  expect(page.sent('pay_with_card')).toEqual([])
  expect(problems()).toEqual([])
})

it('shows why the last payment failed and, beside it, that the card form cannot be loaded [PAYM-11]', async () => {
  const page = await openPayment(card, {
    get_payment_error: { text: 'The bank transfer was rejected.' },
    get_card_credentials: refused('No such call', 404),
  })
  const rejection = 'error: The bank transfer was rejected.'
  expect(notices()).toEqual([rejection, "error: We couldn't load the card form. Please try again."])
  page.answer('get_card_credentials', credentials)
  await page.press('Try again')
  expect(notices()).toEqual([rejection])
})

it("shows that the card form couldn't be loaded, and tries again", async () => {
  const page = await openPayment(card, { get_card_credentials: refused('No such call', 404) })
  expect(notices().join()).toMatch(/^error: /)
  expect(button('Pay £53.00').getAttribute('aria-disabled')).toBe('true')
  expect(description(button('Pay £53.00'))).toBe("The card form couldn't be loaded.")
  page.answer('get_card_credentials', credentials)
  button('Try again').focus()
  await page.press('Try again')
  expect(field('Card number at the provider')).toBeDefined()
  expect(document.activeElement?.textContent).toBe(heading())
})

it('has the heading "Complete purchase" in express checkout, and links to the terms in a new tab [PAYM-03, PAYM-16, PAYM-17, PAYM-18, PAYM-19]', async () => {
  await openPayment(express, {}, null)
  expect(heading()).toBe('Complete purchase')
  expect(notices()).toEqual([
    'info: Your tickets are delivered to an account in your name. The purchase terms and conditions (opens in a new tab) apply.',
  ])
  const terms = step().getByRole('link', { name: /purchase terms/ })
  expect(terms.getAttribute('href')).toBe('/legal-information/purchase-terms-and-conditions/')
  expect(terms.getAttribute('target')).toBe('_blank')
})

it('asks an express buyer for name and email, with their placeholders [PAYM-10, PAYM-20, PAYM-21, PAYM-23, PAYM-24]', async () => {
  await openPayment(express, {}, null)
  expect(field('Full name').placeholder).toBe('Type your full name')
  expect(field('Email address').placeholder).toBe('Type your email address')
  expect(screen.queryByLabelText('Contact number')).toBeNull()
})

it("creates an account from an express buyer's details, then pays [PAYM-25, PAYM-26, PAYM-62, SUMM-13]", async () => {
  const page = await openPayment(express, { save_guest_to_sale: { error: '' } }, null)
  expect(await editBasket('Edit basket or add discount code')).toBeDefined()
  await page.type('Full name', 'Grace Hopper')
  await page.type('Email address', 'grace@example.com')
  await page.type('Postcode or zip code', 'M2 1HL')
  await page.press(screen.getByRole('checkbox', { name: 'Hear from Rooftop' }))
  await page.press(screen.getByRole('checkbox', { name: 'Send me the Foyer newsletter' }))
  await typeCard(page)
  await page.press('Pay £53.00')
  expect(page.sent('save_guest_to_sale')).toEqual([{ email: 'grace@example.com', fullname: 'Grace Hopper' }])
  expect(page.sent('set_marketing_preferences')).toEqual([
    { ct_subscribed: 'true', event_subscribed: 'false', 'organiser_subscribed_marketing[3]': 'true' },
  ])
  expect(page.made).toEqual([
    { type: 'card', billing_details: { name: 'Grace Hopper', address: { postal_code: 'M2 1HL' } } },
  ])
  expect(page.sent('pay_with_card')).toHaveLength(1)
})

it('sends nothing for an express buyer with an invalid name, email or postcode [ADDR-20, PAYM-27, PAYM-28, ERRS-37, ERRS-38]', async () => {
  const page = await openPayment(express, {}, null)
  await typeCard(page)
  await page.press('Pay £53.00')
  expect(problems()).toEqual([
    'Type both your first and last name(s)',
    'Type a valid email address',
    'Type your postcode or zip code',
  ])
  expect(page.sent('save_guest_to_sale')).toEqual([])
})

it('says at the name that it takes no card number, and sends nothing [S33]', async () => {
  const page = await openPayment(express, {}, null)
  await page.type('Full name', 'Grace 4242424242424242')
  await page.press('Pay £53.00')
  expect(description(field('Full name'))).toBe('Please do not type card numbers here')
  expect(page.sent('save_guest_to_sale')).toEqual([])
})

it("claims free tickets at once for the buyer's email, with its own heading [PAYM-04, PAYM-30, PAYM-56]", async () => {
  const { reply, arrive } = pending()
  const page = await openPayment({ basket_total: '0.00' }, { claim_free_tickets: reply })
  expect(heading()).toBe('Claiming free tickets')
  expect(step().getByRole('status').textContent).toContain("There's nothing to pay.")
  expect(page.sent('claim_free_tickets')).toEqual([{ email: 'ada@example.com' }])
  arrive()
  await settled()
  expect(shownStep()).toBe('deliver_tickets')
})

it('shows why the shop does not give free tickets, and lets the buyer edit the basket [PAYM-30]', async () => {
  const message = 'You can only buy 2 of Open day, and you already have 2. Please edit your basket'
  await openPayment({ basket_total: '0.00' }, { claim_free_tickets: refused(message, 409) })
  expect(notices()).toEqual([`error: ${message}`])
  expect(await editBasket()).toBeDefined()
})

it('lets the buyer claim again when claiming failed', async () => {
  const page = await openPayment({ basket_total: '0.00' }, { claim_free_tickets: [refused('Busy', 503), {}] })
  expect(notices()).toEqual([
    "error: We haven't claimed your free tickets yet. They're still reserved for you.",
  ])
  expect(document.title).toMatch(/^Error: /)
  const again = new Promise<Response>(() => {})
  page.answer('claim_free_tickets', () => again)
  await page.press('Try again')
  expect(page.sent('claim_free_tickets')).toHaveLength(2)
  expect(document.activeElement?.textContent).toBe(heading())
})

it('links to no organiser whose address is a script [OPEN-55]', async () => {
  await openPayment({ organisers: [{ name: 'Northlight', is_saas: 1, full_url: 'javascript:alert(1)' }] })
  expect(notices()).toHaveLength(1)
  expect(screen.queryByRole('link', { name: /^Contact/ })).toBeNull()
})

it('names the organiser without a payment provider, and offers no payment [PAYM-52, PAYM-53, ERRS-35]', async () => {
  const page = await openPayment({
    organisers: [{ name: 'Northlight', is_saas: 1, full_url: '/organisers/northlight/' }],
  })
  expect(notices()).toEqual([
    'warning: We currently are unable to take payments for this basket as the payment integration has not yet been configured by Northlight.',
  ])
  expect(screen.queryByRole('button', { name: /^Pay/ })).toBeNull()
  const contact = screen.getByRole('link', { name: 'Contact Northlight' })
  expect(contact.getAttribute('href')).toBe('/organisers/northlight/')
  await page.press('Edit basket')
  await page.press('Yes')
  expect(page.sent('destroy_sale')).toHaveLength(1)
})
