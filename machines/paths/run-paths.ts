import { isDeepStrictEqual } from 'node:util'
import {
  createActor,
  SimulatedClock,
  type AnyActorRef,
  type AnyMachineSnapshot,
  type AnyStateMachine,
  type EventObject,
  type OutputFrom,
} from 'xstate'
import type { BasketOutput } from '#machines/basket.ts'
import type { PaymentOutput } from '#machines/payment.ts'
import type { AttemptOutput } from '#machines/payment-attempt.ts'
import type { ReservationOutput } from '#machines/reservation.ts'
import { facts as plain } from '#machines/testing/facts.ts'
import { fakeShop, settle, type CallName, type FakeShop, type Replies } from '#machines/testing/fake-shop.ts'
import { answerPayment } from '#machines/testing/start-checkout.ts'
import type { transfersMachine } from '#machines/transfers.ts'
import { delivery, expressDetails, guestDetails, openOffer, savedAddress } from '#machines/testing/samples.ts'
import { statePath } from '#src/checkout/rules/step-of.ts'
import { isAt, type Case } from './cases.ts'
import { coverageOf, watchOf, type Covered } from './coverage.ts'
import { labelOf, type Model, type Path } from './model.ts'

type TransfersOutput = OutputFrom<typeof transfersMachine>

interface Run {
  shop: FakeShop
  clock: SimulatedClock
  actor: AnyActorRef
  snapshot(): AnyMachineSnapshot
}

/**
 * Runs paths on a running chart, with the fake shop, a simulated clock and child charts that finish as in production.
 * Throws if the chart is not in the state that the path expects. Returns what each path covers.
 */
export async function runPaths({ chart, facts, input }: Model, paths: readonly Path[]): Promise<Covered[]> {
  const shop = fakeShop(chart === 'checkout' ? { updateBasketState: { hold: null } } : {})
  const machine = alone(shop.charts[chart])
  const coveredOnPaths: Covered[] = []
  for (const path of paths) {
    const { add, covered } = coverageOf(machine)
    const clock = new SimulatedClock()
    const actor = createActor(machine, {
      clock,
      inspect: watchOf(machine, add),
      ...(input !== undefined && { input }),
    })
    actor.subscribe({ error: () => {} })
    actor.start()
    for (const [index, { event, snapshot }] of path.entries()) {
      await trigger(event, { shop, clock, actor, snapshot: () => actor.getSnapshot() })
      const there: AnyMachineSnapshot = actor.getSnapshot()
      const isThere =
        there.status !== 'error' &&
        agreesOnPayment(there) &&
        isDeepStrictEqual(there.value, snapshot.value) &&
        isDeepStrictEqual(facts(there), facts(snapshot))
      if (!isThere) {
        const labels = path.slice(0, index + 1).map((step) => labelOf(step.event))
        throw new Error(
          `${chart} is at ${JSON.stringify(there.value)} (${there.status}), not at ${JSON.stringify(snapshot.value)}, after ${labels.join(' → ')}`,
        )
      }
    }
    actor.stop()
    coveredOnPaths.push(covered)
  }
  return coveredOnPaths
}

/** Silences events to the parent, so that a child chart can run alone. */
function alone(machine: AnyStateMachine): AnyStateMachine {
  const silent = () => {}
  return machine.id === 'checkout'
    ? machine
    : machine.provide({
        actions: {
          sendExpired: silent,
          sendOver: silent,
          sendShown: silent,
          sendShortened: silent,
          sendLengthened: silent,
          sendReleased: silent,
          sendRefreshed: silent,
          sendChanged: silent,
          sendDemanded: silent,
          sendReserved: silent,
          sendOpened: silent,
          sendSettled: silent,
          ...(['stateReporting', 'holdExtension'].includes(machine.id) && { sendCorrection: silent }),
        },
      })
}

/** Brings an invoked chart to its end. */
async function finishChart(name: string, run: Run, output: unknown) {
  try {
    await finish[name]?.(run, output as never) // each knows the output of its chart
  } catch (cause) {
    throw new Error(`what brings ${name} to its end in machines/paths/run-paths.ts is not enough any more`, {
      cause,
    })
  }
}

