import * as z from 'zod'

/** Lists the keys that a schema knows at a path. */
export function knownKeys(schema: z.core.$ZodType, path: PropertyKey[]): string[] {
  const inner = unwrap(schema)
  const [step, ...rest] = path
  if (inner instanceof z.ZodArray) return knownKeys(inner.element, rest)
  if (!(inner instanceof z.ZodObject)) return []
  if (step === undefined) return Object.keys(inner.shape)
  const next = inner.shape[String(step)]
  return next ? knownKeys(next, rest) : []
}

/** The schema under defaults, `null` and `undefined`. */
export function unwrap(schema: z.core.$ZodType): z.core.$ZodType {
  const isWrapper =
    schema instanceof z.ZodDefault || schema instanceof z.ZodNullable || schema instanceof z.ZodOptional
  return isWrapper ? unwrap(schema.def.innerType) : schema
}

/** Returns the word that a mistyped one probably means: at most a third of it differs. */
export function nearest(typed: string, words: string[]): string | undefined {
  const [best] = words
    .map((word) => ({ word, distance: editDistance(typed.toLowerCase(), word.toLowerCase()) }))
    .filter(({ word, distance }) => distance <= Math.max(1, Math.ceil(word.length / 3)))
    .toSorted((a, b) => a.distance - b.distance)
  return best?.word
}

/** Counts the letters to insert, delete or replace (Levenshtein). */
function editDistance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, index) => index)
  for (const [i, letter] of [...from].entries()) {
    const next = [i + 1]
    for (const [j, other] of [...to].entries())
      next.push(
        Math.min((next[j] ?? 0) + 1, (row[j + 1] ?? 0) + 1, (row[j] ?? 0) + (letter === other ? 0 : 1)),
      )
    row = next
  }
  return row[to.length] ?? 0
}
