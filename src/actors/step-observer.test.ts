import { expect, it } from 'vitest'
import { createActor, createMachine, setup, type AnyActorRef } from 'xstate'
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
