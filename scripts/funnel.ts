import { parseArgs } from 'node:util'

import { describeFindings, findUnexpected } from '#server/figures/conformance.ts'
import { funnelCsv, funnelTable, readFunnel, readWholeFunnel } from '#server/figures/funnel.ts'
import { isDay } from '#server/figures/is-day.ts'

import { CommandFailed, onShopDatabase, runCommand } from './shop-database.ts'

/**
 * `npm run funnel`: how many sales reached each state of the checkout, and where they were left (docs/operations.md). With
 * `--conformance`: steps of the last days that were reported as no path of the chart leads.
 *
 *     npm run funnel -- [--event ID] [--from 2026-11-01] [--to 2026-11-30] [--csv]
 *     npm run funnel -- --conformance [--days 30]
 */
async function run(): Promise<void> {
  const text = { type: 'string' } as const
  const flag = { type: 'boolean' } as const
  const { values } = parseArgs({
    options: { event: text, from: text, to: text, csv: flag, conformance: flag, days: text },
  })
  for (const option of ['from', 'to'] as const) assertDay(option, values[option])
  const days = daysOf(values.days)
  await onShopDatabase(async (db) => {
    if (values.conformance) return console.log(describeFindings(await findUnexpected(db, days), days))
    const rows = await readFunnel(db, values)
    if (values.csv) process.stdout.write(funnelCsv(rows))
    else console.log(funnelTable(rows, await readWholeFunnel(db, values)))
  })
}

function assertDay(option: string, day: string | undefined): void {
  if (day === undefined || isDay(day)) return
  throw new CommandFailed(`--${option} is "${day}"; it must be a day such as 2026-11-30.`)
}

function daysOf(text = '30'): number {
  if (/^[1-9]\d{0,2}$/.test(text)) return Number(text)
  throw new CommandFailed(`--days is "${text}"; it must be a number such as 30.`)
}

runCommand(run)
