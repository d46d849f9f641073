import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'

import { lockFolder } from '#server/database/lock.ts'
import { startPostgres } from '#server/testing/postgres.ts'
import { runScript } from '#server/testing/run-script.ts'

// Each command is a process of its own, and most open a database.
vi.setConfig({ testTimeout: 120_000 })

const folder = mkdtempSync(join(tmpdir(), 'foyer-catalogue-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const fileWith = (name: string, text: string) => {
  const path = join(folder, name)
  writeFileSync(path, text)
  return path
}

const example = /```yaml\n([\s\S]*?)```/.exec(readFileSync('docs/catalogue.md', 'utf8'))?.[1] ?? ''
const file = fileWith('autumn.yaml', example)

it('checks a file without a database', async () => {
  const dataDir = join(folder, 'none')
  const valid = await runScript('catalogue', ['check', file], { DATA_DIR: dataDir })
  expect(valid).toEqual({
    status: 0,
    output: `${file} is valid: 1 organisers, 1 events, 1 dates, 2 ticket types.\n`,
    errors: '',
  })
  const wrong = fileWith('wrong.yaml', example.replace('title: Spring', 'titel: Spring'))
  const { status, errors } = await runScript('catalogue', ['check', wrong], { DATA_DIR: dataDir })
  expect({ status, errors }).toEqual({
    status: 1,
    errors: `${wrong} cannot be used:
line 9: organisers[0].events[0].title is missing
line 10: organisers[0].events[0].titel is unknown here; did you mean "title"?
`,
  })
  expect(existsSync(dataDir)).toBe(false)
})

it.each([
  [['import']],
  [['check', join(tmpdir(), 'no-such-file.yaml')]],
  [['destroy', file]],
  [['export', '--all']],
])('ends with a message and no stack if called with %j', async (args) => {
  const { status, errors } = await runScript('catalogue', args, { DATA_DIR: join(folder, 'none') })
  expect(status).toBe(1)
  expect(errors).toMatch(/npm run catalogue|no such file|Unknown option/)
  expect(errors).not.toMatch(/^\s+at /m)
})

describe('on a data folder', () => {
  const env = { DATA_DIR: join(folder, 'data') }

  it('imports a file into an empty production shop, and exports it so that nothing is lost', async () => {
    const dry = await runScript('catalogue', ['import', file, '--dry-run'], env)
    expect(dry.output).toContain('added: ticket type spring-concert-friday-adult')
    expect(dry.output).toContain('This was a dry run: nothing was changed.')
    const first = await runScript('catalogue', ['import', file], env)
    expect(first.output).toBe(dry.output.replace('This was a dry run: nothing was changed.\n', ''))

    const exported = join(folder, 'exported.yaml')
    expect(await runScript('catalogue', ['export', exported], env)).toEqual({
      status: 0,
      output: '',
      errors: '',
    })
    expect((await runScript('catalogue', ['import', exported], env)).output).toBe(
      'Nothing changes; 9 left alone.\n',
    )
    expect(readFileSync(exported, 'utf8')).toContain('price: "18.50"')
  })

  it('refuses the folder of a running shop', async () => {
    const unlock = lockFolder(env.DATA_DIR)
    const { status, errors } = await runScript('catalogue', ['import', file], env)
    unlock()
    expect(status).toBe(1)
    expect(errors).toBe(
      `The data folder ${env.DATA_DIR} is in use by process ${process.pid}. Stop that process, or set DATA_DIR to another folder.\n`,
    )
  })

  it('names the line of what the shop refuses', async () => {
    const moved = fileWith('moved.yaml', example.replace('id: sail-loft', 'id: other-loft'))
    const { status, errors } = await runScript('catalogue', ['import', moved], env)
    expect(status).toBe(1)
    expect(errors).toContain(
      'line 9: organisers[0].events[0] has the id "spring-concert", which belongs to "sail-loft" already; give this one another id',
    )
  })
})

describe('on PostgreSQL', () => {
  let postgres: Awaited<ReturnType<typeof startPostgres>>
  beforeAll(async () => void (postgres = await startPostgres()))
  afterAll(() => postgres.stop())

  it('lets two simultaneous imports follow each other', async () => {
    const env = { DATABASE_URL: postgres.databaseUrl, DATA_DIR: join(folder, 'secrets') }
    const both = await Promise.all([1, 2].map(() => runScript('catalogue', ['import', file], env)))
    expect(both.map(({ status, errors }) => ({ status, errors }))).toEqual([
      { status: 0, errors: '' },
      { status: 0, errors: '' },
    ])
    expect(both.map(({ output }) => output.trim().split('\n').at(-1)).toSorted()).toEqual([
      '9 added, 0 left alone.',
      'Nothing changes; 9 left alone.',
    ])
  })
})
