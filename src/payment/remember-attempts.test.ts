import { afterEach, expect, it, vi } from 'vitest'
import type { Attempt } from '#machines/payment-attempt.ts'
import { rememberAttempts } from './remember-attempts.ts'
import { attemptsKey, rememberedAttempts } from '#src/checkout/remembered-attempts.ts'

const attempt: Attempt = {
  key: 'key-1',
  sale: 'S1',
  method: 'card',
  doubt: 'lost',
  again: {
    choice: '["card",{"contactNumber":"0113 496 0000"},""]',
    request: {
      call: 'payWithCard',
      body: { payment_method_id: 'pm_1', contact_number: '0113 496 0000', attempt: 'key-1' },
    },
  },
}

/** Stubs the storage of the tab, which Node lacks; returns what is in it. */
function stubStorage() {
  const items = new Map<string, string>()
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
  })
  return items
}

afterEach(() => vi.unstubAllGlobals())

it('keeps of an attempt to pay what tells it apart and why its end is unknown, and nothing that was typed or sent', () => {
  const items = stubStorage()
  rememberAttempts([attempt])
  expect(rememberedAttempts()).toEqual([
    { key: 'key-1', sale: 'S1', method: 'card', doubt: 'lost', again: null },
  ])
  expect([...items.values()].join()).not.toMatch(/0113|pm_1/)
})

it('does not keep a bank transfer, which charges nothing before the buyer confirms it at the bank', () => {
  stubStorage()
  rememberAttempts([{ ...attempt, method: 'bank' }])
  expect(rememberedAttempts()).toEqual([])
})

it('knows of no attempt in a new tab, and where the browser denies its storage', () => {
  stubStorage()
  expect(rememberedAttempts() ?? null).toBeNull()
  vi.stubGlobal('sessionStorage', undefined)
  rememberAttempts([attempt])
  expect(rememberedAttempts() ?? null).toBeNull()
})

it.each(['', '{', '{}', '5', '"key"', '[null]', '[{"sale":"S1"}]', `[${JSON.stringify(attempt)},null]`])(
  'knows of no attempt where %s is kept instead of attempts',
  (kept) => {
    stubStorage().set(attemptsKey, kept)
    expect(rememberedAttempts() ?? []).toEqual([])
  },
)
