import type { AnyStateNode } from 'xstate'
import { nodesOf } from '#machines/paths/transitions.ts'
import { tell, type Charts } from './composition.ts'
import { answeredBy, isByBuyer, isDelay, isLeaving, isReply, lengthOf, sourceOf } from './events.ts'
import type { Proof } from './proof.ts'
import { placeOf, type Situation } from './situations.ts'

/** Charts that draw a screen, or run in a step of one: the buyer waits for these only. */
const screens = ['checkout', 'seatSelection']

/** A state that no button leaves has a time limit, a "Still working" from the connection chart, or another way out. */
export function proveNoSilence(charts: Charts): Proof {
  const connection = followsCalls(charts)
  const waiting = new Map<string, Situation[]>()
  for (const one of charts.of()) {
    if (!isWaiting(one, charts)) continue
    waiting.set(placeOf(one), [...(waiting.get(placeOf(one)) ?? []), one])
  }
  const details: string[] = []
  const contradictions: string[] = []
  for (const [place, situations] of waiting) {
    const remedies = [
      limitOf(situations),
      connection && isAnsweredByShop(situations) && connection,
      isBeside(situations, charts) && 'works beside the screen, which stays usable',
      exitOf(situations, charts),
    ].filter(Boolean)
    if (remedies.length > 0) details.push(`${place}: ${remedies.join('; ')}`)
    else contradictions.push(tell(situations[0]!))
  }
  const [witness] = [...waiting.values()].flat().filter((one) => placeOf(one) === 'paymentAttempt: sending')
  return {
    sentence:
      'Nobody waits in silence: a state that only a reply can leave has a time limit, says "Still working", or has another way out.',
    situations: charts.of().length,
    assumes: [
      `The page draws the words of the connection chart ("Still working. …") and tells it of every call to the shop; what a call waits for is written in machines/paths/proofs/events.ts.`,
      'A step that waits looks busy from the first moment.',
    ],
    witness: witness ? `${tell(witness)}: ${connection}` : '',
    details: details.sort(),
    contradictions,
  }
}

/** Whether a chart waits here: no button of its own leaves, no child chart runs, and it is not just idle. */
function isWaiting(one: Situation, charts: Charts): boolean {
  const { edges, snapshot } = one
  if (snapshot.status !== 'active' || charts.childrenOf(one).length > 0) return false
  return (
    (isCalling(one) || edges.some(isDelay) || snapshot.hasTag('busy')) &&
    !edges.some((edge) => isByBuyer(edge) && isLeaving(edge))
  )
}

const isCalling = ({ edges }: Situation) => edges.some((edge) => isReply(edge) && isLeaving(edge))

/** The longest time after which all these situations are left by themselves. */
function limitOf(situations: Situation[]): string | false {
  const limits = situations.map(({ edges }) =>
    Math.min(...edges.filter((edge) => isDelay(edge) && edge.to !== edge.from).map(lengthOf)),
  )
  const longest = Math.max(...limits)
  return Number.isFinite(longest) && `goes on after ${longest / 1_000} s`
}

/** Whether the shop answers all calls that these situations wait for, and the page tells the connection chart of them. */
function isAnsweredByShop(situations: Situation[]): boolean {
  return situations.every((one) => {
    const calls = one.edges.filter(isReply).map(sourceOf)
    return calls.length > 0 && calls.every((call) => answeredBy[call as keyof typeof answeredBy] === 'shop')
  })
}

/** What the connection chart does about a call without a reply; null if some situation with one says nothing and waits for nothing. */
function followsCalls(charts: Charts): string | null {
  const pending = charts.of('connection').filter(({ snapshot }) => snapshot.context.pending.length > 0)
  const says = ['slow', 'offline', 'incomplete', 'unrecognised', 'recovered']
  const limits = pending
    .filter(({ snapshot }) => !says.includes(snapshot.value))
    .map(({ edges }) => {
      const slow = edges.find((edge) => isDelay(edge) && edge.to.snapshot.value === 'slow')
      return slow ? lengthOf(slow) : Infinity
    })
  const longest = Math.max(...limits)
  return pending.length > 0 && Number.isFinite(longest)
    ? `says "Still working" after ${longest / 1_000} s`
    : null
}

/** Whether the chart is no part of a screen, or another region of it has a button. */
function isBeside(situations: Situation[], charts: Charts): boolean {
  return situations.every((one) => {
    const { machine } = one.snapshot
    if (screens.includes(machine.id)) return false
    const parents = charts.names.filter((name) => invokes(charts.of(name)[0], machine.id))
    if (parents.length === 0) return true
    return parents.every((name) => isInvokedByRoot(charts.of(name)[0], machine.id))
  })
}

const invocations = (node: AnyStateNode) => node.invoke.map(({ src }) => src)
const invokes = (one: Situation | undefined, id: string) =>
  !!one && nodesOf(one.snapshot.machine.root).some((node) => invocations(node).includes(id))
const isInvokedByRoot = (one: Situation | undefined, id: string) =>
  !!one && invocations(one.snapshot.machine.root).includes(id)

/** A way out in another region of the chart, or in its parent. */
function exitOf(situations: Situation[], charts: Charts): string | false {
  const exits = situations.map((one) => {
    if (one.snapshot.machine.root.type === 'parallel' && one.edges.some(isByBuyer))
      return 'other buttons stay usable'
    const parents = charts.parentsOf(one)
    if (parents.length === 0) return ''
    if (
      parents.every(
        ({ snapshot }) => snapshot.hasTag('holds_tickets') && snapshot.can({ type: 'basket.edit' }),
      )
    )
      return 'the buyer can press "Edit basket"'
    if (parents.every(({ edges }) => edges.some((edge) => isByBuyer(edge) && isLeaving(edge))))
      return 'the step has another button'
    return ''
  })
  return exits.every(Boolean) && [...new Set(exits)].join(', or ')
}
