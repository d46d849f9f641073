import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import ts from 'typescript'

const cache = new Map<string, string[]>()

/** The files that a file loads at run time, itself among them: static and lazy imports, not those of types alone. */
export function filesLoadedBy(file: string): Set<string> {
  const loaded = new Set([file])
  for (const one of loaded) for (const next of importsOf(one)) loaded.add(next)
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
  const running = source.replace(/^(?:import|export) type [^']*'[^']*'/gm, '')
  return ts
    .preProcessFile(running, true, true)
    .importedFiles.map(({ fileName }) => fileName)
    .filter((specifier) => /^[.#]/.test(specifier))
}

/** Imports name files with their endings, and folders of the project by `#`. */
function resolve(specifier: string, from: string): string {
  return specifier.startsWith('#') ? specifier.slice(1) : join(dirname(from), specifier)
}
