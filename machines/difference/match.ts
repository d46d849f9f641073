import type { AnyStateNode } from 'xstate'
import { nodesOf } from '#machines/paths/transitions.ts'
import { happeningsOf, type Happening } from './happenings.ts'
import type { ReleasedChart } from './release.ts'
import { renamesOf, today, type Renames } from './renames.ts'

/** Which parts of a chart are the same in two releases, and which are not. */
export interface Match {
  states: Pair<AnyStateNode>[]
  removedStates: AnyStateNode[]
  happenings: Pair<Happening>[]
  added: Happening[]
  /** By the names of today, as are those before in `happenings`. */
  removed: Happening[]
  renames: Renames
}

export interface Pair<Part> {
  before: Part
  after: Part
}

/** Matches the parts of a chart in two releases. */
export function match(before: ReleasedChart, after: ReleasedChart): Match {
  const renames = renamesOf(before, after)
  const [old, fresh] = [happeningsOf(before).map((one) => today(one, renames)), happeningsOf(after)]
  const happenings = pairsOf(old, fresh)
  const [oldStates, freshStates] = [nodesOf(before.machine.root), nodesOf(after.machine.root)]
  const byPath = new Map(freshStates.map((node) => [node.path.join('.'), node]))
  const states = oldStates.flatMap((node) => {
    const same = byPath.get(renames.pathOf(node.path.join('.')))
    return same ? [{ before: node, after: same }] : []
  })
  return {
    states,
    removedStates: without(oldStates, states, 'before'),
    happenings,
    added: without(fresh, happenings, 'after'),
    removed: without(old, happenings, 'before'),
    renames,
  }
}

function without<Part>(parts: readonly Part[], pairs: readonly Pair<Part>[], side: keyof Pair<Part>): Part[] {
  const paired = new Set(pairs.map((pair) => pair[side]))
  return parts.filter((part) => !paired.has(part))
}

/** What two happenings of a state must share to be the same: first all, at last only some, if no other shares it. */
const likenesses: ((one: Happening) => unknown[] | null)[] = [
  ({ event, guard, target, effects }) => [event, guard, target, effects],
  ({ event, guard, target }) => [event, guard, target],
  ({ event, guard }) => [event, guard],
  ({ event, target, effects }) => [event, target, effects],
  ({ guard, target, effects }) => (target ? [guard, target, effects] : null),
]

function pairsOf(before: readonly Happening[], after: readonly Happening[]): Pair<Happening>[] {
  const pairs: Pair<Happening>[] = []
  for (const likenessOf of likenesses) {
    const byLikeness = (some: readonly Happening[]) =>
      Map.groupBy(
        some.filter((one) => likenessOf(one)),
        (one) => JSON.stringify([one.source, likenessOf(one)]),
      )
    const fresh = byLikeness(without(after, pairs, 'after'))
    for (const [key, [one, ...others]] of byLikeness(without(before, pairs, 'before'))) {
      const [same, ...more] = fresh.get(key) ?? []
      if (one && same && others.length + more.length === 0) pairs.push({ before: one, after: same })
    }
  }
  return pairs
}
