import { BadConfig, readConfig, type Config } from '#server/config.ts'
import { connect, DatabaseUnreadable, type Database } from '#server/database/connect.ts'
import { FolderInUse, lockFolder } from '#server/database/lock.ts'
import { migrate } from '#server/database/migrate.ts'

/** A command cannot do what it was asked. The message tells the owner why. */
export class CommandFailed extends Error {
  override name = 'CommandFailed'
}

/**
 * Runs a command on the shop's database, as the environment configures it. The data folder of a running shop is refused;
 * with `DATABASE_URL` the shop may go on. Migrates first.
 */
export async function onShopDatabase(work: (db: Database, config: Config) => Promise<void>): Promise<void> {
  const config = readConfig(process.env)
  const { databaseUrl, dataDir } = config
  const unlock = databaseUrl ? () => {} : lockFolder(dataDir)
  process.on('exit', unlock)
  const { db, close } = await connect({ databaseUrl, dataDir, onConnectionLost: () => {} })
  try {
    await migrate(db)
    await work(db, config)
  } finally {
    await close()
  }
}

/** Runs a command, and ends it with status 1 and a message if its owner can mend what is wrong. */
export function runCommand(run: () => Promise<void>): void {
  run().catch((error: unknown) => {
    if (!isForOwner(error)) throw error
    console.error(error.message)
    process.exit(1)
  })
}

const ownersErrors = [CommandFailed, BadConfig, FolderInUse, DatabaseUnreadable]

/** Errors of the system, the database and the arguments have a code. */
function isForOwner(error: unknown): error is Error {
  return error instanceof Error && (ownersErrors.some((kind) => error instanceof kind) || 'code' in error)
}
