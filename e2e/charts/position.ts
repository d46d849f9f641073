import { isDeepStrictEqual } from 'node:util'
import { expect } from '#e2e/test.ts'
import type { TestPath, TestStep } from '#machines/paths/test-path.ts'
import { nameOf } from './outcomes.ts'
import type { PageCharts, Trace } from './page-charts.ts'

type Trail = readonly Trace[]

/**
 * Returns where a chart comes to its start: in the actor that has run it last in this load of the page; -1 if it has not.
 */
export function startIn(trail: Trail, value: Trace['value'], load: string): number {
  const last = trail.findLast((one) => one.load === load)
  return trail.findIndex((one) => one.actor === last?.actor && isDeepStrictEqual(one.value, value))
}

/**
 * Returns where a chart, after it was at `from`, has received the event of a step and come to its states; -1 if it has not. A
 * step that leaves the chart as it was needs its event, too.
 */
export function stepIn(
  trail: Trail,
  from: number,
  { label, value }: Pick<TestStep, 'label' | 'value'>,
): number {
  const received = trail.findIndex((one, index) => index > from && one.event === nameOf(label))
  if (received < 0) return -1
  return trail.findIndex((one, index) => index >= received && isDeepStrictEqual(one.value, value))
}

/** Follows how far the chart of a path has come on it; `chart` is the id of its machine. */
export function positionIn(path: TestPath, chart: string, charts: PageCharts) {
  const trail = () => charts.trailOf(chart)
  let seen = -1
  const come = async (what: string, find: () => number) => {
    const isThere = () => find() >= 0 || told(trail().slice(seen + 1))
    await expect
      .poll(isThere, { message: `${path.chart} ${what}`, intervals: [5, 10, 20, 40, 80], timeout: 10_000 })
      .toBe(true)
    seen = find()
  }
  return {
    /** Expects that the chart has begun as the path does. */
    async expectStart() {
      const load = await charts.load()
      await come(`begins in ${JSON.stringify(path.value)}`, () => startIn(trail(), path.value, load))
    },
    /** Expects that the chart receives the event of a step and comes to its states, or has done so since the last step. */
    expectStep: (step: TestStep) =>
      come(`receives ${nameOf(step.label)} and comes to ${JSON.stringify(step.value)}`, () =>
        stepIn(trail(), seen, step),
      ),
    /** Expects that the chart is still where a step leaves it which nothing on the page can make. */
    expectStay({ value }: TestStep) {
      const now = trail().at(-1)?.value
      expect(now, `${path.chart} refuses what the page offers no control for`).toEqual(value)
    },
  }
}

/** What a chart has received and where it was, for a failure. */
const told = (trail: Trail) =>
  trail.map(({ event, value }) => `${event} → ${JSON.stringify(value)}`).join(', ') || 'nothing'
