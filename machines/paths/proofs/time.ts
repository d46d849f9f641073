import { isAt } from '#machines/paths/cases.ts'
import { tell, type Charts } from './composition.ts'
import { isDelay, isReply, lengthOf } from './events.ts'
import type { Proof } from './proof.ts'
import type { Edge, Situation } from './situations.ts'

/** The latest moments that we promise, in milliseconds. A change of a chart or a delay that exceeds one is a decision. */
const promised = {
  /** The tick after the end. */
  holdEnd: 1_000,
  /** 19 pauses between the checks, and a page of the bank that does not open. */
  lostReply: 19 * 3_000 + 30_000,
  /** A card form that asks the buyer's bank, until it is given up. */
  openPayment: 300_000,
  /** 60 status calls without an answer. */
  bank: 2_000 + 60 * 20_000 + 59 * 1_500,
  /** A call without a reply. */
  silentCall: 10_000,
}

interface Moment {
  event: string
  /** What the buyer is told then. */
  news: string
  latest: number
  limit: number
  /** Tells where it takes longest. */
  story: string
}

/** How long the buyer may wait for news, by the longest path over the named delays. */
export function proveTimes(charts: Charts): Proof {
  const attempt = charts.of('paymentAttempt')
  const isKnown = ({ snapshot }: Situation) => snapshot.status === 'done' || snapshot.value === 'unsettled'
  const afterLoss = attempt.flatMap(({ edges }) =>
    edges
      .filter(({ label }) => label === 'error sendPayment: failed' || label === 'done sendPayment: lost')
      .map(({ to }) => to),
  )
  const polling = charts.of('bankPolling').slice(0, 1)
  const isBankKnown = ({ snapshot }: Situation) => snapshot.status === 'done' || snapshot.value === 'given_up'
  const tick = holdEnd(charts)
  const loss = longest(afterLoss, isKnown)
  const whilePaying = longest(attempt, isKnown)
  const bank = longest(polling, isBankKnown)
  const call = silentCall(charts)
  const moments: Moment[] = [
    {
      event: "the hold's end",
      news: 'the basket says that the time has expired',
      ...tick,
      limit: promised.holdEnd,
    },
    {
      event: "the hold's end while a payment is open",
      news: 'the result, or that it is not known yet',
      ...plus(whilePaying, tick.latest),
      limit: promised.openPayment + promised.holdEnd,
    },
    {
      event: 'a lost reply to a payment',
      news: 'the result, or that it is not known yet, with a button',
      ...loss,
      limit: promised.lostReply,
    },
    {
      event: "the bank's silence",
      news: 'that it is not known yet, with a button',
      ...bank,
      limit: promised.bank,
    },
    {
      event: 'the beginning of a call without a reply',
      news: '"Still working"',
      ...call,
      limit: promised.silentCall,
    },
  ]
  const late = moments.filter(({ latest, limit }) => !(latest <= limit))
  return {
    sentence: 'The buyer is told in time: never later than this.',
    situations:
      attempt.length +
      charts.of('bankPolling').length +
      charts.of('countdown').length +
      charts.of('connection').length,
    assumes: [
      'Only the named delays take time. A reply that is on its way adds its own time; after 10 s the page says "Still working".',
      'The device runs the page: after a sleep of the device, the page asks the shop first.',
    ],
    witness: loss.story,
    details: moments.map(
      ({ event, news, latest }) => `${event}: ${news}, after ${seconds(latest)} at the latest`,
    ),
    contradictions: late.map(
      ({ event, latest, limit, story }) =>
        `${event}: ${seconds(latest)} instead of ${seconds(limit)}: ${story}`,
    ),
  }
}

const seconds = (ms: number) => (Number.isFinite(ms) ? `${ms / 1_000} s` : 'no limit')

const plus = ({ latest, story }: { latest: number; story: string }, more: number) => ({
  latest: latest + more,
  story,
})

/** With no payment open, the end of the hold leads to the basket, which says so. */
function holdEnd(charts: Charts) {
  const ends = charts
    .of('checkout')
    .flatMap(({ edges }) => edges.filter(({ event }) => event.type === 'countdown.expired'))
  const untold = ends.find(
    ({ from, to }) =>
      from.snapshot.can({ type: 'basket.edit' }) &&
      !(isAt(to.snapshot.value, 'basket') && to.snapshot.context.showsExpiryNotice),
  )
  const ticks = charts.of('countdown').flatMap(({ edges }) => edges.filter(isDelay).map(lengthOf))
  return untold || ends.length === 0
    ? { latest: Infinity, story: untold ? tell(untold.to) : 'no end of a hold' }
    : { latest: Math.max(...ticks), story: tell(ends[0]!.to) }
}

/** The connection chart says that it waits. */
function silentCall(charts: Charts) {
  const waits = charts.of('connection').filter(({ snapshot }) => snapshot.value === 'waiting')
  const limits = waits.map(({ edges }) => edges.filter(isDelay).map(lengthOf)[0] ?? Infinity)
  return { latest: Math.max(...limits), story: waits[0] ? tell(waits[0]) : 'no call waits' }
}

/** The longest time from one of the situations to the goal, while replies come and the buyer does nothing. */
function longest(starts: Situation[], isGoal: (situation: Situation) => boolean) {
  const known = new Map<Situation, number>()
  const open = new Set<Situation>()
  const times = starts.map((start) => ({ start, latest: from(start) }))
  const { start, latest } = times.reduce((one, other) => (other.latest > one.latest ? other : one))
  return { latest, story: tell(start) }

  function from(one: Situation): number {
    if (isGoal(one)) return 0
    const found = known.get(one)
    if (found !== undefined) return found
    // A circle without a limit
    if (open.has(one)) return Infinity
    open.add(one)
    const next = one.edges.filter((edge) => (isDelay(edge) || isReply(edge)) && edge.to !== one)
    const time = Math.max(...next.map((edge) => from(edge.to) + lasting(edge)))
    open.delete(one)
    known.set(one, time)
    return time
  }
}

const lasting = (edge: Edge) => (isDelay(edge) ? lengthOf(edge) : 0)