/** Triggers an event as production would. */
async function trigger(event: Case, run: Run) {
  const { shop, clock, actor } = run
  const [, kind, name = ''] = /^xstate\.(done\.actor|error\.actor|after)\.(\w+)/.exec(event.type) ?? []
  if (kind === 'after') {
    clock.increment(delayOf(name, run.snapshot()))
  } else if (kind === 'error.actor' && name in run.snapshot().children && isChart(run, name)) {
    // No child chart fails by itself, so its error event is sent directly
    actor.send({ ...event, actorId: name })
  } else if (kind === 'error.actor') {
    await shop.fail(callOf(name, run), event.error)
  } else if (kind === 'done.actor' && name in finish) {
    await finishChart(name, run, event.output)
  } else if (kind === 'done.actor') {
    await answer(shop, callOf(name, run), event.output)
  } else if (event.type in report) {
    await report[event.type]?.(run)
  } else if (event.type === 'countdown.over' && run.snapshot().children.countdown) {
    askForTime(run)
    passHold(run)
  } else if (event.type === 'countdown.expired') {
    if (isOverdue(run)) clock.increment(10_000)
    else passHold(run)
  } else if (event.type === 'checkout.refreshed') {
    actor.send({ type: 'page.shown' })
    await answer(shop, 'refreshCheckout', { facts: event.facts, hold: event.hold })
  } else {
    actor.send(event)
  }
  await settle()
}

/** Resolves a call with the output of a case, whose type `done` has checked. */
const answer = (shop: FakeShop, name: CallName, output: unknown) =>
  (shop.reply as (name: CallName, output: unknown) => Promise<void>)(name, output)

/** Returns the call behind an invocation id. */
function callOf(id: string, { snapshot }: Run): CallName {
  if (id === 'loadCheckout' && snapshot().machine.id === 'checkoutRefresh') return 'refreshCheckout'
  return id as CallName
}

/** Returns a named delay in milliseconds; no chart computes one. */
const delayOf = (name: string, { machine }: AnyMachineSnapshot) =>
  Number(machine.implementations.delays[name])

/** Lets the hold expire, one tick at a time. */
function passHold({ clock, snapshot }: Run) {
  const seconds = snapshot().children.countdown?.getSnapshot().context.secondsRemaining ?? 0
  for (let second = 0; second < seconds; second += 1) clock.increment(1_000)
}

const extensionOf = ({ snapshot }: Run) => snapshot().children.holdExtension

/** Asks the shop for more time, if the chart can: without that, the hold would expire as soon as no time is left. */
function askForTime(run: Run) {
  extensionOf(run)?.send({ type: 'countdown.shortened' })
  extensionOf(run)?.send({ type: 'hold.extend' })
}

const isOverdue = (run: Run) => innermost(extensionOf(run)) === 'overdue'

const isChart = ({ shop }: Run, name: string) => name in shop.charts

/** Returns whether the checkout and its payment chart agree on a payment being in flight. */
function agreesOnPayment({ value, children }: AnyMachineSnapshot): boolean {
  const payment = children.payment?.getSnapshot() as AnyMachineSnapshot | undefined
  return !payment || isAt(value, 'holding', 'payment', 'paying') === payment.hasTag('payment_open')
}

const innermost = (actor?: AnyActorRef) => statePath(actor?.getSnapshot().value).at(-1)

/** Makes child charts send events to the checkout. */
const report: Record<string, (run: Run) => Promise<void>> = {
  async 'basket.changed'({ shop, snapshot }) {
    const { basket } = snapshot().children
    if (innermost(basket) === 'reloading')
      await shop.reply('loadCheckout', { facts: snapshot().context.facts, hold: null })
    basket?.send({ type: 'ticket.remove', ticketId: '11' } as EventObject)
    await shop.reply('removeFromBasket')
  },
  'captcha.demanded': ({ shop }) =>
    shop.reply('reserveTickets', { outcome: 'captcha', sitekey: 'key', error: '' }),
  async 'payment.opened'({ shop, snapshot }) {
    const { payment } = snapshot().children
    if (innermost(payment) === 'recalling')
      await shop.reply('getPaymentError', { text: '', isPending: false, isUncharged: false })
    if (innermost(payment) === 'preparing') await shop.reply('prepareCard')
    if (innermost(payment) === 'claim_failed') return payment?.send({ type: 'claim.retry' })
    const details = payment?.getSnapshot().context.facts.isExpress ? expressDetails : guestDetails
    payment?.send({ type: 'payment.pay', method: 'card', details } as EventObject)
  },
  async 'payment.settled'({ shop, snapshot }) {
    const state = innermost(snapshot().children.payment)
    if (state === 'claiming') return shop.fail('claimFreeTickets')
    if (state === 'saving_account') return shop.fail('saveExpressAccount')
    await answerPayment(shop, { status: 'unsuccessful', message: 'Declined', isDeclined: true })
  },
}

