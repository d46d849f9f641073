import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import type { TestPath } from '#machines/paths/index.ts'

const file = 'reports/paths.json'

/** Reads the paths that `npm run paths` has printed, by id. */
export function readKeptPaths(): Record<string, TestPath> {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {}
}

/** Keeps printed paths, so that `npm run e2e -- --path ID` finds them. */
export function keepPaths(paths: readonly TestPath[]): void {
  const kept = { ...readKeptPaths(), ...Object.fromEntries(paths.map((path) => [path.id, path])) }
  mkdirSync('reports', { recursive: true })
  writeFileSync(file, JSON.stringify(kept))
}
