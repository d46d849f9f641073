import { randomUUID } from 'node:crypto'
import { existsSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { PGlite } from '@electric-sql/pglite'
import { Kysely, PostgresDialect } from 'kysely'

import { migrate } from '#server/database/migrate.ts'
import { openPglitePool } from '#server/database/postgres-pool.ts'
import type { Tables } from '#server/database/tables.ts'
import { seed } from '#server/seeds/seed.ts'

/** Vitest's global setup: a folder for the images that the test files of a run share. */
export function setup(): void {
  makeFolder()
}

function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'foyer-images-'))
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  process.env.TEST_IMAGES = folder
  return folder
}

/**
 * Returns the image of a PGlite database, empty or migrated and seeded: loading it takes a fraction of the time of making it. The
 * first test file of a run that needs one makes both, so they are never out of date.
 */
export async function databaseImage(kind: 'empty' | 'seeded'): Promise<Blob> {
  const folder = process.env.TEST_IMAGES ?? makeFolder()
  // The one that is made last.
  if (!existsSync(join(folder, 'seeded'))) await makeImages(folder)
  return new Blob([readFileSync(join(folder, kind))])
}

async function makeImages(folder: string): Promise<void> {
  const pglite = await PGlite.create('memory://')
  const save = async (name: string) => {
    const image = await pglite.dumpDataDir('none')
    // Test files run in parallel: each writes its own draft, and the last rename wins.
    const draft = join(folder, randomUUID())
    writeFileSync(draft, Buffer.from(await image.arrayBuffer()))
    renameSync(draft, join(folder, name))
  }
  await save('empty')
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool: openPglitePool(pglite) }) })
  await migrate(db)
  await seed(db)
  await save('seeded')
  await db.destroy()
  await pglite.close()
}
