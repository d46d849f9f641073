/**
 * A small set of walks that together cover all that the walks cover: again and again the one that adds most per step.
 * Ties go to the first, so the result is the same on every run.
 */
export function greedyCover<Walk>(
  walks: readonly Walk[],
  covered: (walk: Walk) => ReadonlySet<string>,
  length: (walk: Walk) => number,
): Walk[] {
  const missing = new Set(walks.flatMap((walk) => [...covered(walk)]))
  const chosen: Walk[] = []
  while (missing.size > 0) {
    const gain = (walk: Walk) =>
      [...covered(walk)].filter((one) => missing.has(one)).length / Math.max(1, length(walk))
    const best = walks.reduce((one, other) => (gain(other) > gain(one) ? other : one))
    chosen.push(best)
    for (const one of covered(best)) missing.delete(one)
  }
  return chosen
}
