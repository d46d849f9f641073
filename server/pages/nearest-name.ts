import Fuse from 'fuse.js'

import type { Event } from './offer.ts'

/** Fewer letters are near to almost anything. */
const fewestLetters = 4

/** Later ones add nothing but time. */
const mostLetters = 32

/** Finds the title, venue, organiser or category that words with typing errors may mean; undefined if none is near. */
export function nearestName(events: Event[], words: string): string | undefined {
  if (words.length < fewestLetters) return undefined
  const names = events.flatMap(({ title, venue_name, organiser_name, category }) => [
    title,
    venue_name,
    organiser_name,
    category,
  ])
  const index = new Fuse([...new Set(names)].filter(Boolean), {
    threshold: 0.3,
    ignoreLocation: true,
    ignoreDiacritics: true,
  })
  return index.search(words.slice(0, mostLetters), { limit: 1 })[0]?.item
}
