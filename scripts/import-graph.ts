import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import ts from 'typescript'

const cache = new Map<string, string[]>()

/** The files that a file loads at run time, including itself: static and lazy imports, but no type imports. */
export function filesLoadedBy(file: string): Set<string> {
  const loaded = new Set([file])
  for (const path of loaded) for (const next of importsOf(path)) loaded.add(next)
  return loaded
}

function importsOf(file: string): string[] {
  const known = cache.get(file)
  if (known) return known
  const imports = /\.tsx?$/.test(file) ? specifiersIn(readFileSync(file, 'utf8')) : []
  const files = imports.map((specifier) => resolve(specifier, file)).filter(existsSync)
  cache.set(file, files)
  return files
}

function specifiersIn(source: string): string[] {
  const withoutTypes = source.replace(/^(?:import|export) type [^']*'[^']*'/gm, '')
  return ts
    .preProcessFile(withoutTypes, true, true)
    .importedFiles.map(({ fileName }) => fileName)
    .filter((specifier) => /^[.#]/.test(specifier))
}

/** The path of an import. Imports include the file extension; `#` stands for the project's root. */
function resolve(specifier: string, from: string): string {
  return specifier.startsWith('#') ? specifier.slice(1) : join(dirname(from), specifier)
}
