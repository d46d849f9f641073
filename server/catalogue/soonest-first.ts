/** Sorts what belongs to event dates as the ticket wallet does, soonest first; at the same time, in the given order. */
export function soonestFirst<T extends { starts_at: Date }>(ones: readonly T[]): T[] {
  return ones.toSorted((a, b) => a.starts_at.getTime() - b.starts_at.getTime())
}
