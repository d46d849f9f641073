import { globSync, readFileSync } from 'node:fs'
import { filesLoadedBy } from './import-graph.ts'
import { checkRequirements } from './requirement-check.ts'
import { listedIds } from './requirement-ids.ts'
import { isTestCode } from './test-code.ts'

/** `npm run requirements`: checks the requirement ids in test titles (docs/testing.md) and counts the requirements with a test. */

const read = (path: string) => ({ path, source: readFileSync(path, 'utf8') })

const product = globSync('{src,machines,server,sandbox}/**/*.{ts,tsx}').filter((path) => !isTestCode(path))
const unitTests = globSync('{machines,src,server,sandbox,scripts}/**/*.test.{ts,tsx}').map((path) => {
  const loaded = filesLoadedBy(path)
  return { ...read(path), reaches: (file: string) => loaded.has(file) }
})
// A browser test loads the page, its charts and the shop, whatever its spec imports
const browserTests = globSync('e2e/**/*.ts').map((path) => ({ ...read(path), reaches: () => true }))

const listed = listedIds(readFileSync('docs/requirements.md', 'utf8'))
const { named, problems } = checkRequirements(listed, [...unitTests, ...browserTests], product.map(read))
for (const problem of problems.sort()) console.error(problem)
console.log(`${named.size} of ${listed.size} requirements are named by a test`)
if (problems.length > 0) {
  console.error(`${problems.length} problems`)
  process.exitCode = 1
}
