import { expect, it } from 'vitest'
import { models } from './charts.ts'
import { pathsOf } from './model.ts'

it('reaches the end of a step only by events that can happen, never by an end that is sent by hand', () => {
  const events = models.flatMap((model) => pathsOf(model).flatMap((path) => path.map(({ event }) => event)))
  expect(events.filter(({ type }) => type.startsWith('xstate.done.state'))).toEqual([])
})
