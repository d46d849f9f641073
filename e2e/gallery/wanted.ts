import type { TestPath } from '#machines/paths/test-path.ts'

/**
 * Chooses where screens are looked at: each state of a chart once as it usually is, and once with each message that it shows, where the
 * fewest messages were shown on the way. Returns the names of the screens, `payment/settled.choosing/normal`, by the path and the place
 * of its step.
 */
export function wantedScreens(paths: readonly TestPath[]): Map<string, Map<number, string>> {
  const best = new Map<string, { id: string; index: number; troubles: number }>()
  for (const { id, steps } of paths) {
    let troubles = 0
    for (const [index, { chart, state, messages }] of steps.entries()) {
      const name = [chart, state, slugOf(messages) || 'normal'].join('/')
      if (troubles < (best.get(name)?.troubles ?? Infinity)) best.set(name, { id, index, troubles })
      troubles += messages.length
    }
  }
  const wanted = new Map(paths.map(({ id }) => [id, new Map<number, string>()]))
  for (const [name, { id, index }] of best) wanted.get(id)?.set(index, name)
  return wanted
}

/** Messages as the name of a file: `unable-to-edit-basket`. */
const slugOf = (messages: readonly string[]) =>
  messages
    .join(' ')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')
    .slice(0, 60)
