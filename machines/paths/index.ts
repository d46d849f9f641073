/**
 * The statecharts as a tester's tool: everything that a test of one's own needs. docs/testing-from-the-chart.md shows how.
 * The words are those of @xstate/test 2, so that a later move is a renaming.
 */
import type { AnyMachineSnapshot } from 'xstate'
import type { Case } from './cases.ts'
import { models } from './charts.ts'
import { baskets } from './baskets.ts'
import { journeyModel } from './journeys.ts'
import { eventsIn, type Model } from './model.ts'

export { findPaths } from './wishes.ts'
export { coverChart, type Coverage, type Outline } from './cover.ts'
export { aims, type Aim } from './coverage.ts'
export { baskets }
export { machines, UnknownName } from './names.ts'
export { testPaths } from './sut.ts'
export type { TestPath, TestStep } from './test-path.ts'

/** The events that a buyer, the browser or another chart may send to a chart in this state, each with its data. */
export const events = (chart: Model['chart'], snapshot: AnyMachineSnapshot): Case[] =>
  casesIn(chart, snapshot).filter(({ type }) => !type.startsWith('xstate.'))

/** The outcomes of what a chart in this state waits for: every case of each reply, each failure, the end of each delay. */
export const outcomes = (chart: Model['chart'], snapshot: AnyMachineSnapshot): Case[] =>
  casesIn(chart, snapshot).filter(({ type }) => type.startsWith('xstate.'))

function casesIn(chart: Model['chart'], snapshot: AnyMachineSnapshot): Case[] {
  const model = chart === 'checkout' ? journeyModel(baskets) : models.find((one) => one.chart === chart)
  return model ? eventsIn(model.cases, snapshot) : []
}
