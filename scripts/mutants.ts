import { parseArgs } from 'node:util'
import { Stryker } from '@stryker-mutator/core'

/**
 * `npm run mutants`: changes code in small ways and reports the changes that no test notices (docs/testing.md).
 *
 *     npm run mutants -- src/rules                 a whole area
 *     npm run mutants -- src/rules/fees.ts:1-40    some files or lines of one area
 *     npm run mutants -- --tests GLOB PATH         judged by these tests alone
 */

/** The tests that run for each area: few, because every mutant runs all of them that load it. */
const areas: Record<string, string> = {
  'src/rules': 'src/rules/**/*.test.ts',
  'src/actors': 'src/actors/**/*.test.ts',
  'src/checkout/steps': 'src/checkout/**/*.test.{ts,tsx}',
  'server/basket': 'server/{basket,reservation,checkout}/**/*.test.ts',
  'server/reservation': 'server/{basket,reservation,checkout}/**/*.test.ts',
  'server/checkout': 'server/{basket,reservation,checkout}/**/*.test.ts',
  'server/payments': 'server/payments/**/*.test.ts',
}

const { values, positionals } = parseArgs({
  options: { force: { type: 'boolean' }, tests: { type: 'string' } },
  allowPositionals: true,
})
const [first, ...others] = positionals
const area = Object.keys(areas).find((folder) => first === folder || first?.startsWith(`${folder}/`))
if (!first || !area || others.some((path) => !path.startsWith(`${area}/`))) {
  console.error(`Name files or folders of one area: ${Object.keys(areas).join(', ')}`)
  process.exit(1)
}

process.env.MUTANTS_TESTS = values.tests ?? areas[area]
const isFile = (path: string) => /\.tsx?(:|$)/.test(path)
await new Stryker({
  mutate: [
    ...[first, ...others].map((path) => (isFile(path) ? path : `${path}/**/*.{ts,tsx}`)),
    '!**/*.test.{ts,tsx}',
    '!**/{testing,arrange}.ts',
  ],
  force: values.force ?? false,
  incrementalFile: `reports/mutants/${area.replaceAll('/', '-')}.json`,
}).runMutationTest()
