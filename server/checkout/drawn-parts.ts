import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** An entry of Vite's manifest: a script of the build, by the path of its source. */
interface Chunk {
  file: string
  isEntry?: boolean
  imports?: string[]
  dynamicImports?: string[]
  css?: string[]
}

type Manifest = Record<string, Chunk>

/**
 * Returns a function that writes what the head of a page needs for a drawn screen: the styles of its lazy components, and links by
 * which the browser fetches their scripts at once, with those of their charts and actors (`actors.ts` of the step's room, and what
 * the page provides for its chart in `src/app`). Nothing of the first load, which is in the page; '' for all if the build has no manifest.
 */
export function drawnParts(folder: string): (scripts: readonly string[]) => string {
  const manifest = readJson<Manifest>(folder, 'manifest.json')
  const styles = readJson<Record<string, string>>(folder, 'styles.json')
  const sources = Object.keys(manifest)
  const entries = sources.filter((source) => manifest[source]?.isEntry)
  // The entry loads the parts of the first load (src/app/main.ts).
  const first = withImports(
    manifest,
    entries.flatMap((entry) => [entry, ...(manifest[entry]?.dynamicImports ?? [])]),
  )

  return (scripts) => {
    const components = scripts.flatMap((name) => sources.filter((source) => source.endsWith(`/${name}.tsx`)))
    const actors = components
      .filter((source) => source.endsWith('-step.tsx'))
      .flatMap((source) => [
        source.replace(/^(src\/[^/]+)\/.*/, '$1/actors.ts'),
        source.replace(/.*\/(.+)-step\.tsx$/, 'src/app/$1-chart.ts'),
      ])
    const chunks = [...withImports(manifest, [...components, ...actors])].filter((chunk) => !first.has(chunk))
    const texts = new Set(chunks.flatMap(({ css = [] }) => css.map((file) => styles[file] ?? '')))
    const links = chunks.map(({ file }) => `<link rel="modulepreload" href="/${file}">`)
    return `<style>${[...texts].join('')}</style>${links.join('')}`
  }
}

/** The scripts of sources, and all that they import statically. */
function withImports(manifest: Manifest, sources: readonly string[], found = new Set<Chunk>()): Set<Chunk> {
  for (const source of sources) {
    const chunk = manifest[source]
    if (!chunk || found.has(chunk)) continue
    withImports(manifest, chunk.imports ?? [], found)
    found.add(chunk)
  }
  return found
}

function readJson<T extends object>(folder: string, file: string): T {
  try {
    return JSON.parse(readFileSync(join(folder, '.vite', file), 'utf8')) as T
  } catch {
    return {} as T
  }
}
