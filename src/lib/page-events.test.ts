import { beforeEach, expect, it, vi } from 'vitest'
import type { PageEvent } from './page-events.ts'

const problem = (detail: string): PageEvent => ({ type: 'problem', name: 'site scripts', detail })

beforeEach(() => {
  vi.resetModules()
  vi.setSystemTime(7_000)
})

it('passes events to the listener, also those from before there was one, with their time', async () => {
  const { emitPageEvent, onPageEvents } = await import('./page-events.ts')
  const listener = vi.fn()
  emitPageEvent(problem('early'))
  vi.setSystemTime(8_000)
  onPageEvents(listener)
  emitPageEvent(problem('late'))
  expect(listener.mock.calls).toEqual([
    [problem('early'), 7_000],
    [problem('late'), 8_000],
  ])
})

it('keeps a limited number of events while there is no listener', async () => {
  const { emitPageEvent, onPageEvents } = await import('./page-events.ts')
  for (let index = 0; index < 2_000; index += 1) emitPageEvent(problem(String(index)))
  const listener = vi.fn()
  onPageEvents(listener)
  expect(listener).toHaveBeenCalledTimes(999)
})
