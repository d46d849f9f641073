import { expect, test } from '@playwright/test'
import type { Trace } from './page-charts.ts'
import { startIn, stepIn } from './position.ts'

const at = (event: string, value: string, actor = 'one', load = 'first'): Trace => ({
  actor,
  load,
  event,
  value,
})

const stays = { label: 'done check: wrong', value: 'typing' }

test('a step that leaves the chart as it was is not there before its event', () => {
  expect(stepIn([at('', 'typing')], 0, stays)).toBe(-1)
  expect(stepIn([at('', 'typing'), at('done check', 'typing')], 0, stays)).toBe(1)
})

test('an event before the last step does not count for the next', () => {
  expect(stepIn([at('', 'typing'), at('done check', 'typing')], 1, stays)).toBe(-1)
})

test('a step is there once its event has led to its states', () => {
  const trail = [at('', 'typing'), at('send', 'checking'), at('', 'sent')]
  expect(stepIn(trail.slice(0, 2), 0, { label: 'send', value: 'sent' })).toBe(-1)
  expect(stepIn(trail, 0, { label: 'send', value: 'sent' })).toBe(2)
})

test('a path starts in the last actor of the present load', () => {
  const before = [at('', 'typing'), at('send', 'sent')]
  expect(startIn(before, 'typing', 'second')).toBe(-1)
  expect(startIn([...before, at('', 'typing', 'two', 'second')], 'typing', 'second')).toBe(2)
})
