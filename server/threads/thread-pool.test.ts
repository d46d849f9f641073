import { once } from 'node:events'
import type { Worker } from 'node:worker_threads'

import { afterEach, expect, it, vi } from 'vitest'

import { MadeFiles } from './made-files.ts'
import { ThreadPool, type Work } from './thread-pool.ts'

const pools: ThreadPool[] = []
afterEach(async () => {
  vi.useRealTimers()
  await Promise.all(pools.splice(0).map((pool) => pool.close()))
})

function newPool(limits: ConstructorParameters<typeof ThreadPool>[0] = {}): ThreadPool {
  const pool = new ThreadPool({ threads: 1, ...limits })
  pools.push(pool)
  return pool
}

/** A function for a thread, in a module of its own. */
function work(body: string, ...args: unknown[]): Work {
  const source = `export async function make(...args) { ${body} }`
  return { module: `data:text/javascript,${encodeURIComponent(source)}`, name: 'make', args }
}

const bytes = (text: string) => work('return new TextEncoder().encode(args[0])', text)
/** Work that lasts until its gate is opened. */
const gated = (gate: SharedArrayBuffer, text = '') =>
  work('Atomics.wait(new Int32Array(args[0]), 0, 0); return new TextEncoder().encode(args[1])', gate, text)
const newGate = () => new SharedArrayBuffer(4)
function openGate(gate: SharedArrayBuffer): void {
  Atomics.store(new Int32Array(gate), 0, 1)
  Atomics.notify(new Int32Array(gate), 0)
}
/** Waits until the thread that starts next has ended. */
const nextExit = () => once(process, 'worker').then(([thread]) => once(thread as Worker, 'exit'))
const textOf = (made: Uint8Array) => new TextDecoder().decode(made)

it('does work in a thread, without the environment of the shop', async () => {
  const made = await newPool().run(
    'ada',
    work('return new TextEncoder().encode(JSON.stringify([args, Object.keys(process.env)]))', 1, 'two'),
  )
  expect(JSON.parse(textOf(made))).toEqual([[1, 'two'], []])
})

it('does the work of one visitor after another, although one has asked for more before', async () => {
  const pool = newPool()
  const [gate, done] = [newGate(), [] as string[]]
  const run = (visitor: string, what: Work) => pool.run(visitor, what).then((made) => done.push(textOf(made)))
  const two = newPool({ threads: 2 })
  const greedy = [run('greedy', gated(gate, 'first')), run('greedy', bytes('second'))]
  const other = run('other', bytes('other'))
  openGate(gate)
  await Promise.all([...greedy, other])
  expect(done).toHaveLength(3)
  // With a thread to spare, the greedy one still has only one.
  const second = newGate()
  const waiting = [two.run('greedy', gated(second)), two.run('greedy', bytes('mine'))]
  expect(textOf(await two.run('other', bytes('theirs')))).toBe('theirs')
  openGate(second)
  await Promise.all(waiting)
})

it('refuses what a visitor asks for beyond four files, and anybody once many wait', async () => {
  const pool = newPool({ maxOfVisitor: 4, maxWaiting: 5 })
  const gate = newGate()
  const greedy = Array.from({ length: 4 }, () => pool.run('greedy', gated(gate)))
  await expect(pool.run('greedy', bytes('more'))).rejects.toMatchObject({ isOfVisitor: true })
  const others = ['a', 'b'].map((visitor) => pool.run(visitor, bytes(visitor)))
  await expect(pool.run('c', bytes('c'))).rejects.toMatchObject({ isOfVisitor: false })
  openGate(gate)
  expect(await Promise.all([...greedy, ...others])).toHaveLength(6)
  expect(textOf(await pool.run('greedy', bytes('again')))).toBe('again')
})

it('reports a failure by the name of the error only, and goes on', async () => {
  const pool = newPool()
  const failing = work("throw new TypeError('Ada Lovelace, ada@example.com')")
  await expect(pool.run('ada', failing)).rejects.toMatchObject({ name: 'WorkFailed', message: 'TypeError' })
  await expect(pool.run('ada', work('process.exit(1)'))).rejects.toMatchObject({ message: 'no answer' })
  expect(textOf(await pool.run('ada', bytes('goes on')))).toBe('goes on')
})

it('does work in a new thread once one that had nothing to do has died', async () => {
  const pool = newPool({ boundMs: 5_000 })
  const dying = work('setTimeout(() => process.exit(1)); return new Uint8Array(1)')
  const exit = nextExit()
  await pool.run('ada', dying)
  await exit
  expect(textOf(await pool.run('ada', bytes('goes on')))).toBe('goes on')
})

it('ends a thread that does not finish in time', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const pool = newPool({ boundMs: 60_000 })
  const counter = new Int32Array(new SharedArrayBuffer(4))
  const counting = work('for (;;) { Atomics.add(args[0], 0, 1); Atomics.notify(args[0], 0) }', counter)
  const exit = nextExit()
  const run = expect(pool.run('ada', counting)).rejects.toMatchObject({ message: 'no answer' })
  await Atomics.waitAsync(counter, 0, 0).value
  vi.advanceTimersByTime(60_000)
  await run
  await exit
  const counted = Atomics.load(counter, 0)
  expect(textOf(await pool.run('ada', bytes('goes on')))).toBe('goes on')
  expect(Atomics.load(counter, 0)).toBe(counted)
})

it('makes the same file once for all who ask meanwhile, and keeps it while there is room', async () => {
  const runs: string[] = []
  const run = (_: string, { args: [name, length] }: Work) => {
    runs.push(name as string)
    return Promise.resolve(new Uint8Array(length as number))
  }
  const files = new MadeFiles({ run, close: () => Promise.resolve() }, 100)
  const make = (name: string, length: number) =>
    files.make('ada', { module: 'data:,', name: 'make', args: [name, length] })
  await Promise.all([make('one', 40), make('one', 40)])
  await make('two', 40)
  await make('one', 40)
  expect(runs).toEqual(['one', 'two'])
  // The one that was not asked for lately makes room.
  await make('three', 40)
  await make('one', 40)
  await make('two', 40)
  expect(runs).toEqual(['one', 'two', 'three', 'two'])
  await make('too large to keep', 101)
  await make('too large to keep', 101)
  expect(runs.slice(4)).toEqual(['too large to keep', 'too large to keep'])
})

it('does not keep what could not be made', async () => {
  const pool = newPool()
  const files = new MadeFiles(pool)
  const failing = work('throw new Error()')
  await expect(files.make('ada', failing)).rejects.toMatchObject({ name: 'WorkFailed' })
  await expect(files.make('ada', failing)).rejects.toMatchObject({ name: 'WorkFailed' })
})
