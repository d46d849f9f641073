import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Another live process holds the data folder. */
export class FolderInUse extends Error {
  override name = 'FolderInUse'
}

/**
 * Claims the data folder for this process by a pid file beside (not inside) the PGlite folder, because two processes
 * on one PGlite folder lose data. The lock of a process that died is taken over. Returns what releases it.
 * Throws `FolderInUse`.
 */
export function lockFolder(dataDir: string): () => void {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const file = join(dataDir, 'shop.lock')
  const draft = `${file}.${process.pid}`
  writeFileSync(draft, String(process.pid))
  try {
    if (!claim(draft, file)) {
      refuseIfAlive(Number(readFileSync(file, 'utf8')), dataDir)
      rmSync(file, { force: true })
      if (!claim(draft, file))
        throw new FolderInUse(`The data folder ${dataDir} was just taken by another process.`)
    }
  } finally {
    rmSync(draft, { force: true })
  }
  return () => rmSync(file, { force: true })
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
