import { createHash } from 'node:crypto'
import ts from 'typescript'
import type { Change, Mutator } from './change.ts'
import {
  changeAmount,
  changeDelay,
  dropField,
  invertGuard,
  keepFocus,
  swallowError,
  swapMessage,
} from './code-mutators.ts'
import { dropText, emptyHeading, removeAttribute, removeHandler } from './view-mutators.ts'

/** The kinds of faults, by the name that the report gives them. */
export const kinds = {
  'handler removed': removeHandler,
  'guard inverted': invertGuard,
  'error swallowed': swallowError,
  'focus not moved': keepFocus,
  'amount changed': changeAmount,
  'heading gone': emptyHeading,
  'delay changed': changeDelay,
  'text dropped': dropText,
  'field not sent': dropField,
  'message swapped': swapMessage,
  'attribute removed': removeAttribute,
} satisfies Record<string, Mutator>

export type Kind = keyof typeof kinds

export const kindNames = Object.keys(kinds) as Kind[] // Object.keys returns plain strings

/** A fault that could be put into a file of the page. */
export interface Mutant extends Change {
  /** The same as long as the place reads the same: `M-1f0c9a2b`. */
  id: string
  kind: Kind
  file: string
  line: number
}

/** Lists all faults of all kinds that a file can have, in the order of the file. */
export function mutantsIn(file: string, text: string): Mutant[] {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true)
  const mutants: Mutant[] = []
  const seen = new Map<string, number>()
  const add = (kind: Kind, change: Change) => {
    const key = JSON.stringify([kind, file, change.what])
    const count = (seen.get(key) ?? 0) + 1
    seen.set(key, count)
    const id = `M-${createHash('sha256').update(`${key}${count}`).digest('hex').slice(0, 8)}`
    const line = source.getLineAndCharacterOfPosition(change.start).line + 1
    mutants.push({ ...change, id, kind, file, line })
  }
  const visit = (node: ts.Node) => {
    for (const kind of kindNames)
      for (const change of [kinds[kind](node, source) ?? []].flat()) add(kind, change)
    ts.forEachChild(node, visit)
  }
  visit(source)
  return mutants
}

/** A mutant that was chosen, with the number that switches it on; 0 is none. */
export interface Fault extends Mutant {
  number: number
}

/** Asks the page whether a fault is on, and tells it that the place was reached (`e2e/sabotaged-page.ts`). */
const isOn = (number: number) => `globalThis.sabotage?.(${number})`

/** Writes the faults of a file into its text, each behind its switch. They must not overlap. */
export function withFaults(text: string, faults: readonly Fault[]): string {
  return faults
    .toSorted((a, b) => b.start - a.start)
    .reduce(
      (written, { start, end, number, write }) =>
        written.slice(0, start) + write(isOn(number)) + written.slice(end),
      text,
    )
}