/** Makes child charts finish with an output. */
const finish: Record<string, (run: Run, output: never) => Promise<void>> = {
  async basket({ shop, clock, snapshot }, { isPaid, facts }: BasketOutput) {
    const { basket } = snapshot().children
    if (innermost(basket) === 'reloading')
      await shop.reply('loadCheckout', { facts: { ...facts, isPaymentComplete: false }, hold: null })
    if (!isPaid) {
      basket?.send({ type: 'basket.reserve' })
      return clock.increment(300)
    }
    basket?.send({ type: 'ticket.remove', ticketId: '11' } as EventObject)
    await shop.reply('removeFromBasket')
    await shop.reply('loadCheckout', { facts, hold: null })
  },
  async reservation({ shop, actor, snapshot }, output: ReservationOutput) {
    const { reservation } = snapshot().children
    const isShown = innermost(reservation) === 'challenge'
    if (output.outcome === 'returned' && isShown) return actor.send({ type: 'basket.edit' })
    if (isShown) {
      reservation?.send({ type: 'captcha.pass', token: 'proof' } as EventObject)
      reservation?.send({ type: 'captcha.continue' })
    }
    if (output.outcome === 'reserved')
      return shop.reply('reserveTickets', { ...output, isSupportedBrowser: true })
    if (output.outcome === 'returned')
      return shop.reply('reserveTickets', { outcome: 'error', error: output.message })
    await shop.reply('reserveTickets', { outcome: 'redirect', url: '/queue/' })
    actor.send({ type: 'page.restored' })
  },
  async payment({ shop, actor, snapshot }, output: PaymentOutput) {
    const { payment } = snapshot().children
    if (innermost(payment) === 'saving_account') await shop.reply('saveExpressAccount', { error: '' })
    if (output.outcome === 'left') {
      await answerPayment(shop, { status: 'redirect_to_url', url: 'https://bank.example/3ds' })
      return actor.send({ type: 'page.restored' })
    }
    if (innermost(payment) === 'claiming') return shop.reply('claimFreeTickets', { status: 'success' })
    await answerPayment(shop, { status: 'success' })
  },
  async paymentAttempt({ shop, clock, actor, snapshot }, output: AttemptOutput) {
    if (output.status !== 'left') return answerPayment(shop, output)
    if (snapshot().context.isRecalled) {
      clock.increment(3_000)
      await settle()
      return shop.reply('getPaymentError', { text: '', isPending: false, isUncharged: false })
    }
    await answerPayment(shop, { status: 'redirect_to_url', url: 'https://bank.example/3ds' })
    actor.send({ type: 'page.restored' })
  },
  async account({ shop, snapshot }, { outcome }: { outcome: string }) {
    const send = (event: EventObject) => snapshot().children.account?.send(event)
    await shop.reply('fetchUser', { isSignedIn: outcome === 'confirmed', codeSentTo: '', confirmed: null })
    if (outcome === 'confirmed') return send({ type: 'account.continue' })
    send({ type: 'email.submit', email: 'ann@example.com' } as EventObject)
    await shop.reply('sendOneTimeCode', { outcome: 'sent' })
    send({ type: 'code.verify', code: '123456' } as EventObject)
    await shop.reply('checkOneTimeCode', { outcome: 'reserving', message: 'Only two per customer' })
  },
  async deliveryAddress({ shop, snapshot }, { facts }: Replies['setDeliveryAddress']) {
    await shop.reply('loadAddresses', { savedAddresses: [savedAddress], isTyped: false })
    snapshot().children.deliveryAddress?.send({ type: 'details.save', details: delivery } as EventObject)
    await shop.reply('setDeliveryAddress', { facts: facts ?? plain })
  },
  async ticketQuestions({ shop, snapshot }) {
    await shop.reply('loadQuestions', { steps: [], answers: {} })
    snapshot().children.ticketQuestions?.send({ type: 'questions.continue' })
    await shop.reply('saveQuestionAnswers', { outcome: 'saved' })
  },
  async bankPolling({ shop, clock }, output: Replies['getTruelayerStatus']) {
    clock.increment(2_000)
    await settle()
    await shop.reply('getTruelayerStatus', output)
  },
  async transfers({ shop, snapshot }, { isSent, isChanged, ...left }: TransfersOutput) {
    const { transfers } = snapshot().children
    if (isSent || isChanged) {
      const row = { ...transfers?.getSnapshot().context.rows[0], qty: 1, standing: 'complete' }
      transfers?.send({ type: 'recipient.change', row } as EventObject)
      transfers?.send({ type: 'transfer.send' })
      await shop.reply('setTransfers', isChanged ? { ...left, offers: [openOffer] } : left)
    }
    if (isChanged) {
      transfers?.send({ type: 'offer.cancel', id: openOffer.id } as EventObject)
      await shop.reply('changeOffer', { ...left, message: '' })
    }
    transfers?.send({ type: 'transfer.leave' })
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
