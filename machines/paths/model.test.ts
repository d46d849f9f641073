import { expect, it } from 'vitest'
import { checkoutMachine } from '#machines/checkout.ts'
import { facts } from '#machines/testing/facts.ts'
import { guardFacts } from './cases.ts'
import { models } from './charts.ts'
import { pathsOf } from './model.ts'

it('reaches the end of a step only by events that can happen, never by an end that is sent by hand', () => {
  const events = models.flatMap((model) => pathsOf(model).flatMap((path) => path.map(({ event }) => event)))
  expect(events.filter(({ type }) => type.startsWith('xstate.done.state'))).toEqual([])
})

/** Facts that decide where a loaded checkout resumes, or come with a reply: their cases are labelled. */
const ofLoads = [
  'state',
  'isPaymentComplete',
  'isEditing',
  'secondsRemaining',
  'captchaSitekey',
  'sale',
  'canReserve',
]

it('distinguishes baskets by every fact that a guard of the checkout reads', () => {
  const { context } = checkoutMachine.getInitialSnapshot(undefined as never)
  const read = new Set<string>()
  const noted = new Proxy(facts, {
    get: (all, name: keyof typeof facts) => {
      read.add(name)
      return all[name]
    },
  })
  for (const guard of Object.values(checkoutMachine.implementations.guards)) {
    const params = { facts, hold: null, outcome: '', status: '' }
    // `and`, `or`, `not` and `stateIn` read nothing by themselves
    if (typeof guard === 'function' && !('check' in guard))
      guard(
        { context: { ...context, facts: noted }, event: { type: 'facts.changed' } } as never,
        params as never,
      )
  }
  const known: string[] = [...guardFacts, ...ofLoads]
  expect(read.size).toBeGreaterThan(10)
  expect([...read].filter((name) => !known.includes(name))).toEqual([])
})
