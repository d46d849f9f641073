import { createActor, createMachine } from 'xstate'
import { expect, it } from 'vitest'
import type { PageEvent } from '#src/lib/page-events.ts'
import { describer } from './describe.ts'

const lamp = createMachine({
  id: 'lamp',
  initial: 'off',
  states: {
    off: { on: { 'lamp.press': { target: 'on' } } },
    on: {
      type: 'parallel',
      states: { bulb: { initial: 'warm', states: { warm: {} } }, switch: {} },
      after: { 0: {} },
      on: { 'lamp.name': {} },
    },
  },
})

it('describes the steps of charts by the names of chart, event and state, without data', () => {
  const describe = describer()
  const lines: string[] = []
  const actor = createActor(lamp, {
    inspect: (inspected) => {
      const line = describe(inspected)?.line
      if (line) lines.push(line)
    },
  }).start()
  actor.send({ type: 'lamp.press', by: 'Ada' })
  actor.send({ type: 'lamp.name', name: 'Ada' })
  actor.stop()
  expect(lines).toEqual([
    'lamp xstate.init → off',
    'lamp lamp.press → on.bulb.warm + switch',
    'lamp lamp.name',
  ])
})

it.each<[PageEvent, string]>([
  [{ type: 'call', call: 1, method: 'POST', path: '/get/', status: 200, ms: 12 }, 'POST /get/ 200 12 ms'],
  [{ type: 'call', call: 2, method: 'GET', path: '/get/', status: 0, ms: 3 }, 'GET /get/ no reply 3 ms'],
  [{ type: 'reply', path: '/get/', fields: ['a', 'b.c'], isRejected: true }, 'rejected /get/ a b.c'],
  [{ type: 'reply', path: '/get/', fields: ['a'], isRejected: false }, 'invalid /get/ a'],
  [{ type: 'error', error: new TypeError('no Ada') }, 'error TypeError'],
  [{ type: 'error', error: null }, 'error of another site'],
  [{ type: 'error', error: 'Ada' }, 'error string'],
])('describes %o', (event, line) => {
  expect(describer()(event)?.line).toBe(line)
})
