// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { fakeCardProvider } from '#src/checkout/testing/fake-card-provider.ts'
import {
  button,
  field,
  heading,
  notices,
  openCheckout,
  pending,
  problems,
  shownStep,
  step,
  type OpenedCheckout,
} from '#src/checkout/testing/open-checkout.tsx'
import { ada, card, credentials, typeCard } from '#src/checkout/testing/open-payment.ts'

const organisers = [
  { id: '3', organiser_subscribed: 1, marketing_signup_message: 'Hear from Rooftop' },
  { id: '4', organiser_subscribed: 0, marketing_signup_message: '' },
]
const express = {
  state: 'payment',
  express: true,
  basket_total: '53.00',
  organisers: [{ name: 'Globe' }],
  ...card,
  marketing_preferences: { ct_subscribed: 1, event_subscribed: 1, basket_organisers: organisers },
} as const
const replies = {
  get_card_credentials: credentials,
  get_address_all_countries_states: {
    countries: { 1: 'United Kingdom', 2: 'United States' },
    states: { CA: 'California' },
  },
  pay_with_card: { status: 'success' },
  save_guest_to_sale: { error: '' },
}

function open(changes: object = {}, user: object | null = null) {
  fakeCardProvider()
  return openCheckout({ ...express, ...changes }, { replies, user })
}

async function pay(page: OpenedCheckout) {
  await typeCard(page)
  await page.press('Pay £53.00')
}

async function typeAccount(page: OpenedCheckout) {
  await page.type('Full name', 'Grace Hopper')
  await page.type('Email address', 'grace@example.com')
}

const inOrder = (parts: HTMLElement[]) =>
  parts.toSorted((one, other) =>
    one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1,
  )

const checkbox = (name: string | RegExp) => screen.getByRole<HTMLInputElement>('checkbox', { name })

it('puts the details of an express buyer and the card under headings of their own', async () => {
  await open()
  const parts = [
    step().getByRole('heading', { name: 'Your details' }),
    field('Full name'),
    step().getByRole('heading', { name: 'Your card' }),
    field('Card number at the provider'),
  ]
  expect(inOrder(parts)).toEqual(parts)
})

it('asks an express buyer for name and card before marketing and terms [PAYM-16, PAYM-25]', async () => {
  await open()
  const parts = [
    field('Full name'),
    field('Card number at the provider'),
    screen.getByRole('group', { name: 'Keep updated' }),
    step().getByText(/^Your tickets are delivered to an account/),
    button('Pay £53.00'),
  ]
  expect(inOrder(parts)).toEqual(parts)
})

it('asks an express buyer for the contact number that the organiser requires [PAYM-22]', async () => {
  await open({ has_require_phone_number: 1, contact_number: '0113 496 0000' })
  expect(field('Contact number').type).toBe('tel')
  expect(field('Contact number').value).toBe('0113 496 0000')
})

it('asks an express buyer for no contact number if none is required [PAYM-07]', async () => {
  await open()
  expect(field('Full name').value).toBe('')
  expect(screen.queryByLabelText('Contact number')).toBeNull()
})

it('fills in what is known of an express buyer: the account, or the email that the sale began with', async () => {
  await open({ init_guest_email: 'first@example.com' })
  expect(field('Email address').value).toBe('first@example.com')
})

it('fills in the name and the email of a signed-in express buyer', async () => {
  await open({ init_guest_email: 'first@example.com' }, ada)
  expect([field('Full name').value, field('Email address').value]).toEqual(['Ada Byron', 'ada@example.com'])
})

it('starts with the marketing choices made before, and sends each of them [PAYM-25, PAYM-26] [L1]', async () => {
  const page = await open()
  expect(checkbox('Hear from Rooftop').checked).toBe(true)
  expect(checkbox('Tell me about more events by the organiser').checked).toBe(false)
  expect(checkbox('Send me the Foyer newsletter').checked).toBe(true)
  await page.press(checkbox('Send me the Foyer newsletter'))
  await typeAccount(page)
  await page.type('Postcode or zip code', 'M2 1HL')
  await pay(page)
  expect(page.sent('set_marketing_preferences')).toEqual([
    {
      ct_subscribed: 'false',
      event_subscribed: 'true',
      'organiser_subscribed_marketing[3]': 'true',
      'organiser_subscribed_marketing[4]': 'false',
    },
  ])
})

