import { expect, it } from 'vitest'
import { countdownAnnouncement } from './countdown-announcement.ts'

/** What is heard when the seconds change, while an answer is awaited or not. */
const change = (before: number, now: number, wasAwaited = false, isAwaited = wasAwaited) =>
  countdownAnnouncement({ seconds: before, isAwaited: wasAwaited }, { seconds: now, isAwaited })

function heard(from: number) {
  const words: string[] = []
  for (let seconds = from; seconds > 0; seconds--) {
    const next = change(seconds, seconds - 1)
    if (next) words.push(next)
  }
  return words
}

it('announces five minutes, two minutes, one minute and the end', () => {
  expect(heard(1200)).toEqual(['5 minutes left', '2 minutes left', '1 minute left', 'Time is up'])
})

it('announces only the last mark when a suspended page skips several', () => {
  expect(change(400, 55)).toBe('1 minute left')
  expect(change(400, 0)).toBe('Time is up')
})

it('announces nothing when the time does not change or gets longer', () => {
  expect(change(300, 300)).toBeNull()
  expect(change(10, 600)).toBeNull()
  expect(change(0, 0)).toBeNull()
})

it('announces at zero that more time may come while it is awaited, once, and the end only when none has come', () => {
  expect(change(1, 0, true)).toBe('Checking whether there is more time')
  expect(change(0, 0, true)).toBeNull()
  expect(change(0, 0, true, false)).toBe('Time is up')
  expect(change(0, 300, true, false)).toBeNull()
})
