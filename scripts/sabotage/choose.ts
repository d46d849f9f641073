import { kindNames, type Fault, type Mutant } from './mutants.ts'

/** Chooses faults by chance, of each kind as many as of the others, at places that do not overlap; with the same seed the same. */
export function chooseFaults(mutants: readonly Mutant[], count: number, seed: number): Fault[] {
  const random = randomFrom(seed)
  const piles = shuffled(kindNames, random).map((kind) =>
    shuffled(
      mutants.filter((mutant) => mutant.kind === kind),
      random,
    ),
  )
  const chosen: Mutant[] = []
  while (chosen.length < count) {
    const before = chosen.length
    for (const pile of piles) {
      const mutant = pile.find((one) => !chosen.some((other) => overlap(one, other)))
      if (mutant && chosen.length < count) chosen.push(mutant)
    }
    if (chosen.length === before) break // there are no more
  }
  return chosen.map((mutant, index) => ({ ...mutant, number: index + 1 }))
}

const overlap = (one: Mutant, other: Mutant) =>
  one.file === other.file && one.start < other.end && other.start < one.end

function shuffled<Item>(items: readonly Item[], random: () => number): Item[] {
  const rest = [...items]
  return items.flatMap(() => rest.splice(Math.floor(random() * rest.length), 1))
}

/** Returns numbers from 0 to 1, the same for the same seed (mulberry32). */
function randomFrom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
