import { expect, it, vi } from 'vitest'
import { assign, createActor, fromPromise, setup, waitFor, type SnapshotFrom } from 'xstate'
import { isLoaded, lazyMachine } from './lazy-machine.ts'
import { loader } from './loader.ts'

const doorMachine = setup({
  types: {
    input: {} as { name: string },
    context: {} as { name: string; greeting: string },
    events: {} as { type: 'knock' },
  },
  actors: { greet: fromPromise<string, string>(({ input }) => Promise.resolve(`Hello ${input}`)) },
}).createMachine({
  context: ({ input }) => ({ ...input, greeting: '' }),
  initial: 'shut',
  states: {
    shut: { on: { knock: { target: 'opening' } } },
    opening: {
      invoke: {
        src: 'greet',
        input: ({ context }) => context.name,
        onDone: { target: 'open', actions: assign({ greeting: ({ event }) => event.output }) },
      },
    },
    open: { type: 'final' },
  },
  output: ({ context }) => context.greeting,
})

const hallMachine = setup({ actors: { door: doorMachine } }).createMachine({
  initial: 'outside',
  states: {
    outside: {
      on: { leave: 'away' },
      invoke: { id: 'door', src: 'door', input: { name: 'Ada' }, onDone: 'inside', onError: 'locked' },
    },
    inside: {},
    locked: { on: { retry: 'outside' } },
    away: {},
  },
})

/** Starts a hall whose door loads when the returned functions say so. */
function start() {
  const script = Promise.withResolvers<typeof doorMachine>()
  const load = vi.fn(() => script.promise)
  const hall = createActor(
    hallMachine.provide({ actors: { door: lazyMachine(load, (machine) => machine) } }),
  ).start()
  return { hall, load, ...script }
}

const door = ({ children }: SnapshotFrom<typeof hallMachine>) =>
  children.door as never as ReturnType<typeof createActor<typeof doorMachine>>

it('waits busily for its script, then runs with its input, its actors and its output', async () => {
  const { hall, load, resolve } = start()
  const actor = door(hall.getSnapshot())
  expect(load).toHaveBeenCalledOnce()
  expect(actor.getSnapshot().hasTag('busy' as never)).toBe(true)
  expect(isLoaded(actor.getSnapshot())).toBe(false)

  resolve(doorMachine)
  const { context } = await waitFor(actor, isLoaded)
  expect(context).toEqual({ name: 'Ada', greeting: '' })
  actor.send({ type: 'knock' })
  await waitFor(hall, (snapshot) => snapshot.matches('inside'))
  expect(actor.getSnapshot().output).toBe('Hello Ada')
})

it('replays the events that were sent while its script loaded', async () => {
  const { hall, resolve } = start()
  const actor = door(hall.getSnapshot())
  actor.send({ type: 'knock' })

  resolve(doorMachine)
  await waitFor(hall, (snapshot) => snapshot.matches('inside'))
  expect(actor.getSnapshot().output).toBe('Hello Ada')
})

it('runs at once if its script is at hand', async () => {
  const load = loader(() => Promise.resolve(doorMachine))
  await load()
  const lazy = hallMachine.provide({ actors: { door: lazyMachine(load, (machine) => machine) } })
  const hall = createActor(lazy).start()
  const actor = door(hall.getSnapshot())
  expect(actor.getSnapshot().value).toBe('shut')
  actor.send({ type: 'knock' })
  await waitFor(hall, (snapshot) => snapshot.matches('inside'))
})

it('fails if its script cannot be loaded, and loads it again on the next start', async () => {
  const load = vi.fn(() => Promise.resolve(doorMachine)).mockRejectedValueOnce(new TypeError('not fetched'))
  const hall = createActor(
    hallMachine.provide({ actors: { door: lazyMachine(load, (machine) => machine) } }),
  ).start()
  await waitFor(hall, (snapshot) => snapshot.matches('locked'))

  hall.send({ type: 'retry' })
  await waitFor(door(hall.getSnapshot()), isLoaded)
})

it('stays stopped if its script comes too late', async () => {
  const { hall, resolve } = start()
  const actor = door(hall.getSnapshot())
  hall.send({ type: 'leave' })
  resolve(doorMachine)
  await Promise.resolve()
  expect(actor.getSnapshot().status).toBe('stopped')
  expect(isLoaded(actor.getSnapshot())).toBe(false)
})
