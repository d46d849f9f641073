import type { Trial } from './trial.ts'

/** Writes a trial as the end of a link, which needs no server: `#try=charity&step=done+basket%3A+chosen`. */
export const hashOf = ({ start, steps }: Trial): string =>
  `#${new URLSearchParams([['try', start], ...steps.map((step) => ['step', step])])}`

/** Reads a trial from a link, or from its end; null if it carries none. */
export function trialIn(link: string): Trial | null {
  const fields = new URLSearchParams(link.replace(/^[^#]*#?/s, ''))
  const start = fields.get('try')
  return start === null ? null : { start, steps: fields.getAll('step') }
}
