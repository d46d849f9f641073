import { transition, type AnyMachineSnapshot, type AnyStateNode } from 'xstate'
import type { Attempt, AttemptInput } from '#machines/payment-attempt.ts'
import type { CheckoutContext } from '#machines/checkout.ts'
import { isAt } from '#machines/paths/cases.ts'
import { nodesOf } from '#machines/paths/transitions.ts'
import { tell, type Charts } from './composition.ts'
import type { Proof } from './proof.ts'
import { placeOf, storyOf, type Edge, type Situation } from './situations.ts'

/** The buyer pays once, only while tickets are held, and no payment is lost sight of. */
export function proveMoney(charts: Charts): Proof {
  const attempts = charts.of('paymentAttempt')
  const clauses: [string, string[]][] = [
    ['there are never two open payments', doubled(charts)],
    ['a request that is sent again is the same, with the same key', changed(attempts)],
    ['an unsettled attempt is never forgotten', [...forgotten(charts), ...lost(charts)]],
    ['paid never leads back to paying', [...paidAgain(charts), ...sentAgain(charts)]],
    ['paying begins only with a hold', unheld(charts)],
  ]
  const longest = attempts.reduce((one, other) => (storyOf(other).length > storyOf(one).length ? other : one))
  return {
    sentence:
      'Money: never two open payments, paid never leads back to paying, paying only with a hold, no unsettled attempt is forgotten.',
    situations: attempts.length + charts.of('payment').length + charts.of('checkout').length,
    assumes: [
      'The shop charges a key once, and a request that it has refused not at all (docs/decisions/0017-one-way-to-pay.md).',
      'The shop never takes back that an order is paid. A reply with another basket begins another purchase.',
      'A bank transfer whose page was never opened moves no money, so it may be given up.',
      'No chart fails by itself; what a reload keeps is proved by the tests of the payment step.',
    ],
    witness: tell(longest),
    details: clauses.map(([clause]) => clause),
    contradictions: clauses.flatMap(([clause, stories]) =>
      stories.slice(0, 1).map((story) => `${clause}: ${story}`),
    ),
  }
}

/** Follows something along all edges from the starts of charts; returns the stories for which a step has a problem. */
function follow<Known>(
  starts: Situation[],
  atStart: (start: Situation) => Known,
  step: (known: Known, edge: Edge) => Known | string | null,
): string[] {
  const problems: string[] = []
  const queue = starts.map((at) => ({ at, known: atStart(at), story: [] as string[] }))
  const seen = new Map<Situation, Set<string>>()
  for (const { at, known, story } of queue) {
    const marks = seen.get(at) ?? new Set()
    const mark = JSON.stringify(known)
    if (marks.has(mark)) continue
    seen.set(at, marks.add(mark))
    for (const edge of at.edges) {
      const next = step(known, edge)
      const told = [...story, edge.label]
      if (typeof next === 'string')
        problems.push(`${placeOf(edge.to)}, after ${told.join(' → ')}${next && `: ${next}`}`)
      else if (next !== null) queue.push({ at: edge.to, known: next, story: told })
    }
  }
  return problems
}

const startsOf = (charts: Charts, chart: string) => charts.of(chart).filter(({ cause }) => cause === null)

const attemptsOf = ({ snapshot }: Situation) => snapshot.context.attempts as Attempt[]
const currentKey = (one: Situation) => attemptsOf(one).findLast(({ again }) => again)?.key

/** Replies to a request after which it cannot charge any more, or has charged. */
const answers = ['success', 'elsewhere', 'declined', 'refused', 'not started'].map(
  (reply) => `done sendPayment: ${reply}`,
)

/** Whether the shop has said, when asked or in the order itself, that nothing is open, and the order is not paid. */
function isExcluded({ snapshot }: Situation, label: string): boolean {
  if (label === 'done reloadCheckout: none open')
    return ['comparing', 'reading'].includes(String(snapshot.value))
  return label === 'done reloadCheckout: unpaid' && snapshot.value === 'comparing'
}

/** Keys that may charge the buyer, as far as the shop has told: not what the chart thinks of them. */
function unsettledAfter(unsettled: string[], { from, to, label }: Edge): string[] {
  const before = currentKey(from)
  const left = isExcluded(from, label)
    ? []
    : unsettled.filter((key) => !(answers.includes(label) && key === before))
  const key = currentKey(to)
  return to.snapshot.value === 'sending' && key ? [...new Set([...left, key])] : left
}

const unsettledAtStart = ({ model }: Situation) =>
  (model.input as AttemptInput).attempts.filter(({ doubt }) => doubt).map(({ key }) => key)

function doubled(charts: Charts): string[] {
  const most = (one: Situation) => ((one.model.input as AttemptInput).isRecalled ? 0 : 1)
  return follow(startsOf(charts, 'paymentAttempt'), unsettledAtStart, (unsettled, edge) => {
    const next = unsettledAfter(unsettled, edge)
    return next.length > most(edge.to) ? `${next.join(' and ')} may both charge` : next
  })
}

function changed(attempts: Situation[]): string[] {
  return attempts.flatMap(({ edges }) =>
    edges.flatMap(({ from, to, label }) => {
      const before = new Map(attemptsOf(from).map(({ key, again }) => [key, JSON.stringify(again?.request)]))
      const other = attemptsOf(to).find(({ key, again }) => {
        const known = before.get(key)
        return again && known !== undefined && known !== JSON.stringify(again.request)
      })
      return other ? [`${tell(from)} → ${label}`] : []
    }),
  )
}

