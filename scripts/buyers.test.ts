import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

import { afterAll, beforeAll, expect, it } from 'vitest'

import { createTestShop } from '#server/testing/test-shop.ts'

let folder: string
beforeAll(() => void (folder = mkdtempSync(join(tmpdir(), 'foyer-buyers-'))))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

// Two shops are opened one after the other, and people buy from each.
it(
  'leaves no places held that nobody holds, when scripted buyers have bought',
  { timeout: 300_000 },
  async () => {
    await promisify(execFile)('node', ['scripts/buyers.ts', folder, '12'])
    const shop = await createTestShop({ dataDir: folder })
    const { held } = await shop.db
      .selectFrom('pools')
      .select(({ fn }) => fn.sum<string>('held').as('held'))
      .executeTakeFirstOrThrow()
    const { places } = await shop.db
      .selectFrom('sale_tickets')
      .select(({ fn }) => fn.sum<string>('held_qty').as('places'))
      .executeTakeFirstOrThrow()
    await shop.close()
    expect(Number(places)).toBe(Number(held))
  },
)
