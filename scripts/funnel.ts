import { parseArgs } from 'node:util'

import { funnelCsv, funnelTable, readFunnel, readWholeFunnel } from '#server/operations/funnel.ts'

import { CommandFailed, onShopDatabase, runCommand } from './shop-database.ts'

/**
 * `npm run funnel`: how many sales reached each state of the checkout, and where they were left (docs/operations.md).
 *
 *     npm run funnel -- [--event ID] [--from 2026-11-01] [--to 2026-11-30] [--csv]
 */
async function run(): Promise<void> {
  const text = { type: 'string' } as const
  const { values } = parseArgs({ options: { event: text, from: text, to: text, csv: { type: 'boolean' } } })
  for (const option of ['from', 'to'] as const) assertDay(option, values[option])
  await onShopDatabase(async (db) => {
    const rows = await readFunnel(db, values)
    if (values.csv) process.stdout.write(funnelCsv(rows))
    else console.log(funnelTable(rows, await readWholeFunnel(db, values)))
  })
}

function assertDay(option: string, day: string | undefined): void {
  if (day === undefined || (/^\d{4}-\d{2}-\d{2}$/.test(day) && !Number.isNaN(Date.parse(day)))) return
  throw new CommandFailed(`--${option} is "${day}"; it must be a day such as 2026-11-30.`)
}

runCommand(run)
