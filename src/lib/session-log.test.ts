// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from 'vitest'

const load = () => import('./session-log.ts')

beforeEach(() => {
  sessionStorage.clear()
  vi.resetModules()
})
afterEach(() => vi.unstubAllGlobals())

it('keeps the newest 200 lines, and code and lines for the next page of the tab', async () => {
  const { addToLog, readLog } = await load()
  for (let line = 0; line < 250; line += 1) addToLog(`line ${line}`, Date.UTC(2026, 0, 1))
  expect(readLog().lines).toHaveLength(200)
  expect(readLog().lines.at(0)).toBe('2026-01-01T00:00:00.000Z line 50')
  expect(readLog().lines.at(-1)).toBe('2026-01-01T00:00:00.000Z line 249')
  vi.resetModules()
  expect((await load()).readLog()).toEqual(readLog())
})

it('keeps what came before an error that is repeated a thousand times', async () => {
  const { addToLog, readLog } = await load()
  addToLog('before', 0)
  for (let time = 1; time <= 1_000; time += 1) addToLog('error TypeError', time)
  addToLog('after', 2_000)
  expect(readLog().lines).toEqual([
    '1970-01-01T00:00:00.000Z before',
    '1970-01-01T00:00:01.000Z error TypeError (1000 times)',
    '1970-01-01T00:00:02.000Z after',
  ])
})

it('gives each tab a code of its own without letters that look alike', async () => {
  const { code } = (await load()).readLog()
  expect(code).toMatch(/^[2-9A-HJ-NP-Z]{4}-[2-9A-HJ-NP-Z]{4}$/)
  sessionStorage.clear()
  vi.resetModules()
  expect((await load()).readLog().code).not.toBe(code)
})

it.each(['{', '{}', '{"code":"x","lines":[]}', '{"code":"ABCD-EFGH","lines":"x"}', 'null'])(
  'starts anew if the storage contains %s',
  async (stored) => {
    sessionStorage.setItem('session-log', stored)
    expect((await load()).readLog()).toMatchObject({ code: expect.stringMatching(/^.{4}-.{4}$/), lines: [] })
  },
)

it('works while the browser refuses storage', async () => {
  vi.stubGlobal('sessionStorage', {
    getItem: () => {
      throw new DOMException('refused')
    },
    setItem: () => {
      throw new DOMException('full')
    },
  })
  const { addToLog, readLog } = await load()
  addToLog('line', 0)
  expect(readLog().lines).toEqual(['1970-01-01T00:00:00.000Z line'])
})