it('is busy while the account is saved, and keeps the typed card [PAYM-02]', async () => {
  const page = await open()
  page.answer('save_guest_to_sale', pending().reply)
  await typeAccount(page)
  await page.type('Postcode or zip code', 'M2 1HL')
  await pay(page)
  expect(heading()).toBe('Confirming Payment')
  expect(button('Pay £53.00').getAttribute('aria-busy')).toBe('true')
  expect(field('Card number at the provider').value).toBe('4')
})

it('asks for the newsletter only where the shop knows no organiser to hear from', async () => {
  await open({ marketing_preferences: null })
  expect(screen.getAllByRole('checkbox')).toEqual([checkbox('Send me the Foyer newsletter')])
  expect(checkbox('Send me the Foyer newsletter').checked).toBe(false)
})

it('asks an express buyer for the address of a delivery, and sends it in their name [ADDR-16, ADDR-17, PAYM-62]', async () => {
  const page = await open({ require_delivery_address: 1 })
  await typeAccount(page)
  await page.type('Address line 1', '1 High Street')
  await page.type('Address line 2 (optional)', 'Flat 2')
  await pay(page)
  expect(problems()).toEqual(['Please complete your address'])
  await page.type('Town or city', 'Springfield')
  await page.type('Postcode or zip code', '90210')
  expect(screen.queryByLabelText('State')).toBeNull()
  await page.choose('Country', 'United States')
  await page.choose('State', 'California')
  await page.press('Pay £53.00')
  expect(page.sent('set_delivery_address')).toEqual([
    {
      'address[selected_user_address_id]': 'new',
      'address[first_name]': 'Grace',
      'address[last_name]': 'Hopper',
      'address[address_1]': '1 High Street',
      'address[address_2]': 'Flat 2',
      'address[town]': 'Springfield',
      'address[postcode]': '90210',
      'address[country]': '2',
      'address[state]': 'CA',
      gift_voucher_from: '',
      gift_voucher_to: '',
    },
  ])
  expect(shownStep()).toBe('deliver_tickets')
})

it('lists what is missing in the order of the page, where an address and a gift voucher are asked for', async () => {
  const page = await open({ gift_vouchers: [{ id: '9', name: 'Gift voucher', value: '25.00', qty: 1 }] })
  await typeAccount(page)
  await pay(page)
  expect(problems()).toEqual([
    'Please complete your address',
    'Who is the gift voucher from?',
    'Who is the gift voucher for?',
  ])
})

it('offers the United Kingdom for a delivery where no countries can be loaded [OPEN-80]', async () => {
  fakeCardProvider()
  const failing = { ...replies, get_address_all_countries_states: new Response('', { status: 400 }) }
  await openCheckout({ ...express, require_delivery_address: 1 }, { replies: failing })
  expect([...field('Country').querySelectorAll('option')].map(({ textContent }) => textContent)).toEqual([
    'United Kingdom',
  ])
})

it('asks an unknown buyer of free tickets for an account, and then claims them [OPEN-18, PAYM-04]', async () => {
  const page = await open({ express: false, basket_total: '0.00' })
  expect(heading()).toBe('Claiming free tickets')
  expect(page.sent('claim_free_tickets')).toEqual([])
  expect(screen.queryByLabelText('Postcode or zip code')).toBeNull()
  expect(screen.queryByRole('group', { name: 'Card details' })).toBeNull()
  expect(notices()).toEqual([])
  await typeAccount(page)
  expect(button('Claim free tickets').getAttribute('aria-disabled')).toBeNull()
  await page.press('Claim free tickets')
  expect(page.sent('save_guest_to_sale')).toEqual([{ email: 'grace@example.com', fullname: 'Grace Hopper' }])
  expect(page.sent('claim_free_tickets')).toEqual([{ email: 'grace@example.com' }])
  expect(shownStep()).toBe('deliver_tickets')
})
