import { readFileSync } from 'node:fs'
import type { AnyStateMachine, AnyStateNode } from 'xstate'
import { nodesOf, transitionsOf } from '#machines/paths/transitions.ts'
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
  /** `PAYM-01..63`, or single ids. */
  requirements: string
  file: string
}

/** Returns an entry for every state of the charts, and for each chart as a whole. */
export const searchEntries = (machines: readonly AnyStateMachine[]): SearchEntry[] =>
  machines.flatMap((machine) => nodesOf(machine.root).map(entryOf))

function entryOf(node: AnyStateNode): SearchEntry {
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
    requirements: [...new Set([requirements, ...messages.flatMap(requirementsOfMessage)])]
      .filter(Boolean)
      .join(' '),
    file: `machines/${fileName(node.machine.id)}.ts`,
  }
}

/** The words of the glossary in docs/design.md, by those that are not used for the same: `cart` is `basket`. */
export function glossary(): Record<string, string> {
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

/** The constant texts that an action shows. */
export function messagesIn(action: unknown): string[] {
  const { params } = (typeof action === 'object' ? action : {}) as { params?: unknown }
  if (!params || typeof params !== 'object') return []
  return Object.entries(params).flatMap(([name, value]) =>
    name === 'text' && typeof value === 'string' ? [value] : [],
  )
}
