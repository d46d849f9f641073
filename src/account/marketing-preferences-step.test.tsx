// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import {
  button,
  heading,
  openCheckout,
  pending,
  shownStep,
  editBasket,
} from '#src/checkout/testing/open-checkout.tsx'

const box = (name: string) => screen.getByRole<HTMLInputElement>('checkbox', { name })
const preferences = (changes: object = {}) => ({
  ct_subscribed: 0,
  event_subscribed: 1,
  basket_organisers: [
    { id: '3', organiser_subscribed: 1, marketing_signup_message: 'Hear from Harbour Arts' },
    { id: '4', organiser_subscribed: 0, marketing_signup_message: 'Hear from Rooftop Nights' },
  ],
  ...changes,
})

it('has the heading "Keep updated", and a checkbox for each organiser with its own text [MARK-01, MARK-02, MARK-03] [L1]', async () => {
  await openCheckout({ state: 'marketing_preferences', marketing_preferences: preferences() })
  expect(heading()).toBe('Keep updated')
  expect(screen.getAllByRole('checkbox')).toHaveLength(4)
  expect(box('Hear from Harbour Arts').checked).toBe(true)
  expect(box('Hear from Rooftop Nights').checked).toBe(false)
  expect(await editBasket()).toBeDefined()
})

it('has a checkbox with a standard text for an organiser without its own', async () => {
  const organisers = [{ id: '3', organiser_subscribed: 0, marketing_signup_message: '' }]
  await openCheckout({
    state: 'marketing_preferences',
    marketing_preferences: preferences({ basket_organisers: organisers }),
  })
  expect(box('Tell me about more events by the organiser')).toBeDefined()
})

it('offers the newsletter and event updates, with the saved choices [MARK-04, MARK-05] [L1]', async () => {
  await openCheckout({ state: 'marketing_preferences', marketing_preferences: preferences() })
  expect(box('Send me the Foyer newsletter').checked).toBe(false)
  expect(box('Send me updates about my events').checked).toBe(true)
})

it('sends every choice, organisers by id, and continues [MARK-06] [L1]', async () => {
  const page = await openCheckout({
    state: 'marketing_preferences',
    marketing_preferences: preferences(),
  })
  for (const name of ['Hear from Harbour Arts', 'Hear from Rooftop Nights', 'Send me the Foyer newsletter'])
    await page.press(box(name))
  await page.press('Continue')
  expect(page.sent('set_marketing_preferences')).toEqual([
    {
      ct_subscribed: 'true',
      event_subscribed: 'true',
      'organiser_subscribed_marketing[3]': 'false',
      'organiser_subscribed_marketing[4]': 'true',
    },
  ])
  expect(shownStep()).toBe('payment')
})

it.each([
  ['follows the account if the checkout has preferences', preferences(), 'marketing_preferences'],
  ['is left out if the checkout has no preferences', null, 'payment'],
])('%s [MARK-07]', async (_, found, next) => {
  const user = { id: '5', email: 'ada@example.com', fullname: 'Ada Byron' }
  const page = await openCheckout({ state: 'login', marketing_preferences: found }, { user })
  await page.press('Continue')
  expect(shownStep()).toBe(next)
})

it('shows a spinner while the choices are saved', async () => {
  const { reply, arrive } = pending()
  const page = await openCheckout(
    { state: 'marketing_preferences', marketing_preferences: preferences() },
    { replies: { set_marketing_preferences: reply } },
  )
  await page.press('Continue')
  expect(button('Continue').getAttribute('aria-busy')).toBe('true')
  arrive()
})
