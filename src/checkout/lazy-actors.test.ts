import { QueryClient } from '@tanstack/react-query'
import { expect, it, vi } from 'vitest'
import { createActor, toPromise } from 'xstate'
import { onPageEvents, type PageEvent } from '#src/lib/page-events.ts'
import { loader } from '#src/lib/loader.ts'
import { lazyActors, type Run } from './lazy-actors.ts'

const greet = (_: QueryClient, { input }: Run<{ name: string }>) => Promise.resolve(`Hello ${input.name}`)

it('fails if its script cannot be loaded, says so, and loads it again on the next start [F27]', async () => {
  const events: PageEvent[] = []
  onPageEvents((event) => void events.push(event))
  const load = vi.fn(() => Promise.resolve({ greet })).mockRejectedValueOnce(new TypeError('not fetched'))
  const greeting = lazyActors(new QueryClient(), load, 'greet').greet
  expect(load).not.toHaveBeenCalled()

  const start = () => {
    const actor = createActor(greeting, { input: { name: 'Ada' } })
    actor.subscribe({ error: () => {} })
    return toPromise(actor.start())
  }
  await expect(start()).rejects.toThrow('not fetched')
  expect(events).toEqual([{ type: 'problem', name: 'MissingScript', detail: 'TypeError: not fetched' }])
  expect(await start()).toBe('Hello Ada')
  expect(events).toHaveLength(1)
})

it('calls what has loaded at once, with nothing drawn in between', async () => {
  const called = vi.fn(greet)
  const load = loader(() => Promise.resolve({ greet: called }))
  const greeting = lazyActors(new QueryClient(), load, 'greet').greet
  await load()
  const actor = createActor(greeting, { input: { name: 'Ada' } }).start()
  expect(called).toHaveBeenCalledOnce()
  expect(await toPromise(actor)).toBe('Hello Ada')
})
