import { fileName } from '#machines/drawing/drawings.ts'
import { delayWords, timeOf } from '#machines/paths/words.ts'
import type { ChartWords } from '#machines/words/chart-words.ts'
import { codeText, literalCode } from './code-text.ts'
import { added, changed, forEngineers, removed, type Entry } from './entry.ts'
import type { Renames } from './renames.ts'
import type { Side } from './side.ts'

/** The conditions that a chart asks: new ones, those that are gone, and those that are decided in another way. */
export function conditions(before: Side, after: Side, { guards }: Renames): Entry[] {
  const said = (name: string, { chart, words }: Side) => blanks(words[chart.machine.id]?.guards[name] ?? name)
  return implemented('guards', before, after, guards).flatMap(({ old, name }): Entry[] => {
    if (old === undefined) return [added('New condition', said(name!, after))]
    if (name === undefined) return [removed('Condition is gone', said(old, before))]
    if (codeText(before.chart, 'guards', old) === codeText(after.chart, 'guards', name)) return []
    return [{ how: 'changed', label: 'Decided in another way', text: said(name, after), code: [name] }]
  })
}

/** How long a chart waits. */
export function waits(before: Side, after: Side, { delays }: Renames): Entry[] {
  const said = (name: string, { chart: { machine }, words }: Side) =>
    delayWords(machine, name, words) ?? `${name}: ${timeOf(machine.implementations.delays[name])}`
  return implemented('delays', before, after, delays).flatMap(({ old, name }): Entry[] => {
    if (old === undefined) return [added('New wait', said(name!, after))]
    if (name === undefined) return [removed('No longer waited', said(old, before))]
    if (codeText(before.chart, 'delays', old) === codeText(after.chart, 'delays', name)) return []
    const [was, is] = [said(old, before), said(name, after)]
    return was === is
      ? [{ how: 'changed', label: 'The time is worked out in another way', text: is, code: [name] }]
      : changed('Waits for another time', was, is)
  })
}

/** The guards or delays of both releases: `old` and `name` are undefined if that release has none. */
function implemented(
  kind: 'guards' | 'delays',
  before: Side,
  after: Side,
  renamed: ReadonlyMap<string, string>,
): { old: string | undefined; name: string | undefined }[] {
  const namesIn = ({ chart }: Side) => Object.keys(chart.machine.implementations[kind])
  const old = new Map(namesIn(before).map((name) => [renamed.get(name) ?? name, name]))
  const names = namesIn(after)
  return [
    ...names.map((name) => ({ old: old.get(name), name })),
    ...[...old].flatMap(([name, was]) => (names.includes(name) ? [] : [{ old: was, name: undefined }])),
  ]
}

/** Other words for what both releases have, and outcomes that only one tells apart. Titles are told with their states. */
export function wordings(before: ChartWords, after: ChartWords, renames: Renames): Entry[] {
  const kinds = [
    [before.events, after.events, renames.events],
    [before.guards, after.guards, renames.guards],
    [before.otherwise ?? {}, after.otherwise ?? {}, new Map<string, string>()],
    [before.delays, after.delays, renames.delays],
    [before.arrows ?? {}, after.arrows ?? {}, new Map<string, string>()],
  ] as const
  const others = kinds.flatMap(([old, fresh, renamed]) =>
    Object.entries(old).flatMap(([name, text]) => {
      const is = fresh[renamed.get(name) ?? name]
      return is === undefined ? [] : changed('Said otherwise', blanks(text), blanks(is))
    }),
  )
  return [
    ...others,
    ...outcomesIn(before.events, after.events),
    ...only(promisesIn(after), promisesIn(before)).map((says) => added('New promise', says)),
    ...only(promisesIn(before), promisesIn(after)).map((says) => removed('Promise is gone', says)),
  ]
}

const only = (some: readonly string[], other: readonly string[]) => some.filter((one) => !other.includes(one))

const promisesIn = ({ promises = {} }: ChartWords) =>
  Object.values(promises).flatMap((some) => some.map(({ says }) => says))

function outcomesIn(before: Record<string, string>, after: Record<string, string>): Entry[] {
  const outcomes = (some: Record<string, string>, other: Record<string, string>) =>
    Object.entries(some).flatMap(([label, text]) => (label.includes(': ') && !(label in other) ? [text] : []))
  return [
    ...outcomes(after, before).map((text) => added('New outcome', text)),
    ...outcomes(before, after).map((text) => removed('Outcome is gone', text)),
  ]
}

/** Words with their parameters left open. */
const blanks = (text: string) => text.replaceAll(/\{\w+\}/g, '…')

/** What is named otherwise in the code, and is the same. */
export const renamesIn = ({ states, events, guards, delays }: Renames): Entry[] =>
  [...states, ...events, ...guards, ...delays].flatMap(([old, name]) =>
    changed('Named otherwise in the code', old, name),
  )

/** What no drawing shows: other code in actions, or in what a chart begins with and passes on. For an engineer to judge. */
export function behindTheChart({ chart: before }: Side, { chart: after }: Side): Entry[] {
  const actions = Object.keys(after.machine.implementations.actions).filter((name) => {
    const was = codeText(before, 'actions', name)
    return was !== '' && was !== codeText(after, 'actions', name)
  })
  return [
    ...forEngineers('These actions do something else', actions),
    ...forEngineers(
      'The chart begins with other data, or passes other data on',
      literalCode(before) === literalCode(after) ? [] : [`machines/${fileName(after.machine.id)}.ts`],
    ),
  ]
}
