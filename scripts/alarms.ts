import { parseArgs } from 'node:util'

import { closeAlarm, describeAlarms, readOpenAlarms } from '#server/operations/alarm-list.ts'

import { CommandFailed, onShopDatabase, runCommand } from './shop-database.ts'

/**
 * `npm run alarms`: lists what needs a person (docs/operations.md).
 *
 *     npm run alarms                                lists the open alarms, and what to do about each
 *     npm run alarms -- --done ID --note "words"    closes one
 */
async function run(): Promise<void> {
  const { values } = parseArgs({
    options: { done: { type: 'string' }, note: { type: 'string', default: '' } },
  })
  await onShopDatabase(async (db) => {
    if (values.done === undefined) return console.log(describeAlarms(await readOpenAlarms(db)))
    if (!(await closeAlarm(db, values.done, values.note)))
      throw new CommandFailed(`There is no open alarm "${values.done}".`)
    console.log('Closed.')
  })
}

runCommand(run)
