/** A call of a client and what its reply says, on a model of the shop. */
export interface Operation<State> {
  client: number
  /** When it was sent and answered, on one clock. */
  sent: number
  answered: number
  /** For messages. */
  name: string
  /** The state after it; null if a shop in this state would not have answered so. */
  apply: (state: State) => State | null
}

/**
 * Looks for an order of the operations, one after the other, that gives every reply. It keeps real time: what was answered
 * before another was sent comes first. Returns null if there is one, and otherwise what the longest order leaves unexplained.
 * This is the search of Wing and Gong; each client waits for its replies.
 */
export function findUnexplained<State>(operations: Operation<State>[], start: State): string[] | null {
  const clients = [...Map.groupBy(operations, ({ client }) => client).values()]
  for (const own of clients) own.sort((a, b) => a.sent - b.sent)
  const seen = new Set<string>()
  const open = [{ done: clients.map(() => 0), state: start }]
  let longest = { length: -1, left: [] as string[] }
  for (let at = open.pop(); at; at = open.pop()) {
    const { done, state } = at
    const next = clients.flatMap((own, i) => own[done[i]!] ?? [])
    if (next.length === 0) return null
    const length = done.reduce((sum, count) => sum + count, 0)
    if (length > longest.length)
      longest = {
        length,
        left: next.map(({ name, client }) => `${name} (client ${client}) at ${JSON.stringify(state)}`),
      }
    const firstAnswer = Math.min(...next.map(({ answered }) => answered))
    for (const [i, own] of clients.entries()) {
      const operation = own[done[i]!]
      if (!operation || operation.sent > firstAnswer) continue
      const after = operation.apply(state)
      if (after === null) continue
      const then = done.with(i, done[i]! + 1)
      const key = JSON.stringify([then, after])
      if (seen.has(key)) continue
      seen.add(key)
      open.push({ done: then, state: after })
    }
  }
  return longest.left
}
