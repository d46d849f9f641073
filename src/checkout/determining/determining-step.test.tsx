// @vitest-environment happy-dom
import { expect, it } from 'vitest'
import {
  heading,
  openCheckout,
  pending,
  settled,
  shownStep,
  step,
} from '#src/checkout/testing/open-checkout.tsx'

it('shows that the progress is being determined until the checkout has loaded [CONT-09, CONT-10]', async () => {
  const { reply, arrive } = pending({ state: 'login', basket_total: '20.00' })
  await openCheckout({ state: 'determining' }, { replies: { get: reply } })
  expect(heading()).toBe('Determining checkout progress')
  expect(step().getByRole('status').textContent).toBe('LoadingOpening your checkout')
  arrive()
  await settled()
  expect(shownStep()).toBe('login')
})
