import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { lockFolder } from '#server/database/lock.ts'

let dataDir: string
beforeAll(() => void (dataDir = mkdtempSync(join(tmpdir(), 'foyer-commands-'))))
afterAll(() => rmSync(dataDir, { recursive: true, force: true }))

/** Runs a command of the shop's owner on the data folder of this test. */
async function run(command: string, ...options: string[]) {
  const env = { PATH: process.env.PATH, DATA_DIR: dataDir }
  return promisify(execFile)('node', [`scripts/${command}.ts`, ...options], { env }).then(
    ({ stdout }) => ({ code: 0, said: stdout }),
    ({ code, stderr }) => ({ code, said: stderr }),
  )
}

describe('a command on the data folder', () => {
  it.each(['funnel', 'alarms', 'door', 'link'])(
    '%s does not run while a shop uses it, and says so',
    async (command) => {
      const unlock = lockFolder(dataDir)
      const { code, said } = await run(command)
      unlock()
      expect(code).toBe(1)
      expect(said).toBe(
        `The data folder ${dataDir} is in use by process ${process.pid}. Stop that process, or set DATA_DIR to another folder.\n`,
      )
    },
  )

  // Opening a data folder takes seconds.
  it('answers about a shop that is stopped', { timeout: 120_000 }, async () => {
    expect(await run('alarms')).toEqual({ code: 0, said: 'No alarm is open.\n' })
    expect(await run('alarms', '--done', 'x')).toEqual({ code: 1, said: 'There is no open alarm "x".\n' })
    expect((await run('link', '--ticket', 'a:2', '--code', 'SPRING')).said).toBe(
      'http://localhost:3000/buy/?ticket=a:2&code=SPRING\n',
    )
    expect((await run('link', '--key', 'nobody')).said).toBe(
      'There is no organiser "nobody". There are: none.\n',
    )
    const endless = await run('link', '--ticket', 'a:2', '--organiser', 'b', '--until', '2027-04-16T19:30:00')
    expect(endless).toMatchObject({
      code: 1,
      said: expect.stringContaining('--until is "2027-04-16T19:30:00"'),
    })
    expect((await run('funnel')).said).toMatch(
      /^All events and days\nstate +reached +left\ndetermining +0 +0\n/,
    )
  })

  it.each(['May', '2026-02-30'])('rejects %s, which is no day, with a clear message', async (day) => {
    expect(await run('funnel', '--from', day)).toEqual({
      code: 1,
      said: `--from is "${day}"; it must be a day such as 2026-11-30.\n`,
    })
  })

  it.each(['funnel', 'alarms', 'door', 'link', 'orders', 'catalogue'])(
    '%s names an option that it does not know',
    async (command) => {
      const { code, said } = await run(command, '--frm')
      expect(code).toBe(1)
      expect(said).toMatch(/^Unknown option '--frm'[^\n]*\n$/)
    },
  )
})
