import { describe, expect, test } from 'vitest'
import { coverable, refusedIn } from './coverage.ts'
import { chartRunsOf } from './evidence.ts'
import { machines } from './names.ts'

const machine = machines.get('basket')!
const [state = ''] = coverable(machine).states
const [guard = ''] = coverable(machine).guards
const nowhere = { states: [], transitions: [], guards: [] }
const basketIn = (paths: Parameters<typeof chartRunsOf>[0], excuses = {}) =>
  chartRunsOf(paths, excuses).find(({ chart }) => chart === 'basket')!

describe('how far a run has walked a chart', () => {
  test('tells what no path has walked and nothing excuses', () => {
    const { missing, counts } = basketIn([{ covered: { basket: { ...nowhere, states: [state] } } }])
    expect(missing).not.toContain(state)
    expect(missing).toContain(guard)
    expect(counts.states.walked).toBe(1)
  })

  test('tells an excuse for what has been walked', () => {
    const run = [{ covered: { basket: { ...nowhere, states: [state] } } }]
    expect(basketIn(run, { [state]: 'nobody comes there', [guard]: 'always so' })).toMatchObject({
      stale: [state],
      excused: [{ key: guard, reason: 'always so' }],
    })
  })

  test('excuses a guard that nobody can meet, if a path has found no control for its event', () => {
    const { excused, missing } = basketIn([{ covered: {}, withoutControl: [guard] }])
    expect(excused).toEqual([{ key: guard, reason: 'the page offers no control for it there' }])
    expect(missing).not.toContain(guard)
  })

  test('names the guards that would refuse an event, where a chart is', () => {
    const refused = refusedIn(machine, ['basket', 'basket.open', 'basket.open.ready'], 'basket.reserve')
    expect(refused).toEqual(['basket.open.ready basket.reserve #1 is blocked'])
    expect(coverable(machine).guards).toEqual(expect.arrayContaining(refused))
  })
})
