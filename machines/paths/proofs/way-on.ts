import { isAt } from '#machines/paths/cases.ts'
import type { Charts } from './composition.ts'
import { tell } from './composition.ts'
import type { Proof } from './proof.ts'
import { storyOf, type Situation } from './situations.ts'

/** Where the screens lead; every other chart is a part of these. */
const goals: Record<string, (situation: Situation) => boolean> = {
  checkout: ({ snapshot: { value } }) => isAt(value, 'basket') || isAt(value, 'paid', 'order_completed'),
  basket: ({ snapshot }) => snapshot.status === 'done',
  orderCompleted: ({ snapshot: { value } }) => isAt(value, 'view', 'overview'),
  seatSelection: ({ snapshot: { value } }) => value === 'leaving' || value === 'added',
}

/** From every situation some sequence of events ends well. */
export function proveWayOn(charts: Charts): Proof {
  const contradictions: string[] = []
  for (const [name, isGoal] of Object.entries(goals)) {
    const situations = charts.of(name)
    const leading = charts.leadingTo(situations, isGoal)
    const stuck = situations.filter((one) => one.snapshot.status === 'active' && !leading.has(one))
    contradictions.push(...stuck.slice(0, 3).map((one) => charts.tell(one, leading)))
  }
  const all = charts.of()
  const farthest = all
    .filter(({ snapshot }) => isAt(snapshot.value, 'paid', 'order_completed'))
    .reduce((one, other) => (storyOf(other).length > storyOf(one).length ? other : one))
  return {
    sentence:
      'There is always a way on: from every situation some sequence ends in the completed order or the basket.',
    situations: all.length,
    assumes: [
      'The buyer goes on, and the shop answers when it is asked often enough.',
      'Nobody has to wait until the hold expires, and nothing depends on another tab.',
      'Seats: the way ends at the basket with the seats in it. A completed order: back at its overview.',
    ],
    witness: tell(farthest),
    details: [],
    contradictions,
  }
}
