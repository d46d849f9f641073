import type { Model } from './model.ts'

/** What identifies a path, whatever other paths there are: its start and its labels. */
export const identityOf = (
  start: Pick<Model, 'start'>,
  steps: readonly { chart: Model['chart']; label: string }[],
): string => JSON.stringify([nameOfStart(start), steps.map(({ chart, label }) => [chart, label])])

/** The id of a path, from the SHA-256 of its identity in hexadecimal digits: `P-1f0c9a2b`. */
export const idFrom = (digest: string): string => `P-${digest.slice(0, 8)}`

/** ` (with a captcha)`, or '' for a chart with one start. */
export const nameOfStart = ({ start }: Pick<Model, 'start'>): string => (start ? ` (${start})` : '')
