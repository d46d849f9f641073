import { expect, it } from 'vitest'
import { countdownAnnouncement } from './countdown-announcement.ts'

function heard(from: number) {
  const words: string[] = []
  for (let seconds = from; seconds > 0; seconds--) {
    const next = countdownAnnouncement(seconds, seconds - 1)
    if (next) words.push(next)
  }
  return words
}

it('announces five minutes, two minutes, one minute and the end', () => {
  expect(heard(1200)).toEqual(['5 minutes left', '2 minutes left', '1 minute left', 'Time is up'])
})

it('announces only the last mark when a suspended page skips several', () => {
  expect(countdownAnnouncement(400, 55)).toBe('1 minute left')
  expect(countdownAnnouncement(400, 0)).toBe('Time is up')
})

it('announces nothing when the time does not change or gets longer', () => {
  expect(countdownAnnouncement(300, 300)).toBeNull()
  expect(countdownAnnouncement(10, 600)).toBeNull()
  expect(countdownAnnouncement(0, 0)).toBeNull()
})
