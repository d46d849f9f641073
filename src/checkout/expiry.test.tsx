// @vitest-environment happy-dom
import { act, screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { heldSteps } from '#machines/testing/held-steps.ts'
import { draftOf } from '#src/lib/form-drafts.ts'
import { everyStep, fakeScripts } from './testing/every-step.ts'
import {
  heading,
  notices,
  openCheckout,
  settled,
  shownStep,
  step,
  type OpenedCheckout,
  type WireCheckout,
} from './testing/open-checkout.tsx'
import { ada, card, credentials } from './testing/open-payment.ts'

const simulateClock = () =>
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance', 'Date'], shouldAdvanceTime: true })

/** Lets the hold of 5 seconds expire. */
async function expire(page: OpenedCheckout) {
  page.change({ state: 'basket', seconds_remaining: 0 })
  await act(() => vi.advanceTimersByTimeAsync(6_000))
  await settled()
}

async function reserveAgain(page: OpenedCheckout) {
  page.answer('reserve_tickets', { reserved: 1, sale_reference: 'S1', checkout_time: 600 })
  await page.press(/^Reserve Basket/)
  await act(() => vi.advanceTimersByTimeAsync(1_000))
  await settled()
}

it.each(heldSteps)(
  'returns to the basket from %s when the hold expires while the buyer types, says so, and moves the focus [F18]',
  async (state) => {
    simulateClock()
    fakeScripts()
    const { checkout, user, replies = {} } = everyStep[state]
    const page = await openCheckout({ ...checkout, seconds_remaining: 5 }, { user, replies })
    const input = screen.queryAllByRole<HTMLInputElement>('textbox').find((one) => one.closest('main'))
    if (input) await page.type(input, '42')
    input?.focus()
    await expire(page)
    expect(shownStep()).toBe('basket')
    expect(notices().join()).toContain('Your checkout time expired')
    expect(document.activeElement?.textContent).toBe(heading())
    await reserveAgain(page)
    expect(shownStep()).not.toBe('basket')
  },
)

it('still asks for the code that was sent before the hold expired [F18]', async () => {
  simulateClock()
  const { checkout, user } = everyStep.login
  const page = await openCheckout({ ...checkout, seconds_remaining: 5 }, { user })
  await page.type('Email address', 'ada@example.com')
  await page.press('Send code')
  await expire(page)
  await reserveAgain(page)
  expect(step().getByText('ada@example.com')).toBeDefined()
  expect(step().getByLabelText('One-time code')).toBeDefined()
})

const charity = { id: '7', name: 'Open Door', donation_options: ['5.00', '20.00'] }
const giving = { ...everyStep.donation.checkout, charity, organisers: [{ charity: 1 }] }
const questions = [
  { id: '5', ticket_id: '1', question: 'Meal', type: 'text', mandatory: '0' },
  { id: '6', ticket_id: '1', question: 'Wheelchair', type: 'checkbox', mandatory: '0' },
  {
    id: '7',
    ticket_id: '1',
    question: 'Size',
    type: 'dropdown',
    mandatory: '0',
    prepopulated_array: ['S', 'M'],
  },
]
const countries = {
  countries: { 1: 'United Kingdom', 2: 'United States' },
  states: { CA: 'California', NY: 'New York' },
}
const delivering = {
  ...everyStep.delivery_address.checkout,
  has_require_phone_number: 1,
  gift_vouchers: [{ id: '1', name: 'Voucher', qty: 1, value: '5.00' }],
}
const signIn = async (page: OpenedCheckout) => page.press('Continue')
const signInAsGuest = async (page: OpenedCheckout) => {
  await page.press('Send code')
  await page.type('One-time code', '123456')
  await page.press('Verify')
}

/** Forms of the steps with a countdown: what opens them, and the way back to them from the reserved tickets. */
const forms: {
  form: string
  checkout: WireCheckout
  user?: object | null
  replies?: Record<string, object>
  open?: (page: OpenedCheckout) => Promise<void>
  back?: (page: OpenedCheckout) => Promise<void>
  /** A list whose choice shows another field. */
  choose?: [field: string, option: string]
}[] = [
  { form: 'email', checkout: everyStep.login.checkout },
  {
    form: 'name',
    checkout: everyStep.login.checkout,
    replies: { check_one_time_code: { has_account: false } },
    open: async (page) => {
      await page.type('Email address', 'ada@example.com')
      await signInAsGuest(page)
    },
    back: signInAsGuest,
  },
  { form: 'donation', checkout: giving },
  {
    form: 'Gift Aid',
    checkout: { ...giving, state: 'gift_aid', donation: { amount_before_booking_fee: '20.00' } },
    open: (page) => page.press(screen.getByLabelText('Yes, add Gift Aid')),
    back: (page) => page.press('Continue'),
  },
  { form: 'emails to receive', ...everyStep.marketing_preferences, back: signIn },
  {
    form: 'delivery address',
    checkout: delivering,
    user: ada,
    replies: {
      get_address_all_countries_states: countries,
      get_user_addresses: { existing_addresses: [{ id: 5, full_address: '1 High Street' }] },
    },
    open: async (page) => {
      await page.press(screen.getByLabelText('Use a new address'))
      await page.press('Enter the address manually')
    },
    back: signIn,
    choose: ['Country', 'United States'],
  },
  {
    form: 'address finder',
    checkout: everyStep.delivery_address.checkout,
    user: ada,
    back: signIn,
  },
  {
    form: 'ticket questions',
    checkout: { ...everyStep.ticket_questions_before.checkout, before_payment_questions: { '1': questions } },
    user: ada,
    back: signIn,
  },
  {
    form: 'contact number',
    checkout: { ...everyStep.payment.checkout, has_require_phone_number: 1 },
    user: ada,
    replies: { get_card_credentials: credentials },
    back: signIn,
  },
  {
    form: 'express account',
    checkout: {
      ...everyStep.payment.checkout,
      ...card,
      express: true,
      require_delivery_address: 1,
      has_require_phone_number: 1,
      marketing_preferences: everyStep.marketing_preferences.checkout.marketing_preferences,
    },
    replies: { get_card_credentials: credentials, get_address_all_countries_states: countries },
    choose: ['Country', 'United States'],
  },
]

/** The values of all named fields of the step, which are those of the shop: the card provider's have none. */
const shownValues = () =>
  [...document.querySelectorAll<HTMLInputElement>('main input[name]:not([type=hidden]), main select')].map(
    ({ type, name, value, checked }) => [name, type === 'radio' || type === 'checkbox' ? checked : value],
  )

it.each(forms)(
  'shows again what was typed and not sent when the hold expired and the tickets are reserved again: $form [F18]',
  async ({ checkout, user = null, replies = {}, open, back, choose }) => {
    simulateClock()
    fakeScripts()
    const page = await openCheckout(
      { ...checkout, seconds_remaining: 5 },
      { user, replies, hasBriefInput: true },
    )
    await open?.(page)
    if (choose) await page.choose(...choose)
    for (const box of step().queryAllByRole('checkbox')) await page.press(box)
    for (const radio of step().queryAllByRole('radio').slice(-1)) await page.press(radio)
    const inputs = [...step().queryAllByRole('textbox'), ...step().queryAllByRole('spinbutton')]
    for (const [index, input] of inputs.entries()) await page.type(input, `${index + 7}`)
    for (const list of step().queryAllByRole<HTMLSelectElement>('combobox'))
      await page.choose(list.labels[0]?.textContent ?? '', list.options[list.options.length - 1]?.text ?? '')
    const typed = shownValues()
    expect(typed.length).toBeGreaterThan(0)

    await expire(page)
    expect(shownStep()).toBe('basket')
    await reserveAgain(page)
    await back?.(page)
    expect(shownStep()).toBe(checkout.state)
    expect(shownValues()).toEqual(typed)
    const ofProvider = step()
      .queryAllByRole<HTMLInputElement>('textbox')
      .filter(({ name }) => !name)
    expect(ofProvider.map(({ value }) => value).join('')).toBe('')
  },
)

it('does not fill in again a donation that the buyer has skipped [F18] [L2]', async () => {
  simulateClock()
  const page = await openCheckout({ ...giving, seconds_remaining: 5 }, { hasBriefInput: true })
  await page.type('Or another amount', '47')
  await page.press('Skip donation')
  expect(shownStep()).toBe('login')
  await expire(page)
  await reserveAgain(page)
  expect(shownStep()).toBe('donation')
  expect(shownValues()).toContainEqual(['amount[]', ''])
})

it('does not tick again what the buyer has sent and then cancelled elsewhere [F18] [L1]', async () => {
  simulateClock()
  const { checkout, user } = everyStep.marketing_preferences
  const page = await openCheckout({ ...checkout, seconds_remaining: 5 }, { user, hasBriefInput: true })
  await page.press(step().getByLabelText('Send me the Foyer newsletter'))
  await page.press('Continue')
  expect(shownStep()).toBe('payment')
  await expire(page)
  await reserveAgain(page)
  await signIn(page)
  expect(shownStep()).toBe('marketing_preferences')
  expect(shownValues()).toContainEqual(['newsletter', false])
})

it('forgets what was typed when the buyer signs out [F18]', async () => {
  simulateClock()
  const page = await openCheckout({ ...delivering, seconds_remaining: 5 }, { user: ada, hasBriefInput: true })
  await page.press('Enter the address manually')
  await page.type('Town or city', 'Bath')
  await expire(page)
  await reserveAgain(page)
  page.answer('get_user', { user: [] })
  expect(draftOf('delivery_address').size).toBe(1)
  await page.press('Sign out')
  expect(draftOf('delivery_address').size).toBe(0)
})
