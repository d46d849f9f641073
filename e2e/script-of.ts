import { readFileSync } from 'node:fs'

/** Finds the address of the built script of a source file, for routes. */
export function scriptOf(source: string) {
  const manifest = JSON.parse(readFileSync('dist/.vite/manifest.json', 'utf8')) as Record<
    string,
    { file: string }
  >
  return `**/${manifest[source]?.file}`
}
