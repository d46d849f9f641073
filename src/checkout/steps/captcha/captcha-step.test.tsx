// @vitest-environment happy-dom
import { expect, it } from 'vitest'
import {
  button,
  description,
  editBasket,
  heading,
  openCheckout,
} from '#src/checkout/testing/open-checkout.tsx'

it('has the heading "Checkout", and continues only after the captcha is solved [CAPT-01, CAPT-02, CAPT-05]', async () => {
  const page = await openCheckout({ state: 'captcha', captcha_sitekey: 'key' })
  expect(heading()).toBe('Checkout')
  expect(await editBasket()).toBeDefined()
  expect(button('Continue').getAttribute('aria-disabled')).toBe('true')
  expect(description(button('Continue'))).toBe('Complete the check above to continue.')
  await page.press('Continue')
  expect(page.sent('reserve_tickets')).toEqual([])
})
