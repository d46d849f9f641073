// @vitest-environment happy-dom
import { act, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import {
  button,
  description,
  field,
  heading,
  notices,
  openCheckout,
  pending,
  problems,
  refused,
  settled,
  shownStep,
  step,
  editBasket,
  type OpenedCheckout,
} from '#src/checkout/testing/open-checkout.tsx'

const ada = { id: '5', email: 'ada@example.com', full_name: 'Ada Byron' }

async function sendCode(page: OpenedCheckout, email = 'ada@example.com') {
  await page.type('Email address', email)
  await page.press('Send code')
}

async function verify(page: OpenedCheckout, code = '123456') {
  await sendCode(page)
  await page.type('One-time code', code)
  await page.press('Verify')
}

it('has the heading "Account" and asks a guest for an email, beside the order summary [ACCT-01, ACCT-05, SUMM-01, SUMM-10]', async () => {
  await openCheckout({ state: 'login' })
  expect(heading()).toBe('Account')
  expect(field('Email address').type).toBe('email')
  expect(await editBasket()).toBeDefined()
})

it('fills in the email from the checkout', async () => {
  await openCheckout({ state: 'login', init_guest_email: 'known@example.com' })
  expect(field('Email address').value).toBe('known@example.com')
})

it('sends the code to the typed email, and asks for its six digits [ACCT-02, ACCT-07, ACCT-18]', async () => {
  const page = await openCheckout({ state: 'login' })
  await sendCode(page)
  expect(page.sent('send_one_time_code')).toEqual([{ email: 'ada@example.com' }])
  expect(description(field('One-time code'))).toBe('Sent to ada@example.com, valid for 15 minutes')
  expect(document.activeElement).toBe(field('One-time code'))
})

it('rejects an invalid email with a message and sends no code [ACCT-13]', async () => {
  const page = await openCheckout({ state: 'login' })
  await sendCode(page, 'ada')
  expect(page.sent('send_one_time_code')).toEqual([])
  expect(description(field('Email address'))).toContain('Please type a valid email address')
})

it('shows a spinner while the code is sent, and sends it once', async () => {
  const { reply, arrive } = pending()
  const page = await openCheckout({ state: 'login' }, { replies: { send_one_time_code: reply } })
  await sendCode(page)
  expect(button('Send code').getAttribute('aria-busy')).toBe('true')
  await page.press('Send code')
  expect(page.sent('send_one_time_code')).toHaveLength(1)
  arrive()
  await screen.findByLabelText('One-time code')
})

it("shows the shop's message when no code can be sent [ACCT-19]", async () => {
  const page = await openCheckout(
    { state: 'login' },
    { replies: { send_one_time_code: refused('This address is blocked') } },
  )
  await sendCode(page)
  expect(description(field('Email address'))).toContain('This address is blocked')
  expect(field('Email address').getAttribute('aria-invalid')).toBe('true')
})

it('keeps only the digits of a code, and enables Verify only for six [ACCT-14, ACCT-15, ACCT-16]', async () => {
  const page = await openCheckout({ state: 'login' })
  await sendCode(page)
  await page.type('One-time code', '12a3-45')
  expect(field('One-time code').value).toBe('12345')
  expect(button('Verify').getAttribute('aria-disabled')).toBe('true')
  expect(description(button('Verify'))).toBe('Type the 6 digits from the email.')
  await page.press('Verify')
  expect(page.sent('check_one_time_code')).toEqual([])
  expect(problems()).toEqual(['Type the 6 digits from the email'])
  expect(description(field('One-time code'))).toContain('Type the 6 digits from the email')
  await page.type('One-time code', '1234567')
  expect(field('One-time code').value).toBe('123456')
  expect(button('Verify').getAttribute('aria-disabled')).toBeNull()
  await page.press('Verify')
  expect(page.sent('check_one_time_code')).toEqual([{ email: 'ada@example.com', code: '123456' }])
})

it('tells the cells of a code how many digits are typed, and anew after a wrong code', async () => {
  const wrong = Response.json({ type: 'one_time_code', message: 'That code is wrong' }, { status: 422 })
  const page = await openCheckout({ state: 'login' }, { replies: { check_one_time_code: wrong } })
  await sendCode(page)
  const typed = () => field('One-time code').parentElement?.dataset.typed
  expect(typed()).toBe('0')
  await page.type('One-time code', '12a3')
  expect(typed()).toBe('3')
  await page.type('One-time code', '1234567')
  expect(typed()).toBe('6')
  await page.press('Verify')
  expect(typed()).toBe('0')
})

it("clears and focuses the field of a wrong code, and shows the shop's message [ACCT-20, ACCT-21, ACCT-22]", async () => {
  const wrong = Response.json({ type: 'one_time_code', message: 'That code is wrong' }, { status: 422 })
  const page = await openCheckout({ state: 'login' }, { replies: { check_one_time_code: wrong } })
  await verify(page)
  expect(field('One-time code').value).toBe('')
  expect(document.activeElement).toBe(field('One-time code'))
  expect(description(field('One-time code'))).toContain('That code is wrong')
})

afterEach(() => void vi.useRealTimers())

it('sends another code 30 seconds after the last, which it counts, and asks for it in an empty field', async () => {
  vi.useFakeTimers({
    toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'performance'],
    shouldAdvanceTime: true,
  })
  const page = await openCheckout({ state: 'login' })
  await sendCode(page)
  await page.type('One-time code', '123456')
  await page.press('Send again in a moment')
  expect(button('Send again in a moment').getAttribute('aria-disabled')).toBe('true')
  expect(page.sent('send_one_time_code')).toHaveLength(1)
  act(() => vi.advanceTimersByTime(6_000))
  expect(button('Send again in a moment').textContent).toContain('(24\u00a0s)')
  act(() => vi.advanceTimersByTime(24_000))
  const { reply, arrive } = pending()
  page.answer('send_one_time_code', reply)
  await page.press('Send again')
  expect(button('Send again').getAttribute('aria-disabled')).toBe('true')
  expect(description(button('Verify'))).toBe('We are sending another code.')
  arrive()
  await settled()
  expect(page.sent('send_one_time_code')).toEqual(Array(2).fill({ email: 'ada@example.com' }))
  expect(field('One-time code').value).toBe('')
  expect(document.activeElement).toBe(field('One-time code'))
  expect(button('Send again in a moment')).toBeDefined()
})

