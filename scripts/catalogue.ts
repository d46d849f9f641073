import { readFileSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'

import { stringify } from 'yaml'

import { exportCatalogue } from '#server/catalogue/file/export-catalogue.ts'
import { importCatalogue } from '#server/catalogue/file/import-catalogue.ts'
import { readCatalogue, type ReadCatalogue } from '#server/catalogue/file/read-catalogue.ts'
import { CatalogueRejected } from '#server/catalogue/file/catalogue-rejected.ts'
import { writeDifference } from '#server/catalogue/file/write-difference.ts'

import { CommandFailed, onShopDatabase, runCommand } from './shop-database.ts'

const usage = `npm run catalogue -- check FILE                what is wrong in a file, without a database
npm run catalogue -- import FILE --dry-run     what an import would change
npm run catalogue -- import FILE [--keep]      makes the shop's catalogue that of the file
npm run catalogue -- export [FILE]             writes the shop's catalogue; YAML if FILE ends in .yaml or .yml

--keep leaves alone what the file does not have. The format: docs/catalogue.md.`

/** `npm run catalogue`: checks, imports and exports the catalogue as a file (docs/catalogue.md). */
async function run(): Promise<void> {
  const { values, positionals } = parseArgs({
    options: { 'dry-run': { type: 'boolean', default: false }, keep: { type: 'boolean', default: false } },
    allowPositionals: true,
  })
  const [command, file, ...more] = positionals
  if (more.length > 0) throw new CommandFailed(usage)
  if (command === 'export') await writeCatalogue(file)
  else if (command === 'check' && file) console.log(`${file} is valid: ${count(readFile(file))}.`)
  else if (command === 'import' && file)
    await load(file, { isDryRun: values['dry-run'], keepsOthers: values.keep })
  else throw new CommandFailed(usage)
}

async function load(file: string, options: { isDryRun: boolean; keepsOthers: boolean }): Promise<void> {
  const { catalogue, lineOf } = readFile(file)
  await onShopDatabase(async (db) => {
    try {
      console.log(writeDifference(await importCatalogue(db, catalogue, options)))
    } catch (error) {
      if (!(error instanceof CatalogueRejected)) throw error
      const problems = error.problems.map((problem) =>
        problem.path.length > 0 ? { ...problem, line: lineOf(problem.path) } : problem,
      )
      throw failed(file, new CatalogueRejected(problems))
    }
  })
  if (options.isDryRun) console.log('This was a dry run: nothing was changed.')
}

async function writeCatalogue(file: string | undefined): Promise<void> {
  await onShopDatabase(async (db) => {
    const catalogue = await exportCatalogue(db)
    const text = /\.ya?ml$/.test(file ?? '')
      ? stringify(catalogue, { lineWidth: 0 })
      : `${JSON.stringify(catalogue, null, 2)}\n`
    if (file) writeFileSync(file, text)
    else process.stdout.write(text)
  })
}

function readFile(file: string): ReadCatalogue {
  try {
    return readCatalogue(readFileSync(file, 'utf8'))
  } catch (error) {
    throw error instanceof CatalogueRejected ? failed(file, error) : error
  }
}

function failed(file: string, { message }: CatalogueRejected): CommandFailed {
  return new CommandFailed(`${file} cannot be used:\n${message}`)
}

function count({ catalogue: { organisers } }: ReadCatalogue): string {
  const events = organisers.flatMap((organiser) => organiser.events)
  const dates = events.flatMap((event) => event.dates)
  const tickets = dates.flatMap((date) => date.tickets)
  return `${organisers.length} organisers, ${events.length} events, ${dates.length} dates, ${tickets.length} ticket types`
}

runCommand(run)
