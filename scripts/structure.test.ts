import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'structure-'))
  write('package.json', '{ "type": "module" }')
  write('eslint.config.js', "export const subjects = { basket: [], payment: ['basket'] }\n")
  write('src/basket/lines.ts', 'export type Line = string\n')
  write(
    'src/payment/pay.ts',
    "import type { Line } from '#src/basket/lines.ts'\nexport const pay = (_: Line) => {}\n",
  )
  write('src/payment/pay.test.ts', "import { pay } from './pay.ts'\n\npay('')\n")
})
afterEach(() => rmSync(folder, { recursive: true }))

function write(path: string, source: string) {
  mkdirSync(dirname(join(folder, path)), { recursive: true })
  writeFileSync(join(folder, path), source)
}

/** Runs `npm run structure` on the made-up files. */
async function run() {
  const ran = promisify(execFile)('node', [resolve('scripts/structure.ts')], { cwd: folder })
  return ran.then(
    ({ stdout, stderr }) => ({ code: 0, said: stdout + stderr }),
    ({ code, stdout, stderr }) => ({ code, said: stdout + stderr }),
  )
}

it('counts files and lines of rooms, tests apart, and the imports between subjects', async () => {
  write('server/payments/bank/bank.ts', '\n\n\n')
  const { code, said } = await run()
  expect(code).toBe(0)
  expect(said).toMatch(/^server\/payments\/bank +1 +3$/m)
  expect(said).toMatch(/^src\/payment +1 +2$/m)
  expect(said).toMatch(/^product +3 +6$/m)
  expect(said).toMatch(/^tests +1 +3$/m)
  expect(said).toContain('longest file: server/payments/bank/bank.ts, 3 lines')
  expect(said).toMatch(/^imports between subjects of the page: 1\n {2}payment → basket +1$/m)
  expect(said).toContain('circles among files: 0\ncircles among rooms: 0')
})

describe('a circle among files', () => {
  it.each([
    ['types', "import type { Pay } from './b.ts'"],
    ['a type expression', "export type A = import('./b.ts').Pay"],
    ['a lazy import', "export const load = () => import('./b.ts')"],
    ['a re-export', "export * from './b.ts'"],
    ['the alias', "import '#server/http/b.ts'"],
  ])('fails if it is closed by %s', async (_, line) => {
    write('server/http/a.ts', `${line}\nexport const a = 1\n`)
    write('server/http/b.ts', "import './c.ts'\nexport type Pay = string\n")
    write('server/http/c.ts', "import { a } from './a.ts'\nexport const c = a\n")
    const { code, said } = await run()
    expect(code).toBe(1)
    expect(said).toContain('circles among files: 1\n')
    expect(said).toMatch(
      /server\/http\/(\w)\.ts → server\/http\/\w\.ts → server\/http\/\w\.ts → server\/http\/\1\.ts/,
    )
  })

  it('is not one if only a test closes it', async () => {
    write('src/basket/testing/fake.ts', "import '#src/basket/lines.ts'\n")
    write('src/basket/lines.ts', "import './testing/fake.ts'\nexport type Line = string\n")
    expect((await run()).code).toBe(0)
  })
})

it('reports a circle among rooms without failing', async () => {
  write('src/lib/a.ts', "import '#src/ui/b.ts'\n")
  write('src/ui/b.ts', '\n')
  write('src/ui/c.ts', "import '#src/lib/a.ts'\n")
  const { code, said } = await run()
  expect(code).toBe(0)
  expect(said).toMatch(/circles among rooms: 1\n {2}src\/(lib|ui) → src\/(lib|ui) → src\/\1\n/)
})

it('fails if a subject imports one that it is not allowed to, and names both files', async () => {
  write('src/basket/total.ts', "import '#src/payment/pay.ts'\n")
  const { code, said } = await run()
  expect(code).toBe(1)
  expect(said).toContain('not allowed: src/basket/total.ts → src/payment/pay.ts')
})
