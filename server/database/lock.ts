import { randomUUID } from 'node:crypto'
import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Another running process has locked the data folder. */
export class FolderInUse extends Error {
  override name = 'FolderInUse'
}

/**
 * Locks the data folder for this process with a pid file beside the PGlite folder, because two processes on one PGlite
 * folder lose data. Takes over the lock of a dead process; exactly one process wins. Returns a function that releases
 * the lock. Throws `FolderInUse`.
 */
export function lockFolder(dataDir: string): () => void {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const file = join(dataDir, 'shop.lock')
  const own = `${process.pid} ${randomUUID()}`
  const draft = `${file}.${process.pid}`
  writeFileSync(draft, own)
  try {
    take(file, draft, dataDir)
  } finally {
    rmSync(draft, { force: true })
  }
  return () => {
    if (read(file) === own) rmSync(file, { force: true })
  }
}

/**
 * Takes a lock that is free or whose holder died. A stale lock is never deleted, because another process may have
 * replaced it in the meantime. Instead, a second lock, named after the stale one, decides which process renames its
 * lock file over the stale one.
 */
function take(file: string, draft: string, dataDir: string): void {
  if (claim(draft, file)) return
  const held = read(file)
  if (held === null) return take(file, draft, dataDir)
  const [pid, id = 'first'] = held.split(' ')
  assertHolderDied(Number(pid), dataDir)
  const succession = `${file}.${id}`
  take(succession, draft, dataDir)
  if (read(file) === held) return renameSync(succession, file)
  rmSync(succession, { force: true })
  throw new FolderInUse(`Another process has just started on the data folder ${dataDir}.`)
}

// A hard link appears atomically with its content, so nobody reads a half-written lock.
function claim(draft: string, file: string): boolean {
  try {
    linkSync(draft, file)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
}

function read(file: string): string | null {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}

function assertHolderDied(holder: number, dataDir: string): void {
  // In a container the shop has the same pid after a restart: a lock with our own pid is left from the last run.
  if (holder === process.pid || !isAlive(holder)) return
  throw new FolderInUse(
    `The data folder ${dataDir} is in use by process ${holder}. Stop that process, or set DATA_DIR to another folder.`,
  )
}

function isAlive(pid: number): boolean {
  if (!Number.isInteger(pid) || pid <= 0) return false
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
