/**
 * Returns a small set of paths with the same coverage as all of them, by picking the path that adds most per step until
 * nothing is missing. Ties go to the first path, so the result is deterministic.
 */
export function greedyCover<Path>(
  paths: readonly Path[],
  covered: (path: Path) => Iterable<string>,
  length: (path: Path) => number,
): Path[] {
  let left = paths.map((path) => ({
    path,
    adds: new Set(covered(path)),
    steps: Math.max(1, length(path)),
  }))
  const chosen: Path[] = []
  for (;;) {
    left = left.filter(({ adds }) => adds.size > 0)
    const [first] = left
    if (!first) return chosen
    const gain = ({ adds, steps }: typeof first) => adds.size / steps
    const best = left.reduce((one, other) => (gain(other) > gain(one) ? other : one), first)
    chosen.push(best.path)
    const found = [...best.adds]
    for (const { adds } of left) for (const key of found) adds.delete(key)
  }
}
