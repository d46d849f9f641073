// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import {
  description,
  field,
  openCheckout,
  problems,
  type OpenedCheckout,
  type WireCheckout,
} from './testing/open-checkout.tsx'
import { fakeCardProvider } from './testing/fake-card-provider.ts'
import { charity, line } from './testing/supper.ts'

const card = { opoa: { provider: 'stripe', merchant_id: 'acct_1' } }
const questions = {
  before_payment_questions: {
    '1': [
      { id: '5', ticket_id: '1', question: 'Meal', type: 'text', mandatory: 1 },
      { id: '6', ticket_id: '1', question: 'Allergy', type: 'text', mandatory: 1 },
    ],
  },
}

interface Form {
  form: string
  checkout: WireCheckout
  replies?: Record<string, object>
  /** Opens the form and submits it with problems. */
  submit: (page: OpenedCheckout) => Promise<void>
  /** The problems that the submit finds. */
  found: string[]
  /** Edits the field of the first problem. */
  edit: (page: OpenedCheckout) => Promise<void>
  /** The problems that remain after the edit. */
  left: string[]
}

const forms: Form[] = [
  {
    form: 'email',
    checkout: { state: 'login' },
    submit: (page) => page.press('Send code'),
    found: ['Please type a valid email address'],
    edit: (page) => page.type('Email address', 'a'),
    left: [],
  },
  {
    form: 'name',
    checkout: { state: 'login' },
    replies: { check_one_time_code: { has_account: false } },
    async submit(page) {
      await page.type('Email address', 'ada@example.com')
      await page.press('Send code')
      await page.type('One-time code', '123456')
      await page.press('Verify')
      await page.press('Continue')
    },
    found: ['Please type both your first and last name(s)'],
    edit: (page) => page.type('Full name', 'A'),
    left: [],
  },
  {
    form: 'donation',
    checkout: { state: 'donation', charity },
    submit: (page) => page.press('Continue'),
    found: ['Choose an amount or click Skip donation'],
    edit: (page) => page.press(screen.getByRole('radio', { name: '£5.00' })),
    left: [],
  },
  {
    form: 'Gift Aid',
    checkout: { state: 'gift_aid', charity, donation: { amount_before_booking_fee: '25.00' } },
    async submit(page) {
      await page.press(screen.getByRole('radio', { name: 'Yes, add Gift Aid' }))
      await page.press(screen.getByRole('radio', { name: 'In the UK' }))
      for (const box of screen.getAllByRole('checkbox').slice(0, 3)) await page.press(box)
      await page.press('Continue')
    },
    found: ['Type the first line of your address', 'Type your postcode'],
    edit: (page) => page.type('Address line 1', '1'),
    left: ['Type your postcode'],
  },
  {
    form: 'delivery address',
    checkout: { state: 'delivery_address', require_delivery_address: 1 },
    async submit(page) {
      await page.press('Enter the address manually')
      await page.type('First name', 'Ada')
      await page.type('Last name', 'Byron')
      await page.type('Address line 1', '1 High Street')
      await page.press('Continue')
    },
    found: ['Type a town or city', 'Type your postcode or zip code'],
    edit: (page) => page.type('Town or city', 'B'),
    left: ['Type your postcode or zip code'],
  },
  {
    form: 'ticket questions',
    checkout: { state: 'ticket_questions_before', tickets: [line], ...questions },
    submit: (page) => page.press('Continue'),
    found: ['Meal', 'Allergy'],
    edit: (page) => page.type(/^Meal/, 'F'),
    left: ['Allergy'],
  },
  {
    form: 'express payment',
    checkout: { state: 'payment', express: 1, tickets: [line], basket_total: '0' },
    submit: (page) => page.press('Claim free tickets'),
    found: ['Type both your first and last name(s)', 'Type a valid email address'],
    edit: (page) => page.type('Full name', 'A'),
    left: ['Type a valid email address'],
  },
  {
    form: 'payment',
    checkout: { state: 'payment', has_require_phone_number: 1, tickets: [line], ...card },
    replies: { get_card_credentials: { publishable_key: 'pk_test', account: '', script: '' } },
    async submit(page) {
      await page.press(/^Pay/)
    },
    found: [
      'Type a valid phone number',
      'Type the card number',
      'Type the expiry date',
      'Type the security code',
    ],
    edit: (page) => page.type('Contact number', '0'),
    left: ['Type the card number', 'Type the expiry date', 'Type the security code'],
  },
]

