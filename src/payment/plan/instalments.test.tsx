// @vitest-environment happy-dom
import { act, screen, within } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import {
  button,
  description,
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
import { draftOf } from '#src/lib/form-drafts.ts'
import { card, fakeTimers, nextCheck, openPayment, typeCard } from '#src/checkout/testing/open-payment.ts'

const failed = 'There was an error with your payment. Please try again.'

const plans = {
  1: { label: 'Pay in full', schedule: [{ uk_due: '21/11/2026', value: '60.00' }] },
  3: {
    label: '3 months',
    schedule: [
      { uk_due: '21/11/2026', value: '22.00' },
      { uk_due: '21/12/2026', value: '19.00' },
      { uk_due: '21/01/2027', value: '19.00' },
    ],
  },
  6: {
    label: '6 months',
    schedule: [
      { uk_due: '21/11/2026', value: '12.50' },
      ...['12/2026', '01/2027', '02/2027', '03/2027', '04/2027'].map((month) => ({
        uk_due: `21/${month}`,
        value: '9.50',
      })),
    ],
  },
}
const visa = {
  payment_method_id: '7',
  card_type: 'visa',
  last4digits: '4242',
  expiry: '04/2031',
  is_default: 0,
}
const amex = {
  payment_method_id: '9',
  card_type: 'amex',
  last4digits: '0005',
  expiry: '12/2027',
  is_default: 1,
}

const open = (
  changes: object = {},
  reply: object = { status: 'success' },
  replies: Record<string, object> = {},
) =>
  openPayment(
    { ...card, basket_total: '60.00', payment_plan_schedule_options: plans, ...changes },
    { pay_with_instalment: reply, ...replies },
  )

/** Opens the panel, chooses three months and types a mobile number. */
async function openPlan(changes: object = {}, reply?: object) {
  const page = await open(changes, reply)
  await page.press(/^Set up a payment plan/)
  await page.press(radio('3 months'))
  await page.type(mobileLabel, '07700 900123')
  return page
}

const mobileLabel = 'Please enter a mobile number *'
const radio = (name: string | RegExp) => screen.getByRole<HTMLInputElement>('radio', { name })
const group = (name: string) => within(screen.getByRole('group', { name }))
const summary = () => screen.getByRole('region', { name: 'Order summary' })
const radios = (name: string) =>
  group(name)
    .getAllByRole('radio')
    .map((one) => `${one.parentElement?.textContent}${(one as HTMLInputElement).checked ? ' ✓' : ''}`)
const pay = () => button(/^Pay( £[\d.]+( today)?)?$/)
const cardGroup = () => screen.queryByRole('group', { name: 'Card details' })

it('offers instalments under their own heading, beside the methods to pay now [PAYM-14, PAYM-15, PAYM-63]', async () => {
  await open({ opoa: { provider: 'pay' } })
  const list = group('How would you like to pay?')
  const parts = [...list.getAllByRole('heading', { level: 2 }), ...list.getAllByRole('button')]
  parts.sort((a, b) => (a.compareDocumentPosition(b) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1))
  expect(parts.map((part) => part.textContent.replace(/(Transfer|Card|plan).*/, '$1'))).toEqual([
    'Pay now',
    'Instant Bank Transfer',
    'Credit or Debit Card',
    'Pay in instalments',
    'Set up a payment plan',
  ])
})

it.each([
  ['no plan', {}],
  ['only the plan of one month', { payment_plan_schedule_options: { 1: plans[1] } }],
  ['express checkout', { express: 1, payment_plan_schedule_options: plans }],
])('shows no headings and no instalments with %s [OPEN-08, OPEN-09, OPEN-27]', async (_, changes) => {
  await open({ opoa: { provider: 'pay' }, payment_plan_schedule_options: {}, ...changes })
  expect(screen.queryByRole('heading', { name: 'Pay now' })).toBeNull()
  expect(screen.queryByRole('heading', { name: 'Pay in instalments' })).toBeNull()
  expect(screen.queryByRole('button', { name: /^Set up a payment plan/ })).toBeNull()
})

it('asks over how many months, with a radio button for each option but one month [INST-01, INST-02, INST-03, INST-04]', async () => {
  const page = await open()
  expect(screen.queryByRole('radio')).toBeNull()
  await page.press(/^Set up a payment plan/)
  expect(radios('Over how many months would you like to pay?')).toEqual([
    '3 months£22.00 today, then 2 × £19.00',
    '6 months£12.50 today, then 5 × £9.50',
  ])
})

it.each([
  ['the least of several', plans, 'From £12.50 today, the rest in monthly payments.'],
  ['that of the only one', { 3: plans[3] }, '£22.00 today, the rest in monthly payments.'],
  [
    'that of the only one known',
    { 3: plans[3], 4: { schedule: [] } },
    'From £22.00 today, the rest in monthly payments.',
  ],
  ['none that is not known', { 4: { schedule: [] } }, 'Pay a part today and the rest in monthly payments.'],
])('names the first payment of a plan before one is chosen: %s', async (_, options, note) => {
  await open({ payment_plan_schedule_options: options })
  expect(screen.getByRole('button', { name: /^Set up a payment plan/ }).textContent).toBe(
    `Set up a payment plan${note}`,
  )
})

it('leaves the first payment to the options once a plan is chosen', async () => {
  const page = await open()
  await page.press(/^Set up a payment plan/)
  expect(button(/^Set up a payment plan/).textContent).toBe('Set up a payment plan')
})

it('says what later payments of different amounts are together', async () => {
  const values = ['20.01', '20.00', '19.99'].map((value, month) => ({
    uk_due: `21/0${month + 1}/2027`,
    value,
  }))
  const page = await open({ payment_plan_schedule_options: { 3: { label: '3 months', schedule: values } } })
  await page.press(/^Set up a payment plan/)
  expect(description(radio('3 months'))).toBe('£20.01 today, then £39.99 in 2 payments')
})

it.each([
  [
    'says that plans have no interest if each adds up to the total',
    plans,
    '60.00',
    'No interest: £60.00 in all.',
  ],
  ['says nothing of interest if a plan costs more', plans, '59.99', ''],
  ['says nothing of interest if the payments are not known', { ...plans, 4: { schedule: [] } }, '60.00', ''],
])('%s', async (_, options, basket_total, hint) => {
  const page = await open({ payment_plan_schedule_options: options, basket_total })
  await page.press(/^Set up a payment plan/)
  expect(description(screen.getByRole('group', { name: /^Over how many months/ }))).toBe(hint)
})

it('asks for number and card once the months are chosen [INST-08, INST-10]', async () => {
  const page = await open({ payment_methods: [amex] })
  await page.press(/^Set up a payment plan/)
  const asked = () => [
    screen.queryByLabelText(mobileLabel),
    screen.queryByRole('group', { name: 'Which card would you like to pay with?' }),
  ]
  expect(asked()).toEqual([null, null])
  await page.press(radio('3 months'))
  expect(asked()).not.toContain(null)
})

it('shows the fields of a new card once the months are chosen', async () => {
  const page = await open()
  await page.press(/^Set up a payment plan/)
  expect(cardGroup()).toBeNull()
  await page.press(radio('3 months'))
  expect(cardGroup()).not.toBeNull()
})

it('asks whether a new card becomes the default once the months are chosen [INST-13]', async () => {
  const page = await open({ payment_methods: [visa] })
  await page.press(/^Set up a payment plan/)
  expect(screen.queryByRole('checkbox')).toBeNull()
  await page.press(radio('3 months'))
  expect(screen.getByRole('checkbox', { name: 'Make default payment method' })).toBeDefined()
})

it('can be paid as it was left when the buyer comes back to it', async () => {
  const draft = { 'instalment_option=': '3', contact_number: '07700 900123', 'saved_card=': '7' }
  for (const [control, value] of Object.entries(draft)) draftOf('payment').set(control, value)
  const page = await open({ payment_methods: [visa, amex] })
  await page.press(/^Set up a payment plan/)
  expect(radio('Visa ending in 4242').checked).toBe(true)
  await page.press('Pay £22.00 today')
  expect(page.sent('pay_with_instalment')).toMatchObject([
    { contact_number: '07700 900123', selected_payment_method_id: '7' },
  ])
})

it('names an option without a label by its months [INST-03]', async () => {
  const page = await open({ payment_plan_schedule_options: { 4: { schedule: [] } } })
  await page.press(/^Set up a payment plan/)
  expect(radios('Over how many months would you like to pay?')).toEqual(['4 months'])
})

it('shows the payments of the chosen option in a table, and none before [INST-05, ENTI-31, OPEN-26]', async () => {
  const page = await open()
  await page.press(/^Set up a payment plan/)
  expect(screen.queryByRole('table')).toBeNull()
  await page.press(radio('3 months'))
  const table = within(screen.getByRole('table', { name: 'Your payments' }))
  expect(table.getAllByRole('columnheader').map((cell) => cell.textContent)).toEqual(['Due date', 'Amount'])
  expect(table.getAllByRole('cell').map((cell) => cell.textContent)).toEqual([
    '£22.00',
    '£19.00',
    '£19.00',
    '£60.00',
  ])
  expect(table.getAllByRole('rowheader').map((cell) => cell.textContent.slice(0, 15))).toEqual([
    'Today, Sat 21 N',
    'Mon 21 Dec 2026',
    'Thu 21 Jan 2027',
    'Total',
  ])
})

it('says below the payments that the tickets come after the final one', async () => {
  await openPlan()
  const said = screen.getByText('Your tickets come after the final payment.')
  const place = screen.getByRole('table').compareDocumentPosition(said)
  expect(place & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy()
})

it('says it of the plan tickets alone if others may be paid in full', async () => {
  const ticket = { event_id: 'e', event_name: 'Sailing Week', qty: 1, price: '30.00' }
  const tickets = [
    { ...ticket, ticket_id: '1', ticket_name: 'Berth' },
    { ...ticket, ticket_id: '2', ticket_name: 'Supper' },
  ]
  await openPlan({ tickets })
  expect(screen.getByText('Your plan tickets come after the final payment.')).toBeDefined()
})

it('says nothing of a final payment if the plan has only one', async () => {
  const [first] = plans[3].schedule
  const page = await open({ payment_plan_schedule_options: { 3: { label: '3 months', schedule: [first] } } })
  await page.press(/^Set up a payment plan/)
  await page.press(radio('3 months'))
  expect(screen.getByRole('table', { name: 'Your payments' })).toBeDefined()
  expect(screen.queryByText(/final payment/)).toBeNull()
})

it('shows the payments below all options, so that no option moves when another one is chosen', async () => {
  await openPlan()
  const place = radio('6 months').compareDocumentPosition(screen.getByRole('table'))
  expect(place & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy()
})

it('folds the equal payments in the middle of a long plan, and shows them on demand [INST-05]', async () => {
  const page = await open()
  await page.press(/^Set up a payment plan/)
  await page.press(radio('6 months'))
  const dates = () => screen.getAllByRole('rowheader').map((cell) => cell.textContent.slice(0, 15))
  expect(dates()).toEqual(['Today, Sat 21 N', 'Wed 21 Apr 2027', 'Total'])
  await page.press(/^Show 4 more of £/)
  expect(dates()).toHaveLength(7)
  expect(button('Show fewer payments').getAttribute('aria-expanded')).toBe('true')
  await page.press('Show fewer payments')
  expect(dates()).toHaveLength(3)
})

it('notes on the first payment alone what is paid today [INST-06]', async () => {
  await openPlan()
  const note =
    'What you pay today is the initial payment of plan tickets, any tickets paid in full, plus any fees.'
  const rows = screen.getAllByRole('rowheader').map((cell) => cell.textContent)
  expect(rows).toEqual([`Today, Sat 21 Nov 2026${note}`, 'Mon 21 Dec 2026', 'Thu 21 Jan 2027', 'Total'])
})

it('says of what the first payment consists', async () => {
  const lines = [{ ticket_id: '1', event_id: 'e', date_id: 'd', price: '57.00', qty: 1 }]
  const page = await open({ tickets: lines })
  await page.press(/^Set up a payment plan/)
  await page.press(radio('3 months'))
  expect(screen.getAllByRole('rowheader')[0]?.textContent).toContain(
    'Today, Sat 21 Nov 2026£19.00 + £3.00 fees',
  )
})

it('asks for the mobile number, which it knows already, for reminders by SMS [INST-07, INST-08]', async () => {
  const page = await open({ contact_number: '07700 900456', has_require_phone_number: 1 })
  await page.press(/^Set up a payment plan/)
  await page.press(radio('3 months'))
  expect(field(mobileLabel).value).toBe('07700 900456')
  expect(field(mobileLabel).required).toBe(true)
  expect(description(field(mobileLabel))).toBe('We send you an SMS reminder before each payment.')
  expect(screen.queryByLabelText('Contact number')).toBeNull()
  await page.press(/^Credit or Debit Card/)
  expect(field('Contact number').value).toBe('07700 900456')
})

it('lists the saved cards and a new card last, with the default card chosen [INST-10, INST-11, INST-12, ENTI-32, OPEN-26]', async () => {
  const page = await open({
    payment_methods: [visa, amex, { ...visa, payment_method_id: '8', card_type: 'x' }],
  })
  await page.press(/^Set up a payment plan/)
  await page.press(radio('3 months'))
  expect(radios('Which card would you like to pay with?')).toEqual([
    'Visa ••••\u00a0ending in 4242Expires 04/2031',
    'American Express ••••\u00a0ending in 0005Expires 12/2027 · Default ✓',
    'Card ••••\u00a0ending in 4242Expires 04/2031',
    'New payment card',
  ])
  expect(radio('Visa ending in 4242').checked).toBe(false)
  expect(cardGroup()).toBeNull()
})

it('chooses a new card if none is the default [INST-12, OPEN-26]', async () => {
  const page = await open({ payment_methods: [visa] })
  await page.press(/^Set up a payment plan/)
  await page.press(radio('3 months'))
  expect(radio('New payment card').checked).toBe(true)
  expect(cardGroup()).not.toBeNull()
})

it('offers to make a new card the default only beside saved cards [INST-13, INST-14]', async () => {
  const page = await open({ payment_methods: [amex] })
  await page.press(/^Set up a payment plan/)
  await page.press(radio('3 months'))
  const box = () => screen.queryByRole('checkbox', { name: 'Make default payment method' })
  expect(box()).toBeNull()
  await page.press(radio('New payment card'))
  expect(box()).not.toBeNull()
  await page.press(radio(/^American Express/))
  expect(box()).toBeNull()
})

it('asks for a new card without a question, or a box for the default card, if none is saved [INST-14, OPEN-23]', async () => {
  const page = await open({ payment_methods: [] })
  await page.press(/^Set up a payment plan/)
  await page.press(radio('3 months'))
  expect(screen.queryByRole('radio', { name: 'New payment card' })).toBeNull()
  expect(cardGroup()).not.toBeNull()
  expect(screen.queryByRole('checkbox')).toBeNull()
})

it('shows the first payment of the chosen option on the Pay button [INST-15, INST-16, OPEN-25]', async () => {
  const page = await open()
  await page.press(/^Set up a payment plan/)
  expect(pay().textContent).toBe('Pay')
  await page.press(radio('3 months'))
  expect(pay().textContent).toBe('Pay £22.00 today')
  await page.press(radio('6 months'))
  expect(pay().textContent).toBe('Pay £12.50 today')
  await page.press(/^Credit or Debit Card/)
  expect(pay().textContent).toBe('Pay £60.00')
})

it('says in the order summary, and in its folded bar, what is due today for the chosen option, and no longer once another method is chosen', async () => {
  const page = await open()
  const dueToday = () => within(summary()).queryByText('Due today')?.parentElement?.textContent
  await page.press(/^Set up a payment plan/)
  expect(dueToday()).toBeUndefined()
  await page.press(radio('3 months'))
  expect(dueToday()).toBe('Due today£22.00')
  expect(summary().textContent).toContain('£22.00 today')
  await page.press(radio('6 months'))
  expect(dueToday()).toBe('Due today£12.50')
  await page.press(/^Credit or Debit Card/)
  expect(dueToday()).toBeUndefined()
})

it('enables Pay once an option is chosen and the number is valid, and says what is missing [INST-09, INST-16, INST-17, OPEN-24, OPEN-25]', async () => {
  const page = await open()
  await page.press(/^Set up a payment plan/)
  expect(description(pay())).toBe('Choose over how many months to pay.')
  await page.press(radio('3 months'))
  expect(pay().getAttribute('aria-disabled')).toBe('true')
  expect(description(pay())).toBe('Type a valid number for reminders first.')
  await page.type(mobileLabel, '07700 900123')
  expect(pay().getAttribute('aria-disabled')).toBeNull()
  await page.type(mobileLabel, '0770')
  expect(pay().getAttribute('aria-disabled')).toBe('true')
  expect(description(pay())).toBe('Type a valid number for reminders first.')
})

it('leads to what is missing when the blocked Pay button is pressed [INST-09, OPEN-24]', async () => {
  const page = await open({ payment_methods: [amex] })
  await page.press(/^Set up a payment plan/)
  await page.press('Pay')
  expect(problems()).toEqual(['Choose over how many months you would like to pay'])
  await page.press(radio('3 months'))
  expect(problems()).toEqual([])
  await page.press('Pay £22.00 today')
  expect(problems()).toEqual(['Type a valid phone number'])
  await page.type(mobileLabel, '07700 900123')
  expect(problems()).toEqual([])
  expect(page.sent('pay_with_instalment')).toEqual([])
})

it('follows the chosen card: a saved one needs no card fields [INST-18]', async () => {
  const page = await openPlan({ payment_methods: [visa] })
  await page.press('Pay £22.00 today')
  expect(problems()).toEqual(['Type the card number', 'Type the expiry date', 'Type the security code'])
  expect(page.sent('pay_with_instalment')).toEqual([])
  await page.press(radio('Visa ending in 4242'))
  expect(cardGroup()).toBeNull()
  await page.press('Pay £22.00 today')
  expect(page.sent('pay_with_instalment')).toHaveLength(1)
})

it('sends the chosen months, the number and the face of a new card [INST-24, CALL-23, ENTI-33, OPEN-12]', async () => {
  const page = await openPlan({ payment_methods: [visa] })
  await typeCard(page)
  await page.press(screen.getByRole('checkbox', { name: 'Make default payment method' }))
  await page.press('Pay £22.00 today')
  expect(page.made).toEqual([{ type: 'card', billing_details: { name: 'Ada Byron' } }])
  expect(page.sent('pay_with_instalment')).toEqual([
    {
      instalment_option: '3',
      contact_number: '07700 900123',
      selected_payment_method_id: '',
      'new_payment_method[id]': 'pm_1',
      'new_payment_method[brand]': 'visa',
      'new_payment_method[last4]': '4242',
      'new_payment_method[month]': '4',
      'new_payment_method[year]': '2031',
      'new_payment_method[funding]': 'credit',
      'new_payment_method[make_default_payment_method]': 'true',
      attempt: expect.stringMatching(/^[\w-]{36}$/) as string,
    },
  ])
  expect(page.sent('pay_with_card')).toEqual([])
})

it('leaves the default card as it is unless asked [INST-13, INST-24]', async () => {
  const page = await openPlan()
  await typeCard(page)
  await page.press('Pay £22.00 today')
  expect(page.sent('pay_with_instalment')[0]).toMatchObject({
    'new_payment_method[make_default_payment_method]': 'false',
  })
})

it('sends a saved card by its id, without a new one [CALL-23]', async () => {
  const page = await openPlan({ payment_methods: [amex] })
  await page.press('Pay £22.00 today')
  expect(page.made).toEqual([])
  expect(page.sent('pay_with_instalment')).toMatchObject([
    { selected_payment_method_id: '9', new_payment_method: '' },
  ])
})

it('pays with a saved card although the card form could not be loaded', async () => {
  const page = await open(
    { payment_methods: [amex] },
    { status: 'success' },
    { get_card_credentials: refused('Forbidden', 403) },
  )
  expect(button('Try again')).toBeDefined()
  await page.press(/^Set up a payment plan/)
  await page.press(radio('3 months'))
  await page.type(mobileLabel, '07700 900123')
  await page.press(radio('New payment card'))
  expect(description(pay())).toBe("The card form couldn't be loaded.")
  await page.press(radio(/^American Express/))
  await page.press('Pay £22.00 today')
  expect(shownStep()).toBe('deliver_tickets')
})

it('goes on with a plan although the checkout does not know of it yet [INST-19, INST-20]', async () => {
  const page = await openPlan({ payment_methods: [amex] })
  await page.press('Pay £22.00 today')
  expect(shownStep()).toBe('deliver_tickets')
  expect(step().getByText(/Some are delivered at the end of your payment schedule/)).toBeDefined()
})

it('disables Pay and the panel while paying, and pays once [PAYM-44]', async () => {
  const { reply, arrive } = pending({ status: 'success' })
  const page = await openPlan({ payment_methods: [amex] }, reply)
  await page.press('Pay £22.00 today')
  expect(heading()).toBe('Confirming Payment')
  expect(pay().getAttribute('aria-disabled')).toBe('true')
  expect(field(mobileLabel).closest('[inert]')).not.toBeNull()
  await page.press('Pay £22.00 today')
  arrive()
  await settled()
  expect(page.sent('pay_with_instalment')).toHaveLength(1)
})

it("opens the bank's page for a check of the card [INST-21]", async () => {
  const assign = vi.spyOn(window.location, 'assign').mockImplementation(() => {})
  const page = await openPlan(
    { payment_methods: [amex] },
    { status: 'redirect_to_url', url: '/sandbox/3ds/' },
  )
  await page.press('Pay £22.00 today')
  expect(assign.mock.calls).toEqual([['/sandbox/3ds/']])
})

it.each([
  ['an unsuccessful payment', { status: 'unsuccessful' }],
  ['an unsuccessful payment with the same reason', { status: 'unsuccessful', message: failed, charged: 1 }],
  ['a failed request', new Response('', { status: 500 })],
  ['a rejected request without a reason', new Response('', { status: 422 })],
  ['an invalid reply', { status: 'maybe' }],
  ['a lost connection', () => Promise.reject(new TypeError('Failed to fetch'))],
])(
  'shows the documented error after %s, and promises nothing [INST-22, INST-23, ERRS-25]',
  async (_, reply) => {
    const page = await openPlan({ payment_methods: [amex] }, reply)
    await page.press('Pay £22.00 today')
    await vi.waitFor(() => expect(notices()).toEqual([`error: ${failed}`]), 15_000)
    expect(shownStep()).toBe('payment')
  },
)

it.each([
  ['decline', { status: 'unsuccessful', message: 'Your card was declined.' }, 'You have not been charged.'],
  ['rejection', refused('This plan is no longer offered.'), ''],
])("adds the shop's reason of a %s to the documented error [INST-22, OPEN-24]", async (_, reply, promise) => {
  const page = await openPlan({ payment_methods: [amex] }, reply)
  await page.press('Pay £22.00 today')
  const [notice] = notices()
  expect(notice?.startsWith(`error: ${failed} `)).toBe(true)
  expect(notice?.includes('You have not been charged.')).toBe(promise !== '')
})

it('keeps the plan after a decline, and pays it as another attempt [INST-22]', async () => {
  const page = await openPlan({ payment_methods: [visa, amex] }, [
    { status: 'unsuccessful', message: 'Declined.' },
    { status: 'success' },
  ])
  await page.press('Pay £22.00 today')
  expect(button(/^Set up a payment plan/).getAttribute('aria-pressed')).toBe('true')
  expect(radio('3 months').checked).toBe(true)
  expect(field(mobileLabel).value).toBe('07700 900123')
  await page.press(radio('Visa ending in 4242'))
  await page.press('Pay £22.00 today')
  const [first, second] = page.sent('pay_with_instalment')
  expect([first, second].map((sent) => sent?.selected_payment_method_id)).toEqual(['9', '7'])
  expect(second?.attempt).not.toBe(first?.attempt)
  expect(shownStep()).toBe('deliver_tickets')
})

it.each([
  ['a new card', []],
  ['a saved card', [amex]],
])(
  'leads from a plan that was declined with %s to the fields of a new card for the same plan',
  async (_, saved) => {
    const page = await openPlan({ payment_methods: saved }, { status: 'unsuccessful', message: 'Declined.' })
    if (saved.length === 0) await typeCard(page)
    await page.press('Pay £22.00 today')
    await page.press('Use another card')
    expect(button(/^Set up a payment plan/).getAttribute('aria-pressed')).toBe('true')
    expect(radio('3 months').checked).toBe(true)
    if (saved.length > 0) expect(radio('New payment card').checked).toBe(true)
    expect(document.activeElement).toBe(field('Card number at the provider'))
    expect(pay().textContent).toBe('Pay £22.00 today')
  },
)

it('repeats a plan that the shop could not start as the same attempt, but another choice as another one', async () => {
  const page = await openPlan({ payment_methods: [amex] }, refused('Try again in a moment', 503))
  const payAgain = async (months: string, price: string) => {
    await page.press(radio(months))
    await page.press(`Pay ${price} today`)
  }
  await page.press('Pay £22.00 today')
  await payAgain('3 months', '£22.00')
  await payAgain('6 months', '£12.50')
  const [first, second, third] = page.sent('pay_with_instalment')
  expect(second).toEqual(first)
  expect(third?.instalment_option).toBe('6')
  expect(third?.attempt).not.toBe(first?.attempt)
})

it('checks a plan until the provider has told how its payment ended, as one attempt', async () => {
  const page = await openPlan({ payment_methods: [amex] }, [{ status: 'pending' }, { status: 'success' }])
  fakeTimers()
  await page.press('Pay £22.00 today')
  expect(step().getByText('We are checking your payment. Please keep this page open.')).toBeDefined()
  await nextCheck()
  await vi.waitFor(() => expect(shownStep()).toBe('deliver_tickets'))
  const [first, second] = page.sent('pay_with_instalment')
  expect(second).toEqual(first)
})

it('asks about a plan whose reply was lost, and does not send it again [OPEN-47, INST-19]', async () => {
  const page = await openPlan({ payment_methods: [amex] }, new Response('', { status: 504 }))
  fakeTimers()
  await page.press('Pay £22.00 today')
  page.change({ seconds_remaining: 0 })
  act(() => void window.dispatchEvent(new Event('online')))
  expect(await step().findByText('We are checking your payment. Please keep this page open.')).toBeDefined()
  page.change({ payment_plan_remaining: 1 })
  await nextCheck()
  await vi.waitFor(() => expect(shownStep()).toBe('deliver_tickets'))
  expect(page.sent('pay_with_instalment')).toHaveLength(1)
})

it('says what the buyer agrees to, with each later payment', async () => {
  const page = await open()
  await page.press(/^Set up a payment plan/)
  const consent = () => step().queryByText(/^By paying I agree/)?.textContent
  expect(consent()).toBeUndefined()
  await page.press(radio('6 months'))
  expect(consent()).toBe(
    'By paying I agree that my card is saved for this payment plan and charged without asking me again: £9.50 each on Mon 21 Dec 2026, Thu 21 Jan 2027, Sun 21 Feb 2027, Sun 21 Mar 2027 and Wed 21 Apr 2027. You can change the card in your account settings.',
  )
})

it('shows the number that it will send after another method was looked at [INST-08, INST-17]', async () => {
  const page = await open({ contact_number: '07700 900456', payment_methods: [amex] })
  await page.press(/^Set up a payment plan/)
  await page.press(radio('3 months'))
  await page.type(mobileLabel, '0770')
  await page.press(/^Credit or Debit Card/)
  await page.press(/^Set up a payment plan/)
  expect(field(mobileLabel).value).toBe('')
  expect(description(pay())).toBe('Type a valid number for reminders first.')
})

it('asks for a card if the chosen one is no longer saved [INST-10, INST-18]', async () => {
  const page = await openPlan({ payment_methods: [visa, amex] }, [
    refused('This card is no longer saved.'),
    { status: 'success' },
  ])
  page.change({ payment_methods: [visa] })
  await page.press('Pay £22.00 today')
  await page.press(/^Set up a payment plan/)
  expect(cardGroup()).toBeNull()
  await page.press('Pay £22.00 today')
  expect(problems()).toEqual(['Choose the card that you would like to pay with'])
  await page.press(radio('Visa ending in 4242'))
  expect(problems()).toEqual([])
  await page.press('Pay £22.00 today')
  expect(page.sent('pay_with_instalment').map((sent) => sent.selected_payment_method_id)).toEqual(['9', '7'])
})

it('asks for the months again if the chosen ones are no longer offered [INST-02, INST-16]', async () => {
  const page = await openPlan({ payment_methods: [amex] }, refused('This plan is no longer offered.'))
  page.change({ payment_plan_schedule_options: { 6: plans[6] } })
  await page.press('Pay £22.00 today')
  await page.press(/^Set up a payment plan/)
  expect(description(pay())).toBe('Choose over how many months to pay.')
  await page.press('Pay')
  expect(problems()).toEqual(['Choose over how many months you would like to pay'])
  expect(page.sent('pay_with_instalment')).toHaveLength(1)
})

it('offers the card alone once the shop offers no plan any more [PAYM-39, INST-02]', async () => {
  const page = await openPlan()
  page.change({ payment_plan_schedule_options: {} })
  act(() => void window.dispatchEvent(new Event('online')))
  await vi.waitFor(() => expect(screen.queryByRole('table')).toBeNull())
  await typeCard(page)
  await page.press('Pay £60.00')
  expect(page.sent('pay_with_card')).toHaveLength(1)
})

it('lets the buyer agree to no later payments if a plan has none', async () => {
  const page = await open({
    payment_plan_schedule_options: { 3: { schedule: [{ uk_due: '21/11/2026', value: '60.00' }] } },
  })
  await page.press(/^Set up a payment plan/)
  await page.press(radio('3 months'))
  expect(step().queryByText(/^By paying I agree/)).toBeNull()
})

it('keeps a card typed for a plan when the buyer pays in full instead [PAYM-48]', async () => {
  const page = await openPlan()
  await typeCard(page)
  await page.press(/^Credit or Debit Card/)
  expect(field('Card number at the provider').value).toBe('4')
})
