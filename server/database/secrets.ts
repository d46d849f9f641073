import { randomBytes } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** The shop's own keys. They must survive a restart, or calls from pages already open would fail. */
export interface Secrets {
  /** Signs the CSRF token of a session. */
  sessionKey: string
  /** Mixed into the hashes of one-time codes and rate-limit keys. */
  codePepper: string
}

/** Reads SESSION_KEY and CODE_PEPPER; a missing one is generated once and stored in the data folder (owner-only). */
export function readSecrets(env: NodeJS.ProcessEnv, dataDir: string): Secrets {
  return {
    sessionKey: env.SESSION_KEY || keptSecret(dataDir, 'session.key'),
    codePepper: env.CODE_PEPPER || keptSecret(dataDir, 'code.pepper'),
  }
}

function keptSecret(dataDir: string, name: string): string {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const file = join(dataDir, name)
  try {
    writeFileSync(file, randomBytes(32).toString('base64url'), { flag: 'wx', mode: 0o600 })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
  return readFileSync(file, 'utf8').trim()
}
