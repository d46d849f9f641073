import { stripTypeScriptTypes } from 'node:module'
import * as xstate from 'xstate'

/** A file of a chart or of its words, evaluated. */
export interface OpenedSource {
  /** What it has at its top, by name: the chart, or its words, and the functions and constants that they use. */
  values: Record<string, unknown>
  /** What it imports at run time. */
  imports: string[]
}

/**
 * Evaluates the text of a file in `machines/` as drawing tools do: without types and imports, and with only the exports of
 * xstate in scope. So a chart of any commit can be opened without checking it out.
 */
export function openSource(source: string): OpenedSource {
  const code = stripTypeScriptTypes(source)
  const importing = /^import\s[\s\S]*?from '([^']+)'/gm
  const imports = [...code.matchAll(importing)].flatMap(([, from]) => from ?? [])
  const body = code.replaceAll(importing, '').replaceAll(/^export /gm, '')
  const names = [...body.matchAll(/^(?:const|(?:async )?function) (\w+)/gm)].flatMap(([, name]) => name ?? [])
  const open = new Function(...Object.keys(xstate), `${body}\nreturn { ${names.join(', ')} }`)
  return { values: open(...Object.values(xstate)), imports }
}
