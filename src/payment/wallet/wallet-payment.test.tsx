// @vitest-environment happy-dom
import { act, screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { checkoutQuery } from '#src/checkout/checkout-calls.ts'
import {
  button,
  field,
  heading,
  notices,
  pending,
  problems,
  refused,
  settled,
  shownStep,
  step,
} from '#src/checkout/testing/open-checkout.tsx'
import { both, card, credentials, openPayment, typeCard } from '#src/checkout/testing/open-payment.ts'

const tickets = [{ ticket_id: 't1', ticket_name: 'Adult', price: '25.00', qty: 2 }]
const declined = { status: 'unsuccessful', message: 'Your card was declined.' }

const open = (changes: object = {}, ...others: [Record<string, object>?, (object | null)?]) =>
  openPayment({ tickets, ...card, ...changes }, ...others)

/** Opens the step on a device with a wallet. */
async function openWithWallet(...args: Parameters<typeof open>) {
  const page = await open(...args)
  page.wallet.report(true)
  return page
}

const wallets = () => screen.queryByRole('region', { name: 'Pay with a wallet' })

it('shows the wallet buttons above the other ways to pay once the device has reported a wallet', async () => {
  const page = await open(both)
  expect(wallets()).toBeNull()
  page.wallet.report(true)
  const others = step().getByText('How would you like to pay?')
  expect(wallets()?.compareDocumentPosition(others)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
  expect(wallets()?.textContent).toBe('Or pay another way')
})

it.each([
  ['the device has no wallet', {}, (page: Opened) => page.wallet.report(false)],
  ['the buttons could not be loaded', {}, (page: Opened) => page.wallet.failToLoad()],
  ['there is nothing to pay', { basket_total: '0.00', express: 1 }, () => {}],
])('shows nothing of a wallet if %s', async (_, changes, report) => {
  const page = await open(changes, {}, null)
  report(page)
  expect(document.querySelector('section[data-hidden]')).toBeNull()
  expect(wallets()).toBeNull()
})
type Opened = Awaited<ReturnType<typeof open>>

it('takes cards where the provider rejects the wallets, as with an unknown currency', async () => {
  const complaints = vi.spyOn(console, 'error').mockImplementation(() => {})
  const page = await open({ currency: '¤' })
  expect(complaints.mock.calls.flat().join(' ')).toContain('Unknown currency')
  complaints.mockClear()
  expect(wallets()).toBeNull()
  await typeCard(page)
  await page.press('Pay ¤53.00')
  expect(shownStep()).toBe('deliver_tickets')
})

it('asks the provider for wallets that pay as a card, with the total of the basket', async () => {
  const page = await openWithWallet()
  expect(page.wallet.group).toMatchObject({
    mode: 'payment',
    amount: 5300,
    currency: 'gbp',
    paymentMethodCreation: 'manual',
    allowedPaymentMethodTypes: ['card'],
  })
})

it('keeps the room of the buttons while the buyer uses what its end would move', async () => {
  const page = await open({ ...card, has_require_phone_number: 1 })
  const room = () => step().queryByText('Or pay by card')
  field('Card number at the provider').focus()
  page.wallet.report(false)
  expect(wallets()).toBeNull()
  expect(room()).not.toBeNull()
  await page.press(field('Contact number'))
  expect(room()).toBeNull()
})

it('shows the buttons in their room although another way to pay is chosen', async () => {
  const page = await open(both)
  await page.press(/^Credit or Debit Card/)
  page.wallet.report(true)
  expect(wallets()).not.toBeNull()
})

it('waits with buttons that come after the card form has failed while another way to pay is chosen, until its payment was declined', async () => {
  const page = await open(both, {
    get_card_credentials: refused('No such call', 404),
    pay_with_card: declined,
  })
  expect(document.querySelector('section[data-roomless]')).not.toBeNull()
  await page.press(/^Credit or Debit Card/)
  page.answer('get_card_credentials', credentials)
  await page.press('Try again')
  act(() => (document.activeElement as HTMLElement | null)?.blur())
  page.wallet.report(true)
  expect(wallets()).toBeNull()
  await typeCard(page)
  await page.press('Pay £53.00')
  expect(wallets()).not.toBeNull()
})

it("shows the rows of the order summary and the total in the wallet's sheet [SUMM-03]", async () => {
  const page = await openWithWallet()
  expect(page.wallet.press()).toEqual({
    lineItems: [
      { name: 'Subtotal', amount: 5000 },
      { name: 'Booking fee', amount: 300 },
    ],
  })
})

it('pays with the card of a confirmed wallet, and continues [PAYM-43, PAYM-58]', async () => {
  const page = await openWithWallet({ ...card, has_require_phone_number: 1, contact_number: '07700900123' })
  page.wallet.press()
  await page.wallet.confirm()
  expect(page.made).toEqual([{ wallet: true }])
  expect(page.sent('pay_with_card')).toEqual([
    {
      payment_method_id: 'pm_1',
      contact_number: '07700900123',
      attempt: expect.stringMatching(/^[\w-]{36}$/) as string,
    },
  ])
  expect(page.wallet.failures).toEqual([])
  expect(shownStep()).toBe('deliver_tickets')
})

it('shows that it is confirming a payment by wallet, and keeps the card form and the buttons inert meanwhile [PAYM-02, PAYM-43]', async () => {
  const { reply, arrive } = pending({ status: 'success' })
  const page = await openWithWallet({}, { pay_with_card: reply })
  page.wallet.press()
  await page.wallet.confirm()
  expect(heading()).toBe('Confirming Payment')
  expect(wallets()?.closest('[inert]')).toBeTruthy()
  expect(field('Card number at the provider').closest('[hidden]')).toBeNull()
  expect(page.wallet.press()).toBeNull()
  await page.wallet.confirm()
  expect(page.wallet.failures).toHaveLength(1)
  arrive()
  await settled()
  expect(page.sent('pay_with_card')).toHaveLength(1)
})

it('chooses nothing in the list of methods while a wallet pays [PAYM-41]', async () => {
  const page = await openWithWallet(both, { pay_with_card: pending().reply })
  page.wallet.press()
  await page.wallet.confirm()
  expect(heading()).toBe('Confirming Payment')
  expect(step().queryByRole('button', { pressed: true })).toBeNull()
  expect(field('Card number at the provider').closest('[hidden]')).not.toBeNull()
})

it('opens no sheet while other fields of the form are wrong, and lists them', async () => {
  const page = await openWithWallet({ ...both, has_require_phone_number: 1 })
  expect(page.wallet.press()).toBeNull()
  await settled()
  expect(problems()).toEqual(['Type a valid phone number'])
  await page.type('Contact number', '07700 900123')
  expect(page.wallet.press()).not.toBeNull()
})

const express = { ...card, express: 1, has_require_phone_number: 1 }
const ada = { name: 'Ada Byron', email: 'ada@example.com', phone: '+44 7700 900123' }

it('shows the wallet buttons of express checkout before the fields, and says that the fields are for a card', async () => {
  await openWithWallet(express, {}, null)
  expect(wallets()?.compareDocumentPosition(field('Full name'))).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
  expect(wallets()?.textContent).toBe(
    'Your wallet fills in the name and email that you leave empty.Or pay by card',
  )
})

it('says that a wallet pays all at once where others can pay by a plan', async () => {
  const months = [{ uk_due: '21/11/2026', value: '10.00' }]
  const plans = { payment_plan_schedule_options: { 3: { schedule: months } } }
  await openWithWallet({ ...both, ...plans, basket_total: '26.90' })
  expect(wallets()?.textContent).toBe('A wallet pays all £26.90 today.Or pay another way')
})

it.each([
  ['name and email, and for the phone number that the shop demands', 1, true],
  ['name and email, but for no phone number that the shop does not demand', 0, false],
])("asks an express buyer's wallet for %s", async (_, has_require_phone_number, phoneNumberRequired) => {
  const page = await openWithWallet({ ...express, has_require_phone_number }, {}, null)
  expect(page.wallet.asked).toMatchObject({
    billingAddressRequired: true,
    emailRequired: true,
    phoneNumberRequired,
  })
})

it('asks no wallet for details that an account has', async () => {
  const page = await openWithWallet()
  expect(Object.keys(page.wallet.asked)).toEqual(['buttonHeight'])
})

it('takes name, email and phone number of an express buyer from the wallet, where they are not typed [PAYM-62]', async () => {
  const page = await openWithWallet(express, { save_guest_to_sale: {} }, null)
  await page.type('Email address', 'byron@example.com')
  expect(page.wallet.press()).not.toBeNull()
  expect(problems()).toEqual([])
  await page.wallet.confirm(ada)
  expect(page.sent('save_guest_to_sale')).toEqual([{ email: 'byron@example.com', fullname: 'Ada Byron' }])
  expect(page.sent('pay_with_card')).toMatchObject([{ contact_number: '+44 7700 900123' }])
})

it("asks an express buyer for what the wallet does not tell, not for the typed card's postcode [PAYM-27, PAYM-28, PAYM-62]", async () => {
  const page = await openWithWallet(express, { save_guest_to_sale: {} }, null)
  page.wallet.press()
  await page.wallet.confirm({ name: 'Ada' })
  expect(problems()).toEqual([
    'Type both your first and last name(s)',
    'Type a valid email address',
    'Type a valid phone number',
  ])
  expect(page.wallet.failures).toEqual([
    { reason: 'fail', message: 'Please check your details on the page.' },
  ])
  await page.type('Full name', 'Ada Byron')
  await page.type('Email address', 'ada@')
  act(() => field('Email address').blur())
  expect(page.wallet.press()).toBeNull()
  await settled()
  await page.type('Email address', 'ada@example.com')
  page.wallet.press()
  await page.wallet.confirm(ada)
  expect(page.sent('save_guest_to_sale')).toEqual([{ email: 'ada@example.com', fullname: 'Ada Byron' }])
  expect(page.sent('pay_with_card')).toHaveLength(1)
})

it('shows the wallet buttons after what no wallet tells: where to post an express order to', async () => {
  const page = await openWithWallet({ ...express, require_delivery_address: 1 }, {}, null)
  expect(wallets()?.compareDocumentPosition(field('Full name'))).toBe(Node.DOCUMENT_POSITION_PRECEDING)
  expect(page.wallet.press()).toBeNull()
  await settled()
})

it('tells the buyer and the sheet of a declined wallet, and takes another attempt or a card [PAYM-47, PAYM-48]', async () => {
  const page = await openWithWallet({}, { pay_with_card: [declined, declined, { status: 'success' }] })
  page.wallet.press()
  await page.wallet.confirm()
  expect(notices()).toEqual(['error: Your card was declined.You have not been charged. Try another card.'])
  expect(page.wallet.failures).toEqual([{ reason: 'fail', message: 'Your card was declined.' }])
  page.wallet.press()
  await page.wallet.confirm()
  await typeCard(page)
  await page.press('Pay £53.00')
  const sent = page.sent('pay_with_card')
  expect(sent.map(({ payment_method_id }) => payment_method_id)).toEqual(['pm_1', 'pm_2', 'pm_3'])
  expect(new Set(sent.map(({ attempt }) => attempt)).size).toBe(3)
  expect(shownStep()).toBe('deliver_tickets')
})

it('sends nothing if the wallet makes no payment method, and shows why [PAYM-61]', async () => {
  const page = await openWithWallet()
  page.rejectNextCard('Your wallet is locked.')
  page.wallet.press()
  await page.wallet.confirm()
  expect(notices()).toEqual(['error: Your wallet is locked.You have not been charged. Try another card.'])
  expect(page.wallet.failures).toEqual([{ reason: 'fail', message: 'Your wallet is locked.' }])
  expect(page.sent('pay_with_card')).toEqual([])
})

it('makes a new payment method for each confirmation, also after a payment that the shop could not start', async () => {
  const notStarted = refused('Try again in a moment', 503)
  const page = await openWithWallet({}, { pay_with_card: [notStarted, { status: 'success' }] })
  page.wallet.press()
  await page.wallet.confirm()
  expect(notices()).toEqual(['error: Try again in a moment'])
  expect(page.wallet.failures).toHaveLength(1)
  page.wallet.press()
  await page.wallet.confirm()
  expect(page.sent('pay_with_card').map(({ payment_method_id }) => payment_method_id)).toEqual([
    'pm_1',
    'pm_2',
  ])
  expect(shownStep()).toBe('deliver_tickets')
})

it('keeps the form as it is when the sheet is closed without paying', async () => {
  const page = await openWithWallet({ ...both, has_require_phone_number: 1 })
  await page.type('Contact number', '07700 900123')
  await page.press(/^Credit or Debit Card/)
  page.wallet.press()
  await settled()
  expect(field('Contact number').value).toBe('07700 900123')
  expect(button(/^Credit or Debit Card/).getAttribute('aria-pressed')).toBe('true')
  expect(page.sent('pay_with_card')).toEqual([])
})

it('charges no total that differs from the one in the sheet, and asks with the new one, in the sheet and on the page', async () => {
  const page = await openWithWallet()
  page.wallet.press()
  page.change({ basket_total: '63.00' })
  const { queryClient } = await import('#src/app/query-client.ts')
  await act(() => queryClient.fetchQuery({ ...checkoutQuery, staleTime: 0 }))
  await settled()
  expect(page.wallet.group.amount).toBe(6300)
  await page.wallet.confirm()
  expect(page.wallet.failures).toEqual([
    { reason: 'fail', message: 'The total has changed to £63.00. Please check it and pay again.' },
  ])
  expect(screen.getByText(/^The total has changed to £63.00/, { selector: 'form p' })).toBeDefined()
  expect(page.sent('pay_with_card')).toEqual([])
  page.wallet.press()
  await page.wallet.confirm()
  expect(page.sent('pay_with_card')).toHaveLength(1)
})

it('opens the page of the bank if it must confirm the payment', async () => {
  const assign = vi.spyOn(window.location, 'assign').mockImplementation(() => {})
  const page = await openWithWallet({}, { pay_with_card: { status: 'redirect_to_url', url: '/3ds/' } })
  page.wallet.press()
  await page.wallet.confirm()
  expect(assign).toHaveBeenCalledWith(expect.stringMatching(/\/3ds\/$/))
  expect(page.wallet.failures).toEqual([])
})
