import { globSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { Stryker } from '@stryker-mutator/core'

import { connect } from '#server/database/connect.ts'
import { migrate } from '#server/database/migrate.ts'
import { seed } from '#server/seeds/seed.ts'
import { startPostgres } from '#server/testing/postgres.ts'

/**
 * `npm run mutants`: changes code in small ways and reports the changes that no test notices (docs/testing.md).
 *
 *     npm run mutants -- src/checkout/rules        a folder of one area
 *     npm run mutants -- src/checkout/rules/fees.ts:1-40   some files or lines
 *     npm run mutants -- --tests GLOB PATH         judged by these tests alone
 */

/** The tests that run for each area: few, because every mutant runs all of them that load it. */
const areas: Record<string, string> = {
  ...roomsOf('src'),
  machines: '{machines,src/payment}/**/*.test.ts',
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
const postgres = area.startsWith('server/') ? await startSeededPostgres() : null
try {
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
} finally {
  await postgres?.stop()
}

/** Each room of a folder, with its own tests. */
function roomsOf(folder: string): Record<string, string> {
  return Object.fromEntries(globSync(`${folder}/*`).map((room) => [room, `${room}/**/*.test.{ts,tsx}`]))
}

/** Starts a PostgreSQL whose database the shop's tests copy, because every mutant opens at least one database. */
async function startSeededPostgres() {
  const started = await startPostgres()
  const { databaseUrl } = started
  const { db, close } = await connect({ databaseUrl, dataDir: '', onConnectionLost: () => {} })
  await migrate(db)
  await seed(db)
  await close()
  process.env.TEST_DATABASE_URL = databaseUrl
  return started
}
