// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest'
import { rememberedGuest, rememberGuest } from '#src/checkout/remembered-guest.ts'
import { cardCredentialsQuery } from '#src/payment/calls.ts'
import { userQuery } from '#src/checkout/user-calls.ts'
import { queryClient } from './query-client.ts'

const ada = { email: 'ada@example.org', fullName: 'Ada Byron' }

afterEach(() => {
  vi.useRealTimers()
  queryClient.clear()
})

test('caches the guest, the user and the card credentials as long as the page is open [OPEN-18, PAYM-59]', () => {
  vi.useFakeTimers()
  rememberGuest(queryClient, ada)
  queryClient.setQueryData(userQuery.queryKey, null)
  queryClient.setQueryData(cardCredentialsQuery.queryKey, { publishable_key: 'pk', account: '', script: '' })
  vi.advanceTimersByTime(60 * 60_000)
  expect(rememberedGuest(queryClient)).toMatchObject(ada)
  expect(queryClient.getQueryData(userQuery.queryKey)).toBeNull()
  expect(queryClient.getQueryData(cardCredentialsQuery.queryKey)).toBeDefined()
})
