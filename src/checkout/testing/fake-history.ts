import { vi } from 'vitest'

/**
 * Replaces the browser's history by one that goes at once and can be read, as far as the page has made it; the page before the checkout
 * is not in it. `vi.restoreAllMocks` ends it.
 */
export function fakeHistory() {
  const made = { entries: [null] as unknown[], at: 0, isLeft: false }
  const show = (place: number) => {
    made.at = place
    window.dispatchEvent(Object.assign(new Event('popstate'), { state: made.entries[place] }))
  }
  const go = (delta: number) => {
    if (made.at + delta < 0) made.isLeft = true
    else if (made.at + delta < made.entries.length) show(made.at + delta)
  }
  vi.spyOn(history, 'state', 'get').mockImplementation(() => made.entries[made.at])
  vi.spyOn(history, 'go').mockImplementation((delta = 0) => go(delta))
  vi.spyOn(history, 'back').mockImplementation(() => go(-1))
  vi.spyOn(history, 'forward').mockImplementation(() => go(1))
  vi.spyOn(history, 'replaceState').mockImplementation((state) => void (made.entries[made.at] = state))
  vi.spyOn(history, 'pushState').mockImplementation((state) => {
    made.entries = [...made.entries.slice(0, made.at + 1), state]
    made.at += 1
  })
  return made
}
