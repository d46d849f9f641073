import { tell, type Charts } from './composition.ts'
import { isByBuyer, isDelay, isFailure, isReply, sourceOf } from './events.ts'
import type { Proof } from './proof.ts'
import { placeOf, storyOf, type Edge, type Situation } from './situations.ts'

/** What the page shows in a state that says by itself that something has failed. A test finds the words in the page. */
export const shownWords: Record<string, string> = {
  'bankPolling: given_up': 'We could not confirm if the payment was completed yet.',
  'paymentAttempt: unsettled': 'We could not confirm yet if the payment was completed.',
  'seatSelection: loading_failed': 'We could not load the seats of this event. Please try again.',
  'seatSelection: plan_failed': 'The seating plan could not be loaded.',
  'seatSelection: added': 'Your seats are in your basket.',
  'freeSeats: open.failed': 'We could not load the free seats.',
}

/** Failures of which the buyer is not told, and why. */
const untold: Record<string, string> = {
  'account: error fetchUser': 'the buyer types an email, as a guest does',
  'checkout: error loadUser': 'the buyer is taken for a guest (ERRS-49)',
  'checkout: error loadPaidOrder': 'the page loads the order once more, or shows what the bank has confirmed',
  'orderCompleted: error loadOrder': 'the order is shown without what it offers',
  'payment: error prepareCard':
    'the basket has become free; otherwise the step says that it cannot load the form',
  'payment: error getPaymentError': 'the step is shown without the reason of an earlier refusal',
  'ticketDelivery: error ensureUser': 'the tickets are delivered; the next step does without the buyer',
  'transfers: error readOffers': 'that sending has failed was told before; the form keeps what was typed',
  'consent: error saveConsent': 'nothing is allowed that was not stored',
}

/** Charts of which the buyer knows nothing; their failures go to monitoring. */
const unseen = ['siteScripts', 'connection']

/** If every call fails from here on, the buyer is told and has a button. */
export function proveToldOfFailures(charts: Charts): Proof {
  type Fates = Map<Situation, string | null>
  const fates: Record<'told' | 'untold', Fates> = { told: new Map(), untold: new Map() }
  const contradictions: string[] = []
  const told = new Map<string, string>()
  const starts = charts
    .of()
    .filter((one) => !unseen.includes(one.snapshot.machine.id) && failuresOf(one, charts).length > 0)
  for (const start of starts) {
    const problem = fateOf(start, '')
    if (problem) contradictions.push(`${tell(start)} → ${problem}`)
  }
  const shortest = contradictions.sort((one, other) => one.length - other.length)
  const witness = starts.reduce((one, other) => (storyOf(other).length > storyOf(one).length ? other : one))
  return {
    sentence: 'If every call fails: the buyer is told and has a button, from every situation.',
    situations: starts.length,
    assumes: [
      'A call fails with an error; one without a reply is the sentence before.',
      'The page draws the messages of the charts, something in each state with the tag `error`, and words of its own in: ' +
        `${Object.keys(shownWords).join(', ')}.`,
      ...Object.entries(untold).map(([failure, reason]) => `Not told: ${failure}: ${reason}.`),
    ],
    witness: `${tell(witness)} → ${failuresOf(witness, charts)[0]?.label}: ${told.get(placeOf(witness)) ?? 'told'}`,
    details: [],
    contradictions: shortest.slice(0, 3),
  }

  /** Returns how it goes wrong; null if the buyer is told and has a button. `said` is what the buyer was told on the way. */
  function fateOf(one: Situation, said: string): string | null {
    const known = fates[said ? 'told' : 'untold']
    const found = known.get(one)
    if (found !== undefined) return found
    known.set(one, 'goes round without an end')
    const fate = decide(one, said || shownIn(one))
    known.set(one, fate)
    if (said) told.set(placeOf(one), said)
    return fate
  }

  function decide(one: Situation, said: string): string | null {
    if (one.snapshot.status === 'done') return atEnd(one, said)
    const failures = failuresOf(one, charts)
    const next = failures.length > 0 ? failures : said && hasButton(one) ? [] : one.edges.filter(isDelay)
    if (next.length > 0) return first(next, (edge) => after(edge, fateOf(edge.to, said || toldBy(edge))))
    if (charts.childrenOf(one).length > 0) return null // Its child charts are looked at by themselves
    if (!said) return `${placeOf(one)}: the buyer is told nothing`
    return hasButton(one) ? null : `${placeOf(one)}: the buyer has no button`
  }

  /** A chart that ends passes on to its parents. */
  function atEnd(one: Situation, said: string): string | null {
    const ends = charts.parentsOf(one).flatMap((parent) => charts.endsOf(parent, one).slice(0, 1))
    const places = new Map(ends.map((edge) => [placeOf(edge.to), edge]))
    return first([...places.values()], (edge) => after(edge, fateOf(edge.to, said || toldBy(edge))))
  }
}

/** A chart beside the steps that is idle takes no button away. */
function hasButton({ edges, snapshot }: Situation): boolean {
  const canEdit = snapshot.hasTag('holds_tickets') && snapshot.can({ type: 'basket.edit' })
  return edges.some(isByBuyer) || canEdit || snapshot.value === 'idle'
}

const shownIn = (one: Situation) =>
  shownWords[placeOf(one)] ??
  (one.snapshot.hasTag('error') ? String(one.snapshot._nodes.at(-1)?.description) : '')

const toldBy = ({ from, label, said }: Edge) =>
  said[0] ?? untold[`${from.snapshot.machine.id}: ${label.replace(/:.*/, '')}`] ?? ''

/** The ways in which calls fail that change the situation; child charts do not fail by themselves. */
function failuresOf(one: Situation, charts: Charts): Edge[] {
  const children = charts.childrenOf(one)
  return one.edges.filter(
    (edge) => isReply(edge) && isFailure(edge) && edge.to !== one && !children.includes(sourceOf(edge)),
  )
}

const after = ({ label }: Edge, problem: string | null) => problem && `${label} → ${problem}`

function first<Item>(items: Item[], find: (item: Item) => string | null): string | null {
  for (const item of items) {
    const found = find(item)
    if (found !== null) return found
  }
  return null
}
