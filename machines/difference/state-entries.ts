import type { AnyStateNode } from 'xstate'
import { messagesIn } from '#machines/drawing/messages.ts'
import { entered } from '#machines/drawing/boxes.ts'
import { nameOf } from '#machines/paths/transition-list.ts'
import { transitionsOf } from '#machines/paths/transitions.ts'
import { titleOf } from '#machines/paths/words.ts'
import { added, changed, forEngineers, removed, type Entry } from './entry.ts'
import type { Happening } from './happenings.ts'
import type { Match, Pair } from './match.ts'
import { runsIn, sentenceOf, type Side } from './side.ts'

/** Tells all that is in a state which only one release has. */
export function wholeState(node: AnyStateNode, side: Side, how: 'added' | 'removed'): Entry[] {
  const own = transitionsOf(node.machine).filter(({ source }) => source === node)
  const [tell, state, row] =
    how === 'added'
      ? ([added, 'New state', 'New'] as const)
      : ([removed, 'State is gone', 'No longer'] as const)
  return [
    tell(state, String(node.description ?? titleOf(node, side.words))),
    ...runsIn(node, side).map((one) => tell('Runs', one)),
    ...own.map((one) => tell(row, sentenceOf(one, side))),
  ]
}

/** Tells what differs in a state that both releases have. */
export function changesOf(state: Pair<AnyStateNode>, match: Match, before: Side, after: Side): Entry[] {
  const { before: old, after: fresh } = state
  const isHere = ({ transition: { source } }: Happening) => source === fresh || source === old
  const pairs = match.happenings.filter((pair) => isHere(pair.after))
  const [news, gone] = [match.added.filter(isHere), match.removed.filter(isHere)]
  const knows = (events: readonly Happening[], { event }: Happening) =>
    events.some((one) => one.event === event)
  return [
    ...changed('Title', titleOf(old, before.words), titleOf(fresh, after.words)),
    ...changed('Description', String(old.description ?? ''), String(fresh.description ?? '')),
    ...changed('Heading on the screen', headingOf(old), headingOf(fresh)),
    ...otherBeginning(state, match, before, after),
    ...changed('Ends the chart', endOf(old), endOf(fresh)),
    ...changed('Drawn as', old.tags.join(', '), fresh.tags.join(', ')),
    ...runsIn(fresh, after, old).map((one) => added('Now runs', one)),
    ...runsIn(old, before, fresh).map((one) => removed('No longer runs', one)),
    ...otherEffects('Does something else when it is entered', old.entry, fresh.entry),
    ...otherEffects('Does something else when it is left', old.exit, fresh.exit),
    ...news.map((one) =>
      added(
        knows([...pairs.map((pair) => pair.before), ...gone], one) ? 'New case' : 'New',
        sentenceOf(one.transition, after),
      ),
    ),
    ...pairs.flatMap((pair) => changeOf(pair, before, after)),
    ...otherOrder(pairs, before, after),
    ...gone.map((one) =>
      removed(
        knows([...pairs.map((pair) => pair.after), ...news], one) ? 'Case is gone' : 'No longer',
        sentenceOf(one.transition, before),
      ),
    ),
  ]
}

const headingOf = ({ meta }: AnyStateNode) => String((meta as { title?: string } | undefined)?.title ?? '')

const endOf = ({ type }: AnyStateNode) => (type === 'final' ? 'yes' : 'no')

/** The inner state that a state begins with, if it is another one. */
function otherBeginning(
  { before: old, after: fresh }: Pair<AnyStateNode>,
  { renames }: Match,
  before: Side,
  after: Side,
): Entry[] {
  const [was, is] = [entered(old), entered(fresh)]
  if (!was || !is || renames.pathOf(was.path.join('.')) === is.path.join('.')) return []
  return changed('Begins with', titleOf(was, before.words), titleOf(is, after.words))
}

/** What differs in something that can happen, but for its words. */
function changeOf({ before: old, after: fresh }: Pair<Happening>, before: Side, after: Side): Entry[] {
  const [was, is] = [sentenceOf(old.transition, before), sentenceOf(fresh.transition, after)]
  const [oldMessages, messages] = [messagesOf(old), messagesOf(fresh)]
  const what =
    old.event !== fresh.event
      ? 'At another event'
      : old.guard !== fresh.guard
        ? 'Another condition'
        : old.target !== fresh.target
          ? 'Leads elsewhere'
          : oldMessages !== messages
            ? 'Another message'
            : ''
  if (what) return [{ how: 'changed', label: what, text: is, before: was }]
  const code = namesChanged(old.effects, fresh.effects)
  return forEngineers(`${is}, which does something else`, code)
}

const messagesOf = ({ transition }: Happening) => transition.definition.actions.flatMap(messagesIn).join('\n')

/** The order of cases that both releases have: the first whose condition holds is taken. */
function otherOrder(pairs: readonly Pair<Happening>[], before: Side, after: Side): Entry[] {
  const cases = Map.groupBy(
    pairs.filter((pair) => pair.before.event === pair.after.event),
    ({ after: { event } }) => event,
  )
  return [...cases.values()].flatMap((some) => {
    const byKey = (side: keyof Pair<Happening>) =>
      some.toSorted((one, other) => placeIn(one[side]) - placeIn(other[side]))
    const [was, is] = [byKey('before'), byKey('after')]
    if (was.every((pair, index) => pair === is[index])) return []
    return changed(
      'Decided in another order',
      was.map((pair) => sentenceOf(pair.before.transition, before)).join('; then: '),
      is.map((pair) => sentenceOf(pair.after.transition, after)).join('; then: '),
    )
  })
}

/** Which case of its event a transition is, from 1. */
const placeIn = ({ transition: { key } }: Happening) => Number(key.replace(/^.*#/, ''))

function otherEffects(text: string, before: readonly unknown[], after: readonly unknown[]): Entry[] {
  // xstate implements `after` by these two
  const namesOf = (actions: readonly unknown[]) =>
    actions.map(nameOf).filter((name) => !/\b(raise|cancel)$/.test(name))
  return forEngineers(text, namesChanged(namesOf(before), namesOf(after)))
}

const namesChanged = (before: readonly string[], after: readonly string[]): string[] => [
  ...after.filter((name) => !before.includes(name)).map((name) => `+ ${name}`),
  ...before.filter((name) => !after.includes(name)).map((name) => `− ${name}`),
]
