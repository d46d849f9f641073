import { randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'

import { PGlite } from '@electric-sql/pglite'

const folder = resolve('node_modules/.cache/foyer')

/**
 * Returns the image of an empty PGlite database, because loading an image is much faster than creating a database. It is
 * cached beside the installed packages, by PGlite version.
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
  // Test files run in parallel: each writes its own draft, and the last rename wins with the same content.
  const draft = `${file}.${randomUUID()}`
  writeFileSync(draft, Buffer.from(await image.arrayBuffer()))
  renameSync(draft, file)
}
