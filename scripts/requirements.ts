import { globSync, readFileSync } from 'node:fs'
import { idsOfTitles, listedIds } from './requirement-ids.ts'

/** Fails when a test names a requirement that docs/requirements.md lacks; prints how many have a test. */

const listed = listedIds(readFileSync('docs/requirements.md', 'utf8'))
const tests = globSync(['{machines,src,server,scripts,e2e}/**/*.test.{ts,tsx}', 'e2e/**/*.spec.ts'])
const proven = new Set<string>()
let unknown = 0

for (const file of tests.sort()) {
  for (const id of idsOfTitles(readFileSync(file, 'utf8'))) {
    proven.add(id)
    if (listed.has(id)) continue
    unknown += 1
    console.error(`${file}: ${id} is not in docs/requirements.md`)
  }
}

console.log(
  `${[...proven].filter((id) => listed.has(id)).length} of ${listed.size} requirements are named by a test`,
)
if (unknown > 0) process.exitCode = 1
