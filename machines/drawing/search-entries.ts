import { messagesIn } from './messages.ts'
import { readFileSync } from 'node:fs'
import type { AnyStateMachine, AnyStateNode } from 'xstate'
import { nextSteps } from '#machines/paths/documented.ts'
import { machines, statesNamed } from '#machines/paths/names.ts'
import { requirementCases } from '#machines/paths/requirement-cases.ts'
import { nodesOf, shortEvent, transitionsOf } from '#machines/paths/transitions.ts'
import { alsoCalled } from '#machines/words/also-called.ts'
import { requirementsOfMessage } from '#machines/paths/requirement-texts.ts'
import { arrowsOf, promisesAt, titleOf, transitionWords } from '#machines/paths/words.ts'
import { idOf } from './boxes.ts'
import { fileName } from './drawings.ts'

/** What the search of the page finds of a state. */
export interface SearchEntry {
  id: string
  title: string
  /** The words of what can happen there. */
  rows: string[]
  about: string
  /** What can be relied on there. */
  promises: string[]
  /** The messages that it shows. */
  messages: string[]
  /** The requirements that it shows by itself: `PAYM-12`. */
  shows: string[]
  /** Those of the whole step: `PAYM-01..63`. */
  range: string
  file: string
}

/** Returns an entry for every state of the charts, and for each chart as a whole. */
export function searchEntries(all: readonly AnyStateMachine[]): SearchEntry[] {
  const shown = shownIn()
  return all.flatMap((machine) => nodesOf(machine.root).map((node) => entryOf(node, shown)))
}

function entryOf(node: AnyStateNode, shown: ReadonlyMap<AnyStateNode, readonly string[]>): SearchEntry {
  const transitions = transitionsOf(node.machine).filter(({ source }) => source === node)
  const messages = transitions.flatMap(({ definition }) => definition.actions.flatMap(messagesIn))
  const { requirements = '' } = (node.meta ?? {}) as { requirements?: string }
  const arrows = Object.entries(arrowsOf(node.machine))
    .filter(([ends]) => ends.startsWith(`${node.path.join('.')} → `))
    .map(([, label]) => label)
  return {
    id: idOf(node),
    title: titleOf(node),
    rows: [...new Set([...arrows, ...transitions.map((each) => transitionWords(each))])],
    about: node.description ?? '',
    promises: promisesAt(node).map(({ says }) => says),
    messages: [...new Set(messages)],
    shows: [...new Set([...(shown.get(node) ?? []), ...messages.flatMap(requirementsOfMessage)])],
    range: requirements,
    file: `machines/${fileName(node.machine.id)}.ts`,
  }
}

/** The requirements that a state shows: that of a row of the next-step tables, and those whose case ends or happens there. */
function shownIn(): Map<AnyStateNode, string[]> {
  const shown = new Map<AnyStateNode, string[]>()
  const add = (id: string, nodes: readonly AnyStateNode[]) => {
    for (const node of nodes) shown.set(node, [...(shown.get(node) ?? []), id])
  }
  for (const { id, from } of nextSteps) if (id) add(id, nodesNamed(from))
  for (const [id, { passes }] of Object.entries(requirementCases)) {
    const places = passes.map(nodesNamed).findLast((nodes) => nodes.length > 0)
    add(id, places ?? nodesWith(passes.at(-1) ?? ''))
  }
  return shown
}

const nodesNamed = (name: string) => statesNamed(name).map(({ node }) => node)

/** The states in which an event, or a case of it, can happen. */
const nodesWith = (label: string): AnyStateNode[] =>
  [...machines.values()].flatMap((machine) =>
    transitionsOf(machine).flatMap(({ event, source }) =>
      shortEvent(event) === label.replace(/: .*$/, '') ? [source] : [],
    ),
  )

/** Words that are looked for, by those of the charts: what owners say, and what docs/design.md says not to write. */
export const glossary = (): Record<string, string> => ({ ...alsoCalled, ...unwritten() })

/** The words of the glossary in docs/design.md, by those that are not used for the same: `cart` is `basket`. */
function unwritten(): Record<string, string> {
  const text = readFileSync(new URL('../../docs/design.md', import.meta.url), 'utf8')
  const [, table = ''] = /^\| word .*\n\|[ |-]+\n((?:\|.*\n)+)/m.exec(text) ?? []
  return Object.fromEntries(
    table.split('\n').flatMap((line) => {
      const [, word = '', , not = ''] = line.split('|').map((cell) => cell.trim())
      const words = word.split(', ')
      // "log out" is "sign out", not "sign in"
      const wordFor = (one: string) => words.find((each) => one.endsWith(each.split(' ').at(-1)!)) ?? word
      return not ? not.split(', ').map((one) => [one.toLowerCase(), wordFor(one)]) : []
    }),
  )
}
