import type { ReleasedChart } from './release.ts'

/**
 * Returns what a guard, an action or a delay of a chart does, as text to be compared: its code and that of the functions of the
 * same file that it calls, without spaces. '' if the chart has no such thing.
 */
export function codeText({ machine, values }: ReleasedChart, kind: Kind, name: string): string {
  const part = (machine.implementations[kind] as Record<string, unknown>)[name]
  return part === undefined ? '' : withHelpers(textOf(part), values, new Set())
}

export type Kind = 'guards' | 'actions' | 'delays'

/** Returns the code in the literal of a chart: what it begins with, and what its states pass on. */
export const literalCode = ({ machine, values }: ReleasedChart): string =>
  withHelpers(functionsIn(machine.config).join(';'), values, new Set())

function withHelpers(text: string, values: Record<string, unknown>, seen: Set<string>): string {
  const called = [...new Set(text.match(/\b[a-zA-Z]\w*\b/g))].filter(
    (name) => Object.hasOwn(values, name) && !name.endsWith('Machine') && !seen.has(name),
  )
  for (const name of called) seen.add(name)
  return [text, ...called.map((name) => withHelpers(textOf(values[name]), values, seen))].join(';')
}

/** The text of a value; that of xstate's actions, which are functions with settings, has the settings too. */
function textOf(value: unknown): string {
  if (typeof value === 'function') return [plain(value), ...Object.entries(value).map(textOf)].join(';')
  if (value instanceof RegExp) return String(value)
  if (value instanceof Set || value instanceof Map) return textOf([...value])
  if (!value || typeof value !== 'object') return JSON.stringify(value) ?? ''
  return Object.entries(value)
    .map(([name, part]) => `${name}:${textOf(part)}`)
    .join(';')
}

/** Code without comments, and without what formatting changes. */
const plain = (code: unknown) =>
  String(code)
    .replaceAll(/\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$/gm, '')
    .replaceAll(/\s+/g, '')
    .replaceAll(/,(?=[)\]}])/g, '')

function functionsIn(value: unknown): string[] {
  if (typeof value === 'function') return [textOf(value)]
  return value && typeof value === 'object' ? Object.values(value).flatMap(functionsIn) : []
}
