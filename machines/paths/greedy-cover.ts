/**
 * Returns a small set of paths with the same coverage as all of them, by picking the path that adds most per step until
 * nothing is missing. Ties go to the first path, so the result is deterministic.
 */
export function greedyCover<Path>(
  paths: readonly Path[],
  covered: (path: Path) => ReadonlySet<string>,
  length: (path: Path) => number,
): Path[] {
  const missing = new Set(paths.flatMap((path) => [...covered(path)]))
  const chosen: Path[] = []
  while (missing.size > 0) {
    const gain = (path: Path) =>
      [...covered(path)].filter((one) => missing.has(one)).length / Math.max(1, length(path))
    const best = paths.reduce((one, other) => (gain(other) > gain(one) ? other : one))
    chosen.push(best)
    for (const one of covered(best)) missing.delete(one)
  }
  return chosen
}
