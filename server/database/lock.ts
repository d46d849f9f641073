import { randomUUID } from 'node:crypto'
import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Another live process holds the data folder. */
export class FolderInUse extends Error {
  override name = 'FolderInUse'
}

/**
 * Claims the data folder for this process by a pid file beside (not inside) the PGlite folder, because two processes
 * on one PGlite folder lose data. The lock of a process that died is taken over, by one process alone however many
 * try at once. Returns what releases it. Throws `FolderInUse`.
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
 * Takes a lock that is free or whose holder died. A dead lock is never removed, which could hit the living one that
 * somebody put in its place meanwhile: its succession is itself a lock, named after the dead one, and the one process
 * that has it puts it in the dead one's place.
 */
function take(file: string, draft: string, dataDir: string): void {
  if (claim(draft, file)) return
  const held = read(file)
  if (held === null) return take(file, draft, dataDir)
  const [pid, id = 'first'] = held.split(' ')
  refuseIfAlive(Number(pid), dataDir)
  const succession = `${file}.${id}`
  take(succession, draft, dataDir)
  if (read(file) === held) return renameSync(succession, file)
  rmSync(succession, { force: true })
  throw new FolderInUse(`Another process has just started on the data folder ${dataDir}.`)
}

// A hard link appears at once and with its content, so nobody ever reads a half-written lock.
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

function refuseIfAlive(holder: number, dataDir: string): void {
  // In a container every life of the shop has the same pid: a lock with our own pid is our former life's.
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
