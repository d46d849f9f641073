import type { AnyMachineSnapshot } from 'xstate'
import { models } from './charts.ts'
import { costOf } from './cost.ts'
import { journeyModel } from './journeys.ts'
import type { Model } from './model.ts'
import { meaningOf } from './names.ts'
import { runPaths } from './run-paths.ts'
import { search, type Waypoint } from './search.ts'

/**
 * Returns the transitions, by their keys, that a buyer of ordinary paid tickets takes: through the checkout with the plain basket up
 * to the completed order, and through every other chart that has an end, as it first starts. Each reply is its usual case
 * (`costOf`), and nothing fails.
 */
export async function usualPurchase(): Promise<ReadonlySet<string>> {
  const others = [...Map.groupBy(models, ({ chart }) => chart).values()].flatMap(([first]) =>
    first && first.chart !== 'checkout' ? [first] : [],
  )
  const taken = await Promise.all([
    usualIn(journeyModel({ plain: {} }), meaningOf('order_completed').isMet),
    ...others.map((model) => usualIn(model, ({ snapshot }) => snapshot.status === 'done')),
  ])
  return new Set(taken.flat())
}

async function usualIn(model: Model, isEnd: Waypoint): Promise<string[]> {
  const usual: Model = {
    ...model,
    includes: (snapshot, event) =>
      !/^xstate\.(done|error)\./.test(event.type) || event.label === usualReply(model, snapshot, event.type),
  }
  const [places = []] = search([usual], [isEnd])
  const path = places.flatMap(({ event, snapshot }) => (event ? [{ event, snapshot }] : []))
  const [run] = path.length > 0 ? await runPaths(usual, [path]) : []
  return [...(run?.transitions ?? [])]
}

/** The label of the usual case of a reply; undefined for a failure. */
function usualReply({ chart, cases }: Model, snapshot: AnyMachineSnapshot, type: string): string | undefined {
  if (type.startsWith('xstate.error.')) return undefined
  const costs = cases(type, snapshot).map((one, index) => ({ one, cost: costOf(chart, one, index) }))
  return costs.reduce((best, one) => (one.cost < best.cost ? one : best)).one.label
}
