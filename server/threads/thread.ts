import { setPriority } from 'node:os'
import { parentPort, workerData } from 'node:worker_threads'

import { nameOf } from '#server/log.ts'

import type { Outcome, Work } from './thread-pool.ts'

// On Linux this is of the thread, not of the shop.
if (process.platform === 'linux') setPriority((workerData as { priority: number }).priority)

/** Runs in a thread: does one piece of work after another, and reports an error by its name, because messages may quote data. */
parentPort?.on('message', ({ module, name, args }: Work) => {
  void (async (): Promise<Outcome> => {
    try {
      const { [name]: make } = (await import(module)) as Record<
        string,
        (...args: unknown[]) => Promise<Uint8Array>
      >
      return { made: await make!(...args) }
    } catch (error) {
      return { error: error instanceof Error ? nameOf(error) : typeof error }
    }
  })().then((outcome) => parentPort?.postMessage(outcome))
})
