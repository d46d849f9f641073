import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { openShop } from '#src/http/testing.ts'
import { extendHold } from './actors.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }))
afterEach(() => void vi.useRealTimers())

it.each([
  ['when it was answered, if the shop gives more time', 1, 5_000],
  ['when it was asked, if the shop gives none', 0, 0],
])('knows the hold as of %s', async (_, extended, asOf) => {
  openShop(() => {
    vi.advanceTimersByTime(5_000)
    return Response.json({ extended, seconds_remaining: 300 })
  })
  const began = performance.now()
  const { hold } = await extendHold()
  expect(hold).toEqual({ seconds: 300, deadline: began + 300_000, asOf: began + asOf })
})