it.each(forms)(
  'drops a problem of the $form form from its field and from the error summary once it is edited [PAYM-29]',
  async ({ checkout, replies, submit, found, edit, left }) => {
    fakeCardProvider()
    const page = await openCheckout(checkout, { replies: replies ?? {} })
    await submit(page)
    expect(problems()).toEqual(found)
    expect(document.title).toMatch(/^Error: /)
    const invalid = document.querySelectorAll('[aria-invalid="true"], fieldset[aria-describedby$="-error"]')
    await edit(page)
    expect(problems()).toEqual(left)
    expect(document.title.startsWith('Error: ')).toBe(left.length > 0)
    expect(invalid[0]).not.toHaveProperty('ariaInvalid', 'true')
    expect(description(invalid[0] as Element)).not.toContain(found[0] as string)
  },
)

it('keeps the room of corrected problems, unread, until the next submit', async () => {
  const page = await openCheckout({ state: 'login' })
  await page.press('Send code')
  const summary = screen.getByRole('alert')
  await page.type('Email address', 'a')
  expect(screen.queryByRole('alert')).toBeNull()
  expect(summary.isConnected).toBe(true)
  expect(summary.textContent).toBe('There is a problemPlease type a valid email address')
  await page.type('Email address', 'ada@example.com')
  await page.press('Send code')
  expect(summary.isConnected).toBe(false)
})

it('drops a problem that another field has fixed [ADDR-17, PAYM-29]', async () => {
  const countries = { countries: { 1: 'United Kingdom', 2: 'United States' }, states: { NY: 'New York' } }
  const page = await openCheckout(
    { state: 'delivery_address', require_delivery_address: 1 },
    { replies: { get_address_all_countries_states: countries } },
  )
  await page.press('Enter the address manually')
  for (const name of ['First name', 'Last name', 'Address line 1', 'Town or city', /^Postcode/])
    await page.type(name, 'X')
  await page.choose('Country', 'United States')
  await page.press('Continue')
  expect(problems()).toEqual(['Choose a state'])
  await page.choose('Country', 'United Kingdom')
  expect(problems()).toEqual([])
})

it('drops a server error of a field once it is edited, and shows the next one [PAYM-29]', async () => {
  const refusal = Response.json({ message: 'Too many codes' }, { status: 422 })
  const page = await openCheckout({ state: 'login' }, { replies: { send_one_time_code: refusal } })
  await page.type('Email address', 'ada@example.com')
  await page.press('Send code')
  expect(description(field('Email address'))).toContain('Too many codes')
  await page.type('Email address', 'ada@example.org')
  expect(description(field('Email address'))).not.toContain('Too many codes')
  await page.press('Send code')
  expect(description(field('Email address'))).toContain('Too many codes')
})

it('does not restore a corrected problem while the buyer continues typing', async () => {
  const page = await openCheckout({ state: 'login' })
  await page.press('Send code')
  await page.type('Email address', 'ada')
  expect(problems()).toEqual([])
  expect(document.activeElement).toBe(field('Email address'))
})

it('focuses the error summary at each submit, not at an edit', async () => {
  const page = await openCheckout({ state: 'payment', express: 1, tickets: [line], basket_total: '0' })
  await page.press('Claim free tickets')
  expect(document.activeElement?.getAttribute('role')).toBe('alert')
  await page.type('Full name', 'Ada Byron')
  expect(document.activeElement).toBe(field('Full name'))
  await page.press('Claim free tickets')
  expect(document.activeElement?.textContent).toBe('There is a problemType a valid email address')
})
