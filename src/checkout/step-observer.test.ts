import { expect, it } from 'vitest'
import { createActor, createMachine, setup, type AnyActorRef } from 'xstate'
import { draftOf } from '#src/lib/form-drafts.ts'
import { stepObserver } from './step-observer.ts'

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

it('forgets what was typed in a step when the checkout goes on, and all of it with the order [F18] [L2]', () => {
  const steps = ['basket', 'login', 'determining', 'payment', 'deliver_tickets'] as const
  const checkout = createActor(
    createMachine({
      initial: 'login',
      on: Object.fromEntries(steps.map((step) => [step, `.${step}`])),
      states: Object.fromEntries(steps.map((step) => [step, {}])),
    }),
  ).start()
  const { observer } = observe(checkout)
  const kept = () => steps.filter((step) => draftOf(step).has('name'))
  draftOf('login').set('name', 'Ada')
  draftOf('payment').set('name', 'Ada')
  for (const type of ['determining', 'login', 'determining', 'basket', 'login']) checkout.send({ type })
  expect(kept()).toEqual(['login', 'payment'])
  checkout.send({ type: 'payment' })
  expect(kept()).toEqual(['payment'])
  draftOf('login').set('name', 'Ada')
  checkout.send({ type: 'deliver_tickets' })
  expect(kept()).toEqual([])
  observer.stop()
})