it('leads back from the code to the email, with the focus in it, and from there to the basket', async () => {
  const page = await openCheckout({ state: 'login' })
  await vi.waitFor(() => expect(button('Back to basket')).toBeDefined())
  await sendCode(page)
  expect(screen.queryByRole('button', { name: 'Back to basket' })).toBeNull()
  await page.press('Back to email address')
  expect(field('Email address').value).toBe('ada@example.com')
  expect(document.activeElement).toBe(field('Email address'))
  expect(button('Back to basket')).toBeDefined()
})

it('waits with the way back to the email while the code is checked', async () => {
  const page = await openCheckout({ state: 'login' }, { replies: { check_one_time_code: pending().reply } })
  await verify(page)
  await page.press('Back to email address')
  expect(button('Back to email address').getAttribute('aria-disabled')).toBe('true')
  expect(field('One-time code')).toBeDefined()
})

it('leads back from the name to the email, and waits with it while the name is saved', async () => {
  const page = await openCheckout(
    { state: 'login' },
    { replies: { check_one_time_code: { has_account: false }, save_guest_to_sale: pending().reply } },
  )
  await verify(page)
  await page.press('Back to email address')
  expect(field('Email address')).toBeDefined()
  await verify(page)
  await page.type('Full name', 'Ada Byron')
  await page.press('Continue')
  expect(button('Back to email address').getAttribute('aria-disabled')).toBe('true')
})

it('keeps the way back while the code is being sent, so that the email stays where it is', async () => {
  const page = await openCheckout({ state: 'login' })
  const back = () => screen.queryByRole('button', { name: 'Back to basket' })
  await vi.waitFor(() => expect(back()).not.toBeNull())
  page.answer('send_one_time_code', pending({}).reply)
  await sendCode(page)
  expect(back()?.getAttribute('aria-disabled')).toBe('true')
})

