import { expect, it } from 'vitest'
import { countdownWords } from './countdown-words.ts'

function heard(from: number) {
  const words: string[] = []
  for (let seconds = from; seconds > 0; seconds--) {
    const next = countdownWords(seconds, seconds - 1)
    if (next) words.push(next)
  }
  return words
}

it('speaks four times in twenty minutes', () => {
  expect(heard(1200)).toEqual(['5 minutes left', '2 minutes left', '1 minute left', 'Time is up'])
})

it('says the nearest mark alone when the page slept over several', () => {
  expect(countdownWords(400, 55)).toBe('1 minute left')
  expect(countdownWords(400, 0)).toBe('Time is up')
})

it('says nothing while the time stands or is lengthened', () => {
  expect(countdownWords(300, 300)).toBeNull()
  expect(countdownWords(10, 600)).toBeNull()
  expect(countdownWords(0, 0)).toBeNull()
})
