import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { doorFiles } from '#machines/difference/testing/door.ts'

const run = promisify(execFile)

/** A repository with a single chart, which has changed since its only commit. */
let folder: string
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'foyer-difference-'))
  writeFiles(doorFiles())
  const git = (...args: string[]) => run('git', args, { cwd: folder })
  await git('init', '--quiet')
  await git('add', '.')
  await git(
    '-c',
    'user.name=Ann',
    '-c',
    'user.email=ann@example.com',
    'commit',
    '--quiet',
    '-m',
    'Add a door',
  )
  writeFiles(doorFiles((text) => text.replace('3_000', '5_000')))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function writeFiles(files: ReadonlyMap<string, string>) {
  for (const [file, text] of files) {
    mkdirSync(dirname(join(folder, file)), { recursive: true })
    writeFileSync(join(folder, file), text)
  }
}

const tell = (...options: string[]) =>
  run('node', [resolve('scripts/statechart.ts'), '--diff', ...options], { cwd: folder }).then(
    ({ stdout }) => ({ code: 0, said: stdout, complaint: '' }),
    ({ code, stdout, stderr }) => ({ code, said: stdout, complaint: stderr }),
  )

it('writes what has changed in the charts since a commit, as a page and as Markdown', async () => {
  const { code, said } = await tell('HEAD')
  expect(code).toBe(0)
  expect(said).toMatch(/^Changed since HEAD \(\w+ of [\d-]{10}\): The door\./)
  const read = (file: string) => readFileSync(join(folder, 'reports/statechart', file), 'utf8')
  expect(read('difference.md')).toContain('**Waits for another time:** 5 seconds pass')
  expect(read('difference.html')).toContain('5 seconds pass')
})

it.each([
  [['nowhere'], 'nowhere'],
  [[], ''],
  [['--output=x'], '--output=x'],
])('fails for %o, and says why', async (options, name) => {
  expect(await tell(...options)).toMatchObject({
    code: 1,
    complaint: expect.stringContaining(`git knows no commit "${name}".`),
  })
})
