// @vitest-environment happy-dom
import type { HCaptcha } from '@hcaptcha/react-hcaptcha'
import { screen } from '@testing-library/react'
import { useState, type ComponentProps } from 'react'
import { expect, it, vi } from 'vitest'
import {
  button,
  description,
  editBasket,
  heading,
  notices,
  openCheckout,
  pending,
  shownStep,
} from '#src/checkout/testing/open-checkout.tsx'

type Captcha = ComponentProps<typeof HCaptcha>

// The provider's widget, with a button for each of its events; the key of the site is its name.
vi.mock('@hcaptcha/react-hcaptcha', () => ({
  HCaptcha: ({ sitekey, onReady, onVerify, onExpire, onChalExpired, onError }: Captcha) => {
    const [mounted] = useState(() => (_: HTMLElement | null) => onReady?.())
    return (
      <section aria-label={sitekey} ref={mounted}>
        <button onClick={() => onVerify?.('passed', 'id')}>Pass</button>
        <button onClick={() => onExpire?.()}>Expire</button>
        <button onClick={() => onChalExpired?.()}>Let the challenge expire</button>
        <button onClick={() => onError?.('rate-limited')}>Break</button>
        <button onClick={() => onError?.('script-error')}>Fail to load</button>
      </section>
    )
  },
}))

const open = (changes: object = {}, replies: Record<string, object> = {}) =>
  openCheckout({ state: 'captcha', captcha_sitekey: 'key', ...changes }, { replies })

const expired = 'error: The captcha challenge has expired. Please complete the challenge again.'
const broken = "error: The check didn't work. Please try again."
const isBlocked = () => button('Continue').getAttribute('aria-disabled') === 'true'

it('has the heading "Checkout" and the captcha of this site, and continues only after it is solved [CAPT-01, CAPT-02, CAPT-03, CAPT-05, CAPT-06]', async () => {
  const page = await open()
  expect(heading()).toBe('Checkout')
  expect(await editBasket()).toBeDefined()
  expect(screen.getByRole('region', { name: 'key' })).toBeDefined()
  expect(isBlocked()).toBe(true)
  expect(description(button('Continue'))).toBe('Complete the check above to continue.')
  await page.press('Continue')
  expect(page.sent('reserve_tickets')).toEqual([])
})

it('reserves with the token of the solved captcha, once [CAPT-07, CAPT-11]', async () => {
  const { reply } = pending({ reserved: 1, sale_reference: 'S1', checkout_time: 600 })
  const page = await open({}, { reserve_tickets: reply })
  await page.press('Pass')
  expect(isBlocked()).toBe(false)
  await page.press('Continue')
  expect(button('Continue').getAttribute('aria-busy')).toBe('true')
  await page.press('Continue')
  expect(page.sent('reserve_tickets')).toEqual([{ 'h-captcha-response': 'passed' }])
})

it('leaves for the next step once the tickets are reserved [RESV-08]', async () => {
  const reserve_tickets = { reserved: 1, sale_reference: 'S1', checkout_time: 600 }
  const page = await open({}, { reserve_tickets })
  await page.press('Pass')
  await page.press('Continue')
  expect(shownStep()).toBe('login')
})

it.each([
  ['Expire', expired],
  ['Let the challenge expire', expired],
  ['Break', broken],
])(
  'takes a solved captcha back: %s, and shows why [CAPT-08, CAPT-09, CAPT-10, CAPT-13, ERRS-10]',
  async (event, notice) => {
    const page = await open()
    await page.press('Pass')
    await page.press(event)
    expect(notices()).toEqual([notice])
    expect(document.title).toBe('Error: Checkout')
    expect(isBlocked()).toBe(true)
    await page.press('Pass')
    expect(isBlocked()).toBe(false)
    expect(document.title).toBe('Checkout')
  },
)

it('loads the captcha again after its script failed to load', async () => {
  const page = await open()
  expect(screen.queryByRole('button', { name: 'Load the check again' })).toBeNull()
  await page.press('Fail to load')
  expect(notices()).toEqual([
    "error: We couldn't load the check. Please turn off anything that may block it, and try again.",
  ])
  await page.press('Load the check again')
  expect(notices()).toEqual([])
  expect(screen.queryByRole('button', { name: 'Load the check again' })).toBeNull()
  await page.press('Pass')
  expect(isBlocked()).toBe(false)
})

it('shows the error that comes with another captcha, which must be solved again [CAPT-12]', async () => {
  const again = { captcha: 1, captcha_sitekey: 'other', error: 'Please try once more' }
  const page = await open({}, { reserve_tickets: again })
  await page.press('Pass')
  await page.press('Continue')
  expect(notices()).toEqual(['error: Please try once more'])
  expect(screen.getByRole('region', { name: 'other' })).toBeDefined()
  expect(isBlocked()).toBe(true)
})
