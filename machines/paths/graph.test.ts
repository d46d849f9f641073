import { describe, expect, it } from 'vitest'
import { checkoutModel, models } from './charts.ts'
import { pathsOf, type Path } from './model.ts'
import { nodesOf } from './transitions.ts'

/** Maps each state value of the checkout, serialised, to its successors on all paths. */
function graphOf(paths: Path[]) {
  const start = JSON.stringify({ determining: 'loading' })
  const graph = new Map<string, Set<string>>()
  for (const path of paths) {
    const values = [start, ...path.map(({ snapshot }) => JSON.stringify(snapshot.value))]
    values.forEach((value, index) => {
      const followers = graph.get(value) ?? new Set()
      graph.set(value, followers)
      const next = values[index + 1]
      if (next !== undefined) followers.add(next)
    })
  }
  return graph
}

/** The states from which one of the goals can be reached. */
function leadingTo(graph: Map<string, Set<string>>, isGoal: (value: string) => boolean) {
  const leading = new Set([...graph.keys()].filter(isGoal))
  let before = -1
  while (before !== leading.size) {
    before = leading.size
    for (const [value, followers] of graph) {
      if ([...followers].some((follower) => leading.has(follower))) leading.add(value)
    }
  }
  return leading
}

const charts = [...new Set(models.map(({ chart }) => chart))]
const modelsOf = (chart: string) => models.filter((model) => model.chart === chart)
const checkoutPaths = pathsOf(checkoutModel)

describe('the graph of every chart', () => {
  it.each(charts)('reaches every state of %s [F23]', (chart) => {
    const reached = new Set<string>()
    for (const model of modelsOf(chart)) {
      for (const { snapshot } of (model === checkoutModel ? checkoutPaths : pathsOf(model)).flat()) {
        for (const { id } of snapshot._nodes) reached.add(id)
      }
    }
    // Excludes transient states: an unguarded `always` transition or a final state leaves them at once
    const lasting = nodesOf(modelsOf(chart)[0]!.machine.root).filter(
      (node) => node.type !== 'final' && !node.always?.some((transition) => !transition.guard),
    )
    const atStart = modelsOf(chart)[0]!.machine.root.initial.target.map(({ id }) => id)
    expect(lasting.map(({ id }) => id).filter((id) => !reached.has(id) && !atStart.includes(id))).toEqual([])
  })

  it.each(charts)('can leave every state of %s by an event, a delay, a call or a child chart', (chart) => {
    const nodes = nodesOf(modelsOf(chart)[0]!.machine.root)
    const isLeft = (node: (typeof nodes)[number]): boolean =>
      node.ownEvents.length > 0 || (node.always?.length ?? 0) > 0 || node.invoke.length > 0
    const stuck = nodes.filter(
      (node) =>
        node.type === 'atomic' &&
        !isLeft(node) &&
        !(node.parent && node.parent.path.length > 0 && isLeft(node.parent)),
    )
    // The checkout chart leaves "unavailable" by "Edit basket", there is nothing more to list in "unlisted", and a
    // page that is "incomplete" or "unrecognised" is loaded again
    const ends = [
      'countdown.over',
      'payment.settled.unavailable',
      'freeSeats.unlisted',
      'connection.incomplete',
      'connection.unrecognised',
    ]
    expect(stuck.map(({ id }) => id).filter((id) => !ends.includes(id))).toEqual([])
  })

  it('leads from every state of the checkout to the completed order [F23]', () => {
    const graph = graphOf(checkoutPaths)
    const leading = leadingTo(graph, (value) => value.includes('order_completed'))
    expect([...graph.keys()].filter((value) => !leading.has(value))).toEqual([])
  })

  it('leads back to the basket from every step that holds a reservation', () => {
    const graph = graphOf(checkoutPaths)
    const leading = leadingTo(graph, (value) => value.includes('"basket"'))
    expect([...graph.keys()].filter((value) => value.includes('"holding"') && !leading.has(value))).toEqual(
      [],
    )
  })
})
