/** What each node leads to: the files that a file imports, the rooms that a room imports. */
export type Graph = Map<string, Set<string>>

/** Finds the nodes that lead back to themselves, in groups of those that lead to each other, as one of the circles in each. */
export function findCircles(graph: Graph): string[][] {
  const reached = new Map([...graph.keys()].map((node) => [node, reachableFrom(graph, node)]))
  const known = new Set<string>()
  const circles: string[][] = []
  for (const [node, onward] of reached) {
    if (known.has(node) || !onward.has(node)) continue
    for (const other of onward) if (reached.get(other)?.has(node)) known.add(other)
    circles.push(shortestCircle(graph, node))
  }
  return circles
}

function reachableFrom(graph: Graph, start: string): Set<string> {
  const reached = new Set(graph.get(start))
  for (const node of reached) for (const next of graph.get(node) ?? []) reached.add(next)
  return reached
}

/** The shortest way from a node back to itself, by the nodes on it. */
function shortestCircle(graph: Graph, start: string): string[] {
  const ways = [[start]]
  const seen = new Set<string>()
  for (const way of ways)
    for (const next of graph.get(way.at(-1) ?? start) ?? []) {
      if (next === start) return way
      if (!seen.has(next)) ways.push([...way, next])
      seen.add(next)
    }
  return []
}
