import { afterEach, expect, it } from 'vitest'
import { createActor, createMachine, setup, type AnyActorRef } from 'xstate'
import { draftOf, forgetDrafts } from '#src/lib/form-drafts.ts'
import { stepObserver } from './step-observer.ts'

afterEach(forgetDrafts)

const checkoutLike = createMachine({
  initial: 'determining',
  on: { go: [] },
  states: {
    determining: { on: { next: 'basket' } },
    basket: { on: { next: 'payment', stay: '.open' }, initial: 'closed', states: { closed: {}, open: {} } },
    payment: { on: { next: 'basket' } },
  },
})

/** Records what the observer of a checkout sends. */
function observe(checkout: AnyActorRef) {
  const told: unknown[] = []
  const machine = setup({ actors: { stepObserver } }).createMachine({
    invoke: { src: 'stepObserver', input: { checkout } },
    on: { '*': { actions: ({ event }) => told.push(event) } },
  })
  return { told, observer: createActor(machine).start() }
}

it('tells each step that the checkout enters, once and in order, but not that it is determining [CONT-50]', () => {
  const checkout = createActor(checkoutLike).start()
  const { told, observer } = observe(checkout)
  for (const type of ['stay', 'next', 'stay', 'next', 'next']) checkout.send({ type })
  expect(told).toEqual([
    { type: 'step.entered', step: 'basket' },
    { type: 'step.entered', step: 'payment' },
    { type: 'step.entered', step: 'basket' },
  ])
  observer.stop()
  checkout.send({ type: 'next' })
  expect(told).toHaveLength(3)
})

const steps = [
  'basket',
  'donation',
  'gift_aid',
  'login',
  'determining',
  'payment',
  'deliver_tickets',
] as const

/** Goes through steps in which something was typed. Returns those of which it is kept. */
function typedAndKept(...way: (typeof steps)[number][]) {
  const checkout = createActor(
    createMachine({
      initial: way[0]!,
      on: Object.fromEntries(steps.map((step) => [step, `.${step}`])),
      states: Object.fromEntries(steps.map((step) => [step, {}])),
    }),
  ).start()
  const { observer } = observe(checkout)
  for (const step of way) {
    checkout.send({ type: step })
    draftOf(step).set('name', 'Ada')
  }
  observer.stop()
  return steps.filter((step) => draftOf(step).has('name') && step !== way.at(-1))
}

it('keeps what was typed for the way back, and forgets all of it with the order [L2]', () => {
  expect(typedAndKept('login', 'payment', 'login', 'determining')).toEqual(['login', 'payment'])
  expect(typedAndKept('login', 'payment', 'deliver_tickets')).toEqual([])
})

it('keeps what was typed in the step in which the hold expired, and not what was sent before [F18] [L2]', () => {
  expect(typedAndKept('login', 'payment', 'basket')).toEqual(['payment'])
})

it('forgets a donation that was skipped, and keeps one that was made', () => {
  expect(typedAndKept('donation', 'login')).toEqual([])
  expect(typedAndKept('donation', 'gift_aid', 'login')).toEqual(['donation', 'gift_aid'])
})
