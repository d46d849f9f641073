import { isDeepStrictEqual } from 'node:util'
import {
  createActor,
  SimulatedClock,
  type AnyActorRef,
  type AnyMachineSnapshot,
  type AnyStateMachine,
  type EventObject,
} from 'xstate'
import { facts as plain } from '#machines/testing/facts.ts'
import { fakeShop, settle, type CallName, type FakeShop, type Replies } from '#machines/testing/fake-shop.ts'
import { delivery, savedAddress } from '#machines/testing/samples.ts'
import type { Case } from './cases.ts'
import { wordsOf, type Model, type Path } from './model.ts'
import { arrowsOf } from './transitions.ts'

interface Walk {
  shop: FakeShop
  clock: SimulatedClock
  actor: AnyActorRef
  snapshot(): AnyMachineSnapshot
}

/**
 * Walks paths on a running chart: calls are answered by the fake shop, time passes on a clock, charts inside finish
 * because what they wait for happens. Throws when the chart is not where a path says. Returns the arrows that each took.
 */
export async function walkAll(
  { chart, facts, input }: Model,
  paths: readonly Path[],
): Promise<Set<string>[]> {
  const shop = fakeShop(chart === 'checkout' ? { updateBasketState: { hold: null } } : {})
  const machine = alone(shop.charts[chart])
  const arrows = arrowsOf(machine)
  const taken: Set<string>[] = []
  for (const path of paths) {
    const walked = new Set<string>()
    const clock = new SimulatedClock()
    const actor = createActor(machine, {
      clock,
      inspect: (event) => arrows.takenIn(event).forEach((key) => walked.add(key)),
      ...(input !== undefined && { input }),
    })
    actor.subscribe({ error: () => {} })
    actor.start()
    for (const [index, { event, snapshot }] of path.entries()) {
      await bringAbout(event, { shop, clock, actor, snapshot: () => actor.getSnapshot() })
      const there: AnyMachineSnapshot = actor.getSnapshot()
      const isThere =
        there.status !== 'error' &&
        isDeepStrictEqual(there.value, snapshot.value) &&
        isDeepStrictEqual(facts(there), facts(snapshot))
      if (!isThere) {
        const way = path.slice(0, index + 1).map((step) => wordsOf(step.event))
        throw new Error(
          `${chart} is at ${JSON.stringify(there.value)} (${there.status}), not at ${JSON.stringify(snapshot.value)}, after ${way.join(' → ')}`,
        )
      }
    }
    actor.stop()
    taken.push(walked)
  }
  return taken
}

/** A chart that speaks to a parent, started without one. */
function alone(machine: AnyStateMachine): AnyStateMachine {
  const silent = () => {}
  return machine.id === 'checkout'
    ? machine
    : machine.provide({
        actions: {
          sendExpired: silent,
          sendReleased: silent,
          sendRefreshed: silent,
          ...(machine.id === 'stateReporting' && { sendCorrection: silent }),
        },
      })
}

/** Lets an event happen in the way in which it happens to a buyer. */
async function bringAbout(event: Case, walk: Walk) {
  const { shop, clock, actor } = walk
  const [, kind, name = ''] = /^xstate\.(done\.actor|error\.actor|after)\.(\w+)/.exec(event.type) ?? []
  if (kind === 'after') {
    clock.increment(delayOf(name, walk.snapshot()))
  } else if (kind === 'error.actor') {
    await shop.fail(callOf(name, walk), event.error)
  } else if (kind === 'done.actor' && name in finish) {
    await finish[name]?.(walk, event.output as never) // each knows the output of its chart
  } else if (kind === 'done.actor') {
    await answer(shop, callOf(name, walk), event.output)
  } else if (event.type === 'countdown.expired') {
    passHold(walk)
  } else if (event.type === 'checkout.refreshed') {
    actor.send({ type: 'page.shown' })
    await answer(shop, 'refreshCheckout', { facts: event.facts, hold: event.hold })
  } else {
    actor.send(event)
  }
  await settle()
}

/** The output of a case is what its call answers: `done` checks that where the case is written. */
const answer = (shop: FakeShop, name: CallName, output: unknown) =>
  (shop.reply as (name: CallName, output: unknown) => Promise<void>)(name, output)

/** The call behind the id of an invocation. */
function callOf(id: string, { snapshot }: Walk): CallName {
  if (id === 'loadCheckout' && snapshot().machine.id === 'checkoutRefresh') return 'refreshCheckout'
  return id as CallName
}

/** A named delay in milliseconds; no chart computes one. */
const delayOf = (name: string, { machine }: AnyMachineSnapshot) =>
  Number(machine.implementations.delays[name])

/** A second at a time, as the countdown ticks. */
function passHold({ clock, snapshot }: Walk) {
  const seconds = snapshot().children.countdown?.getSnapshot().context.secondsRemaining ?? 0
  for (let second = 0; second < seconds; second += 1) clock.increment(1_000)
}

/** How the charts inside the checkout come to their ends. */
const finish: Record<string, (walk: Walk, output: never) => Promise<void>> = {
  async account({ shop, snapshot }, { outcome }: { outcome: string }) {
    const send = (event: EventObject) => snapshot().children.account?.send(event)
    await shop.reply('fetchUser', { isSignedIn: outcome === 'confirmed' })
    if (outcome === 'confirmed') return send({ type: 'account.continue' })
    send({ type: 'email.submit', email: 'ann@example.com' } as EventObject)
    await shop.reply('sendOneTimeCode')
    send({ type: 'code.verify', code: '123456' } as EventObject)
    await shop.reply('checkOneTimeCode', { outcome: 'reserving', message: 'Only two per customer' })
  },
  async deliveryAddress({ shop, snapshot }, { facts }: Replies['setDeliveryAddress']) {
    await shop.reply('loadAddresses', { savedAddresses: [savedAddress] })
    snapshot().children.deliveryAddress?.send({ type: 'details.save', details: delivery } as EventObject)
    await shop.reply('setDeliveryAddress', { facts: facts ?? plain })
  },
  async ticketQuestions({ shop, snapshot }) {
    await shop.reply('loadQuestions', { steps: [], answers: {} })
    snapshot().children.ticketQuestions?.send({ type: 'questions.continue' })
    await shop.reply('saveQuestionAnswers', { isSaved: true })
  },
  async bankPolling({ shop, clock }, output: Replies['getTruelayerStatus']) {
    clock.increment(2_000)
    await settle()
    await shop.reply('getTruelayerStatus', output)
  },
  async ticketDelivery({ shop, clock }) {
    clock.increment(1_000)
    await settle()
    await shop.reply('deliverToBitticket', { isCompleted: true })
    await shop.reply('deliverToWallet', { isCompleted: true })
    clock.increment(3_000)
    await settle()
    await shop.reply('ensureUser')
  },
}
