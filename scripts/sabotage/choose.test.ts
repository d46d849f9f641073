import { expect, it } from 'vitest'
import { chooseFaults } from './choose.ts'
import { kindNames, type Kind, type Mutant } from './mutants.ts'

const mutant = (kind: Kind, start: number, file = 'a.ts'): Mutant => ({
  id: `${kind} ${start}`,
  kind,
  file,
  line: 1,
  start,
  end: start + 5,
  what: '',
  write: () => '',
})
const all = kindNames.flatMap((kind, place) =>
  Array.from({ length: 50 }, (_, index) => mutant(kind, index * 10, `${place}.ts`)),
)
const idsOf = (seed: number) => chooseFaults(all, 20, seed).map(({ id }) => id)

it('chooses the same faults with the same seed, and others with another', () => {
  expect(idsOf(7)).toEqual(idsOf(7))
  expect(idsOf(8)).not.toEqual(idsOf(7))
})

it('spreads the faults over the kinds and numbers them', () => {
  const chosen = chooseFaults(all, 22, 7)
  expect(kindNames.map((kind) => chosen.filter((one) => one.kind === kind).length)).toEqual(
    kindNames.map(() => 2),
  )
  expect(chosen.map(({ number }) => number)).toEqual(chosen.map((_, index) => index + 1))
})

it('chooses no two faults at overlapping places, and fewer if there are no others', () => {
  const some = [mutant('guard inverted', 0), mutant('text dropped', 3), mutant('field not sent', 5)]
  for (const seed of [1, 2, 3, 4, 5]) {
    const places = chooseFaults(some, 20, seed).map(({ start }) => start)
    expect([['0', '5'].join(), '3']).toContain(places.sort().join())
  }
})
