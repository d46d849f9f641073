import { execFileSync } from 'node:child_process'
import { appendFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import pg from 'pg'

import { startFaultyNetwork } from './faulty-network.ts'
import { startPostgres, type Postgres } from './postgres.ts'

export interface PrimaryAndStandby {
  /** The address of the database for shops: it leads to the primary, and to the standby once it is promoted. */
  databaseUrl: string
  /** Kills the primary, as when its machine is lost: connections to it break, and new ones are refused. */
  killPrimary: () => Promise<void>
  /** Keeps the standby from confirming what the primary commits, or lets it go on. */
  setStandbyFrozen: (isFrozen: boolean) => void
  /** Promotes the standby and leads the address to it, as a failover manager does once the primary is dead. */
  promoteStandby: () => Promise<void>
  stop: () => Promise<void>
}

/** Starts a PostgreSQL with a synchronous standby, which has stored every commit before it is acknowledged. */
export async function startPrimaryAndStandby(): Promise<PrimaryAndStandby> {
  const primary = await startPostgres()
  await primary.halt('fast')
  const standby = await startPostgres((folder) => copyAsStandby(primary, folder), { isStandby: true })
  await primary.restart()
  await execute(primary, "alter system set synchronous_standby_names = '*'", 'select pg_reload_conf()')
  while (!(await execute(primary, "select from pg_stat_replication where sync_state = 'sync'")))
    await new Promise((resolve) => setTimeout(resolve, 50))
  const network = await startFaultyNetwork(primary.databaseUrl)
  return {
    databaseUrl: network.databaseUrl,
    killPrimary: () => {
      network.setFault('down')
      return primary.kill()
    },
    setStandbyFrozen: standby.setFrozen,
    promoteStandby: async () => {
      await execute(standby, 'select pg_promote()')
      network.leadTo(standby.databaseUrl)
      network.setFault(null)
    },
    stop: async () => {
      await network.close()
      await Promise.all([primary.stop(), standby.stop()])
    },
  }
}

/** Copies the files of a stopped server, and has the copy follow it. */
function copyAsStandby({ databaseUrl, dataFolder }: Postgres, folder: string): void {
  execFileSync('cp', ['-a', dataFolder, folder])
  writeFileSync(join(folder, 'standby.signal'), '')
  const { hostname, port, username, password } = new URL(databaseUrl)
  const primary = `host=${hostname} port=${port} user=${username} password=${password}`
  const settings = `primary_conninfo = '${primary}'\nwal_retrieve_retry_interval = 100ms\n`
  appendFileSync(join(folder, 'postgresql.auto.conf'), settings)
}

/** Runs statements, each by itself; returns how many rows the last one has. */
async function execute({ databaseUrl }: Postgres, ...statements: string[]): Promise<number> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  let rows = 0
  for (const statement of statements) rows = (await client.query(statement)).rowCount ?? 0
  await client.end()
  return rows
}
