import type { AnyStateMachine, AnyStateNode } from 'xstate'
import { nodesOf, transitionsOf } from '#machines/paths/transitions.ts'
import { requirementsOfMessage } from '#machines/paths/requirement-texts.ts'
import { titleOf, transitionWords } from '#machines/paths/words.ts'
import { idOf } from './boxes.ts'
import { fileName } from './drawings.ts'

/** What the search of the page finds of a state. */
export interface SearchEntry {
  id: string
  title: string
  /** Names, description, words of what can happen, messages and file, to be searched. */
  text: string
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
  const file = `machines/${fileName(node.machine.id)}.ts`
  return {
    id: idOf(node),
    title: titleOf(node),
    text: [node.description ?? '', ...transitions.map((each) => transitionWords(each)), ...messages].join(
      ' · ',
    ),
    requirements: [...new Set([requirements, ...messages.flatMap(requirementsOfMessage)])]
      .filter(Boolean)
      .join(' '),
    file,
  }
}

/** The constant texts that an action shows. */
export function messagesIn(action: unknown): string[] {
  const { params } = (typeof action === 'object' ? action : {}) as { params?: unknown }
  if (!params || typeof params !== 'object') return []
  return Object.entries(params).flatMap(([name, value]) =>
    name === 'text' && typeof value === 'string' ? [value] : [],
  )
}