it('returns from the code to the email, still filled in [ACCT-03]', async () => {
  const page = await openCheckout({ state: 'login' })
  await sendCode(page)
  await page.press('Check or change email address, or re-send code')
  expect(field('Email address').value).toBe('ada@example.com')
})

it('asks a new buyer for a name of two words, and saves it with the email [ACCT-09, ACCT-10, ACCT-17, ACCT-25]', async () => {
  const page = await openCheckout(
    { state: 'login' },
    { replies: { check_one_time_code: { has_account: false }, save_guest_to_sale: { error: '' } } },
  )
  await verify(page)
  await page.type('Full name', 'Ada')
  await page.press('Continue')
  expect(description(field('Full name'))).toContain('Please type both your first and last name(s)')
  expect(page.sent('save_guest_to_sale')).toEqual([])
  await page.type('Full name', 'Ada Byron')
  await page.press('Continue')
  expect(page.sent('save_guest_to_sale')).toEqual([{ email: 'ada@example.com', fullname: 'Ada Byron' }])
  expect(shownStep()).toBe('payment')
})

it.each([
  ['4242 4242 4242 4242 Ada', 'Please do not type card numbers here'],
  ['Ada www.evil.example', 'Please type a name without web or email addresses'],
  ['Ada\u0007 Byron', 'Please type this again: it has characters that cannot be shown'],
])(
  'says at the field why the name %j is not taken, and sends nothing [S33, S35, S36]',
  async (name, message) => {
    const page = await openCheckout(
      { state: 'login' },
      { replies: { check_one_time_code: { has_account: false } } },
    )
    await verify(page)
    await page.type('Full name', name)
    await page.press('Continue')
    expect(description(field('Full name'))).toContain(message)
    expect(page.sent('save_guest_to_sale')).toEqual([])
  },
)

it('says at the field why the shop refuses a name [S33]', async () => {
  const page = await openCheckout(
    { state: 'login' },
    {
      replies: {
        check_one_time_code: { has_account: false },
        save_guest_to_sale: refused('Please do not type card numbers here'),
      },
    },
  )
  await verify(page)
  await page.type('Full name', 'Ada Byron')
  await page.press('Continue')
  expect(description(field('Full name'))).toContain('Please do not type card numbers here')
})

it('returns to the basket with the reason when the guest is rejected [ACCT-24]', async () => {
  const page = await openCheckout(
    { state: 'login' },
    { replies: { check_one_time_code: { has_account: false }, save_guest_to_sale: { error: 'Too late' } } },
  )
  await verify(page)
  await page.type('Full name', 'Ada Byron')
  await page.press('Continue')
  expect(shownStep()).toBe('basket')
  expect(notices()).toContain('warning: Too late')
})

it('continues at once after the correct code of an existing account [ACCT-08]', async () => {
  const page = await openCheckout(
    { state: 'login' },
    { replies: { check_one_time_code: { has_account: true } } },
  )
  page.answer('get_user', { user: ada })
  await verify(page)
  expect(shownStep()).toBe('payment')
})

it('shows the signed-in account by name and email [ACCT-02, ACCT-06]', async () => {
  const page = await openCheckout({ state: 'login' }, { user: ada })
  expect(step().getByText("You're signed in as")).toBeDefined()
  expect(step().getByText('Ada Byron')).toBeDefined()
  expect(step().getByText('ada@example.com')).toBeDefined()
  await page.press('Continue')
  expect(shownStep()).toBe('payment')
})

it('shows the email of an account without a name', async () => {
  await openCheckout({ state: 'login' }, { user: { id: '5', email: 'ada@example.com' } })
  expect(step().getAllByText('ada@example.com')).toHaveLength(1)
})

it('signs out, and asks for an email again [ACCT-11, ACCT-12]', async () => {
  const page = await openCheckout({ state: 'login' }, { user: ada })
  page.answer('get_user', { user: [] })
  await page.press('Sign out')
  expect(page.sent('logout_of_sale')).toHaveLength(1)
  expect(field('Email address')).toBeDefined()
})
