// @vitest-environment happy-dom
import { expect, it } from 'vitest'
import { openCheckout } from '#src/checkout/testing/open-checkout.tsx'

it('keeps its appearance for a user who has chosen dark mode, which is for organisers [DARK-03]', async () => {
  const user = { id: 7, email: 'ada@example.org', is_dark_mode: true }
  const { sent } = await openCheckout({ state: 'basket' }, { user })
  expect(sent('get_user')).toHaveLength(1)
  expect(document.documentElement.dataset.theme).toBeUndefined()
})
