import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterEach, beforeEach, expect, it } from 'vitest'

import { FolderInUse, lockFolder } from './lock.ts'

let folder = ''
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'foyer-lock-'))))
afterEach(() => rmSync(folder, { recursive: true }))

const lock = () => join(folder, 'shop.lock')
/** A pid larger than any real one. */
const dead = '4194305'

it('rejects a data folder that a running process has locked [C26]', () => {
  writeFileSync(lock(), `${process.ppid} its-id`)
  expect(() => lockFolder(folder)).toThrow(FolderInUse)
  expect(() => lockFolder(folder)).toThrow(`in use by process ${process.ppid}`)
  expect(readdirSync(folder)).toEqual(['shop.lock'])
})

it.each([
  ['a process that died', { 'shop.lock': `${dead} a` }],
  ['an earlier version', { 'shop.lock': dead }],
  ['an earlier run with the same pid', { 'shop.lock': `${process.pid} a` }],
  ['a process that died while taking over', { 'shop.lock': `${dead} a`, 'shop.lock.a': `${dead} b` }],
])('takes over from %s, and leaves nothing behind [C26]', (_, files) => {
  for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content)
  const unlock = lockFolder(folder)
  expect(readFileSync(lock(), 'utf8')).toMatch(new RegExp(`^${process.pid} `))
  expect(readdirSync(folder)).toEqual(['shop.lock'])
  unlock()
  expect(readdirSync(folder)).toEqual([])
})

it('does not wait while another process is taking over', () => {
  writeFileSync(lock(), `${dead} a`)
  writeFileSync(`${lock()}.a`, `${process.ppid} b`)
  expect(() => lockFolder(folder)).toThrow(`in use by process ${process.ppid}`)
})

it('does not release a lock that another process has taken over [C26]', () => {
  const unlock = lockFolder(folder)
  writeFileSync(lock(), `${process.ppid} another`)
  unlock()
  expect(readdirSync(folder)).toEqual(['shop.lock'])
})

it('lets exactly one of six simultaneous processes take over a stale lock, every time [C26]', async () => {
  const racers = Array.from({ length: 6 }, startRacer)
  try {
    for (let round = 0; round < 40; round++) {
      const dir = join(folder, `round-${round}`)
      const start = Date.now() + 25
      const words = await Promise.all(racers.map((racer) => tell(racer, { dir, dead, start })))
      expect(words.filter((word) => word === 'mine')).toHaveLength(1)
      await Promise.all(racers.map((racer) => tell(racer, { release: true })))
    }
  } finally {
    for (const racer of racers) racer.kill()
  }
})

/** Starts a process that tries to take the lock on command and reports whether it succeeded. */
function startRacer(): ChildProcess {
  const script = `
    import { mkdirSync, writeFileSync } from 'node:fs'
    import { lockFolder } from ${JSON.stringify(new URL('./lock.ts', import.meta.url).href)}
    let unlock = () => {}
    process.on('message', ({ dir, dead, start, release }) => {
      if (release) { unlock(); unlock = () => {}; return process.send('released') }
      mkdirSync(dir, { recursive: true })
      try { writeFileSync(dir + '/shop.lock', dead + ' a', { flag: 'wx' }) } catch {}
      while (Date.now() < start);
      try { unlock = lockFolder(dir); process.send('mine') }
      catch (error) { process.send(error.name) }
    })`
  return spawn('node', ['--input-type=module', '--eval', script], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
}

async function tell(racer: ChildProcess, message: object): Promise<unknown> {
  const answered = once(racer, 'message')
  racer.send(message)
  const [word] = (await answered) as [unknown]
  return word
}
