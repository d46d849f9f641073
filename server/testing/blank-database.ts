import { randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'

import { PGlite } from '@electric-sql/pglite'

const folder = resolve('node_modules/.cache/foyer')

/**
 * The image of a new, empty PGlite database, for tests: making one takes seconds, loading it a fraction. Kept beside
 * the installed packages, so that a new version of PGlite makes its own.
 */
export async function blankDatabase(): Promise<Blob> {
  const file = resolve(folder, 'blank-database.tar')
  if (!existsSync(file)) await makeImage(file)
  return new Blob([readFileSync(file)])
}

async function makeImage(file: string): Promise<void> {
  const database = await PGlite.create('memory://')
  const image = await database.dumpDataDir('none')
  await database.close()
  mkdirSync(folder, { recursive: true })
  // Test files run side by side: each writes its own draft, and the last rename wins with the same content.
  const draft = `${file}.${randomUUID()}`
  writeFileSync(draft, Buffer.from(await image.arrayBuffer()))
  renameSync(draft, file)
}