/** The attempt chart keeps every attempt that may charge, until it is paid. */
function forgotten(charts: Charts): string[] {
  return follow(startsOf(charts, 'paymentAttempt'), unsettledAtStart, (unsettled, edge) => {
    const next = unsettledAfter(unsettled, edge)
    if (edge.to.snapshot.value === 'paid' || edge.to.snapshot.context.payment.method === 'bank') return null
    const kept = attemptsOf(edge.to)
      .filter(({ doubt }) => doubt)
      .map(({ key }) => key)
    const missing = next.filter((key) => !kept.includes(key))
    return missing.length > 0 ? `${missing.join()} is forgotten` : next
  })
}

const remembered: Attempt = { key: 'key-0', sale: 'S1', method: 'card', doubt: 'lost', again: null }

/** The payment chart hands attempts on from the attempt chart, and the checkout to the next payment chart. */
function lost(charts: Charts): string[] {
  const attempts = [remembered]
  return [
    ...handing(charts, 'payment', 'xstate.done.actor.paymentAttempt', {
      output: { status: 'unsuccessful', message: '', attempts },
    }),
    ...handing(charts, 'payment', 'xstate.done.actor.paymentAttempt', {
      output: { status: 'left', attempts },
    }),
    ...handing(charts, 'checkout', 'payment.settled', { attempts }),
    ...handing(charts, 'checkout', 'xstate.done.actor.payment', { output: { outcome: 'left', attempts } }),
    ...receiving(charts, 'checkout', 'payment'),
    ...receiving(charts, 'payment', 'paymentAttempt'),
  ]
}

/** Situations of a chart that do not keep the attempts of an event. */
function handing(charts: Charts, chart: string, type: string, fields: object): string[] {
  return charts
    .of(chart)
    .filter(({ edges }) => edges.some(({ event }) => event.type === type))
    .filter((one) => {
      const [next] = transition(one.model.machine, one.snapshot, { ...fields, type })
      const { attempts } = (next.output ?? next.context) as { attempts?: Attempt[] }
      const isHandled = JSON.stringify(next.value) !== JSON.stringify(one.snapshot.value)
      return isHandled && !attempts?.some(({ key }) => key === remembered.key)
    })
    .map((one) => `${tell(one)} → ${type}`)
}

/** Situations of a chart that do not pass their attempts on to a child chart. */
function receiving(charts: Charts, chart: string, child: string): string[] {
  const [start] = charts.of(chart)
  const inputs = nodesOf(start?.snapshot.machine.root as AnyStateNode)
    .flatMap(({ invoke }) => invoke)
    .filter(({ id }) => id === child)
  return inputs.some(({ input }) => {
    const context = { ...start?.snapshot.context, attempts: [remembered] }
    const given =
      typeof input === 'function' ? input({ context, event: { type: '' }, self: undefined as never }) : input
    return !(given as AttemptInput | undefined)?.attempts?.includes(remembered)
  })
    ? [`${chart} does not tell ${child} of earlier attempts`]
    : []
}

const isPaying = (value: unknown) => isAt(value, 'holding', 'payment')

/** Whether a reply of the shop says that nothing is paid. */
function isUnpaidReply({ event: { type, output, facts } }: Edge): boolean {
  if (type === 'checkout.refreshed') return !(facts as CheckoutContext['facts']).isPaymentComplete
  if (type !== 'xstate.done.actor.loadCheckout') return false
  return !(output as { facts: CheckoutContext['facts'] }).facts.isPaymentComplete
}

/** Events by which an order is paid. */
const payments = [
  'done payment: paid',
  'done bankPolling: completed',
  'checkout.refreshed: paid',
  'done basket: paid',
]

function paidAgain(charts: Charts): string[] {
  return follow(
    startsOf(charts, 'checkout'),
    () => false,
    (isPaid, edge) => {
      if (isPaid && isUnpaidReply(edge)) return null
      const { value } = edge.to.snapshot
      const isPaidNow = isPaid || payments.includes(edge.label) || isAt(value, 'paid')
      return isPaidNow && isPaying(value) ? 'the order is paid' : isPaidNow
    },
  )
}

function sentAgain(charts: Charts): string[] {
  return follow(
    startsOf(charts, 'paymentAttempt'),
    () => false,
    (isPaid, edge) => {
      const isPaidNow = isPaid || edge.label === 'done sendPayment: success'
      return isPaid && edge.to.snapshot.value === 'sending' ? 'the payment was taken' : isPaidNow
    },
  )
}

/** A payment begins, and stays, inside `holding`, and not once the hold has expired or was released. */
function unheld(charts: Charts): string[] {
  const checkout = charts.of('checkout')
  const begins = checkout.flatMap(({ edges }) => edges).filter(({ from, to }) => !isOpen(from) && isOpen(to))
  return [
    ...checkout.filter((one) => runsPayment(one.snapshot) && !holds(one.snapshot)).map(tell),
    ...begins
      .filter(
        ({ to }) =>
          (to.snapshot.context as CheckoutContext).isHoldExpired ||
          (to.snapshot.context as CheckoutContext).isReleased,
      )
      .map(({ to }) => tell(to)),
  ]
}

const isOpen = ({ snapshot }: Situation) => isAt(snapshot.value, 'holding', 'payment', 'paying')
const runsPayment = ({ children }: AnyMachineSnapshot) => 'payment' in children
const holds = (snapshot: AnyMachineSnapshot) =>
  snapshot.hasTag('holds_tickets') && 'countdown' in snapshot.children
