import type { TestPath } from '#machines/paths/test-path.ts'

/**
 * Chooses where screens are looked at: each state of a chart once as it usually is, and once with each message that it shows. Returns
 * the names of the screens, `payment/settled.choosing/normal`, by the path and the place of its step.
 */
export function wantedScreens(paths: readonly TestPath[]): Map<string, Map<number, string>> {
  const taken = new Set<string>()
  return new Map(
    paths.map(({ id, steps }) => {
      const wanted = new Map<number, string>()
      for (const [index, { chart, state, messages }] of steps.entries()) {
        const name = [chart, state, slugOf(messages) || 'normal'].join('/')
        if (!taken.has(name)) wanted.set(index, name)
        taken.add(name)
      }
      return [id, wanted]
    }),
  )
}

/** Messages as the name of a file: `unable-to-edit-basket`. */
const slugOf = (messages: readonly string[]) =>
  messages
    .join(' ')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')
    .slice(0, 60)
