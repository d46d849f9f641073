// @vitest-environment happy-dom
import { cleanup } from '@testing-library/react'
import { expect, it } from 'vitest'
import { checkoutStates } from '#src/checkout/schemas/checkout.ts'
import { everyStep, fakeScripts } from './testing/every-step.ts'
import { heading, openCheckout, shownStep, step } from './testing/open-checkout.tsx'

const refuse = (name: string) => () => {
  throw new DOMException('The operation is insecure.', name)
}
const full = { getItem: () => null, setItem: refuse('QuotaExceededError'), removeItem() {}, clear() {} }

/** How browsers refuse to store something: by settings, in private windows, or when the quota is full. */
const refusals: Record<string, PropertyDescriptor> = {
  'are not to be had': { get: refuse('SecurityError') },
  'are missing': { value: null },
  'are full': { value: full },
}

/** Runs `test` in a browser that refuses to store, in each of the ways. */
async function withoutStorage(test: (how: string) => Promise<void>) {
  const storages = ['sessionStorage', 'localStorage'] as const
  const before = storages.map((name) => Object.getOwnPropertyDescriptor(globalThis, name) ?? {})
  try {
    for (const [how, descriptor] of Object.entries(refusals)) {
      for (const name of storages)
        Object.defineProperty(globalThis, name, { configurable: true, ...descriptor })
      await test(how)
    }
  } finally {
    storages.forEach((name, index) => Object.defineProperty(globalThis, name, before[index] ?? {}))
  }
}

it.each(checkoutStates)('shows %s in a browser that refuses to store anything [F13]', async (state) => {
  const { checkout, user, replies = {} } = everyStep[state]
  await withoutStorage(async (how) => {
    fakeScripts()
    await openCheckout(checkout, { user, replies })
    expect(shownStep(), how).toBe(state)
    expect(heading(), how).not.toBe('')
    expect(step().queryByText(/Copy details for support/), how).toBeNull()
    cleanup()
  })
})

it('signs a guest in whose browser refuses to store anything [F13]', async () => {
  await withoutStorage(async (how) => {
    const page = await openCheckout(
      { state: 'login' },
      { replies: { check_one_time_code: { has_account: 0 } } },
    )
    await page.type('Email address', 'ada@example.com')
    await page.press('Send code')
    await page.type('One-time code', '123456')
    await page.press('Verify')
    await page.type('Full name', 'Ada Byron')
    await page.press('Continue')
    expect(shownStep(), how).toBe('payment')
    cleanup()
  })
})
