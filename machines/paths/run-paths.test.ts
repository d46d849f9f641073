import { describe, expect, it } from 'vitest'
import { models } from './charts.ts'
import { pathsOf } from './model.ts'
import { transitionsOf } from './transitions.ts'
import { runPaths } from './run-paths.ts'

/** Transitions that no path takes, and why. */
const untaken: Record<string, string> = {
  'countdown.running after tick #1':
    'the clock of the device does not jump here; machines/countdown.test.ts does that',
}

describe('every path of every chart, on running charts', () => {
  it.each([...new Set(models.map(({ chart }) => chart))])(
    'takes every transition of %s [F23]',
    async (name) => {
      const covered = new Set<string>()
      const transitions = new Set<string>()
      for (const model of models.filter(({ chart }) => chart === name)) {
        for (const { key } of transitionsOf(model.machine)) transitions.add(key)
        for (const taken of await runPaths(model, pathsOf(model))) taken.forEach((key) => covered.add(key))
      }
      const missing = [...transitions].filter((key) => !covered.has(key))
      expect(missing).toEqual(Object.keys(untaken).filter((key) => transitions.has(key)))
      // The payment chart has ten thousand paths.
    },
    120_000,
  )
})
