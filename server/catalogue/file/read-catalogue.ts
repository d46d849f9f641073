import { isMap, isScalar, LineCounter, parseDocument, type Document, type Node } from 'yaml'
import type * as z from 'zod'

import { CatalogueRejected, type Problem } from './catalogue-rejected.ts'
import { catalogueSchema, type Catalogue } from './catalogue-schema.ts'
import { findConflicts } from './find-conflicts.ts'
import { knownKeys, nearest } from './known-keys.ts'

/** A catalogue, and where each part of it stands in its file. */
export interface ReadCatalogue {
  catalogue: Catalogue
  lineOf: (path: PropertyKey[]) => number
}

/**
 * Reads a catalogue from JSON or YAML, of which JSON is a part. Nothing is missing, unknown or contradictory in what it
 * returns. Throws `CatalogueRejected` with all problems and their lines.
 */
export function readCatalogue(text: string): ReadCatalogue {
  const lines = new LineCounter()
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false })
  const faults = [...document.errors, ...document.warnings]
  if (faults.length > 0)
    throw new CatalogueRejected(
      faults.map(({ message, pos }) => ({ path: [], message, line: lines.linePos(pos[0]).line })),
    )
  const lineOf = (path: PropertyKey[]) => lines.linePos(nodeAt(document, path)?.range?.[0] ?? 0).line
  const reject = (problems: Problem[]): never => {
    throw new CatalogueRejected(
      problems
        .map((problem) => ({ ...problem, line: lineOf(problem.path) }))
        .toSorted((a, b) => a.line - b.line),
    )
  }
  const { data, error } = catalogueSchema.safeParse(toData(document, lines) ?? {}, { reportInput: true })
  if (!data) return reject(error.issues.flatMap(problemsOf))
  const conflicts = findConflicts(data)
  return conflicts.length > 0 ? reject(conflicts) : { catalogue: data, lineOf }
}

function toData(document: Document.Parsed, lines: LineCounter): unknown {
  try {
    return document.toJS()
  } catch (error) {
    // Aliases that multiply beyond measure.
    throw new CatalogueRejected([
      { path: [], message: (error as Error).message, line: lines.linePos(0).line },
    ])
  }
}

/** The key or value at a path, or what is nearest above it. */
function nodeAt(document: Document.Parsed, path: PropertyKey[]): Node | null {
  for (let length = path.length; length > 0; length--) {
    const parent = document.getIn(path.slice(0, length - 1), true)
    const key = path[length - 1]
    if (isMap(parent)) {
      const pair = parent.items.find((item) => isScalar(item.key) && item.key.value === key)
      if (isScalar(pair?.key)) return pair.key
    }
    const node = document.getIn(path.slice(0, length), true)
    if (node) return node as Node
  }
  return document.contents
}

/** Says in plain words what is wrong. The schema has the words for what is special to a field. */
function problemsOf(issue: z.core.$ZodIssue): Problem[] {
  const { path } = issue
  if (issue.code === 'unrecognized_keys')
    return issue.keys.map((key) => {
      const meant = nearest(key, knownKeys(catalogueSchema, path))
      return { path: [...path, key], message: `is unknown here${meant ? `; did you mean "${meant}"?` : ''}` }
    })
  if (issue.input === undefined) return [{ path, message: 'is missing' }]
  if (issue.code === 'invalid_value')
    return [{ path, message: `must be ${issue.values.map((value) => JSON.stringify(value)).join(' or ')}` }]
  if (issue.code === 'invalid_type' && issue.message.startsWith('Invalid input'))
    return [{ path, message: `must be ${nouns[issue.expected] ?? issue.expected}` }]
  return [{ path, message: issue.message }]
}

const nouns: Record<string, string> = {
  string: 'text (in quotes if it looks like a number)',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object with keys and values',
}
