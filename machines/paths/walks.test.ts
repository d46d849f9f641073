import { describe, expect, it } from 'vitest'
import { models } from './charts.ts'
import { pathsOf } from './model.ts'
import { transitionsOf } from './transitions.ts'
import { walkAll } from './walk.ts'

/** Arrows that no walk takes, and why. */
const untaken: Record<string, string> = {}

describe('every path of every chart, on running charts', () => {
  it.each([...new Set(models.map(({ chart }) => chart))])('takes every arrow of %s', async (name) => {
    const walked = new Set<string>()
    const arrows = new Set<string>()
    for (const model of models.filter(({ chart }) => chart === name)) {
      for (const { key } of transitionsOf(model.machine)) arrows.add(key)
      for (const taken of await walkAll(model, pathsOf(model))) taken.forEach((key) => walked.add(key))
    }
    const missing = [...arrows].filter((key) => !walked.has(key))
    expect(missing).toEqual(Object.keys(untaken).filter((key) => arrows.has(key)))
  })
})
