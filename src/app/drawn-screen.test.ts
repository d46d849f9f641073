// @vitest-environment happy-dom
import { afterEach, expect, it, vi } from 'vitest'
import { readPageReplies } from './drawn-screen.ts'

afterEach(() => vi.restoreAllMocks())

const minute = 60_000

/** Reads replies that the shop sent a second after the page was asked for, when the two clocks of the page say so long after that. */
function readAfter({ page, day }: { page: number; day: number }, transferSize = 9_000) {
  document.body.innerHTML = '<script id="replies" type="application/json">{"user":null}</script>'
  const navigation = { responseStart: 1_000, transferSize } as PerformanceNavigationTiming
  vi.spyOn(performance, 'getEntriesByType').mockReturnValue([navigation])
  vi.spyOn(performance, 'now').mockReturnValue(1_000 + page)
  vi.spyOn(Date, 'now').mockReturnValue(performance.timeOrigin + 1_000 + day)
  const store = vi.fn()
  const screen = { content: null, start: () => {}, store, comeTo: () => Promise.resolve(true) }
  return { isBelieved: readPageReplies(screen), stored: store.mock.calls.flat() as unknown[] }
}

const taken = { isBelieved: true, stored: [{ user: null, readAt: 1_000 }] }
const left = { isBelieved: false, stored: [] }

it('takes the replies that came with the page if they are young, also when the clock of the day has been set back', () => {
  expect(readAfter({ page: 3_000, day: 3_000 })).toEqual(taken)
  expect(readAfter({ page: 3_000, day: -5 * minute })).toEqual(taken)
})

it('takes neither replies nor screen if they are old, also by the one clock that goes on while the device sleeps', () => {
  expect(readAfter({ page: 2 * minute, day: 2 * minute })).toEqual(left)
  expect(readAfter({ page: 3_000, day: 60 * minute })).toEqual(left)
  expect(readAfter({ page: 60 * minute, day: 3_000 })).toEqual(left)
})

it('takes neither of a page that the browser has kept', () => {
  expect(readAfter({ page: 3_000, day: 3_000 }, 0)).toEqual(left)
})
