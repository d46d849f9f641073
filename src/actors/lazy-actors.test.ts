import { QueryClient } from '@tanstack/react-query'
import { expect, it, vi } from 'vitest'
import { createActor, toPromise } from 'xstate'
import { lazyActors, type Run } from './lazy-actors.ts'

const greet = (_: QueryClient, { input }: Run<{ name: string }>) => Promise.resolve(`Hello ${input.name}`)

it('fails if its script cannot be loaded, and loads it again on the next start', async () => {
  const load = vi.fn(() => Promise.resolve({ greet })).mockRejectedValueOnce(new TypeError('not fetched'))
  const greeting = lazyActors(new QueryClient(), load)((tasks) => tasks.greet)
  expect(load).not.toHaveBeenCalled()

  const start = () => {
    const actor = createActor(greeting, { input: { name: 'Ada' } })
    actor.subscribe({ error: () => {} })
    return toPromise(actor.start())
  }
  await expect(start()).rejects.toThrow('not fetched')
  expect(await start()).toBe('Hello Ada')
})
