import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'

/**
 * Work for a thread: an exported function that makes a file. Its arguments are copied, so they are data only. It shares nothing
 * with the shop: no database, no settings.
 */
export interface Work {
  /** The module's `import.meta.url`, or another file URL. */
  module: string
  /** The name of the function, which returns a promise of bytes. */
  name: string
  args: unknown[]
}

export type Outcome = { made: Uint8Array } | { error: string }

/** Too much work waits, of this visitor or of all. */
export class TooMuchWork extends Error {
  override name = 'TooMuchWork'
  readonly isOfVisitor: boolean

  constructor(isOfVisitor: boolean) {
    super('Too much work waits')
    this.isOfVisitor = isOfVisitor
  }
}

/** A thread could not do its work: the name of the error only, because its message may quote personal data or a key. */
export class WorkFailed extends Error {
  override name = 'WorkFailed'
}

interface Limits {
  threads: number
  /** How much of a visitor may be asked for at a time: one is done, the others wait. */
  maxOfVisitor: number
  /** How much may wait in all. */
  maxWaiting: number
  /** When a thread that has not finished is ended, in milliseconds. */
  boundMs: number
  /** Of the threads, on Linux: 0 is that of the shop, 19 the least. */
  priority: number
}

const defaultLimits: Limits = {
  // The shop itself needs a processor.
  threads: Math.max(1, Math.min(4, availableParallelism() - 1)),
  maxOfVisitor: 4,
  maxWaiting: 64,
  boundMs: 60_000,
  // Buyers' requests come before files.
  priority: 5,
}

interface Task {
  work: Work
  visitor: string
  resolve: (made: Uint8Array) => void
  reject: (error: Error) => void
}

/**
 * Threads for work that would keep the event loop busy for long, such as drawing a PDF (decision 49). They start with the first work. A
 * visitor has one thread at a time, so that nobody waits behind all that somebody else wants.
 */
export class ThreadPool {
  readonly #limits: Limits
  readonly #waiting: Task[] = []
  readonly #running = new Map<Worker, Task>()
  /** Those that live, with or without work. */
  readonly #threads = new Set<Worker>()

  constructor(limits: Partial<Limits> = {}) {
    this.#limits = { ...defaultLimits, ...limits }
  }

  /** Does work for a visitor. Throws `TooMuchWork` or `WorkFailed`. */
  run(visitor: string, work: Work): Promise<Uint8Array> {
    const { maxOfVisitor, maxWaiting } = this.#limits
    const theirs = [...this.#waiting, ...this.#running.values()].filter((task) => task.visitor === visitor)
    if (theirs.length >= maxOfVisitor) return Promise.reject(new TooMuchWork(true))
    if (this.#waiting.length >= maxWaiting) return Promise.reject(new TooMuchWork(false))
    return new Promise((resolve, reject) => {
      this.#waiting.push({ work, visitor, resolve, reject })
      this.#begin()
    })
  }

  /** Ends the threads; what they do is lost. */
  async close(): Promise<void> {
    for (const { reject } of this.#waiting.splice(0)) reject(new WorkFailed('closed'))
    await Promise.all([...this.#threads].map((thread) => thread.terminate()))
  }

  #begin(): void {
    if (this.#running.size >= this.#limits.threads) return
    const served = new Set([...this.#running.values()].map(({ visitor }) => visitor))
    const next = this.#waiting.findIndex(({ visitor }) => !served.has(visitor))
    if (next < 0) return
    const [task] = this.#waiting.splice(next, 1) as [Task]
    void this.#do(task)
  }

  async #do(task: Task): Promise<void> {
    const thread = [...this.#threads].find((one) => !this.#running.has(one)) ?? this.#startThread()
    this.#running.set(thread, task)
    const { promise: outcome, resolve: end } = Promise.withResolvers<Outcome | null>()
    const lose = () => end(null)
    thread.once('message', end).once('exit', lose)
    const timer = setTimeout(lose, this.#limits.boundMs)
    thread.postMessage(task.work)
    const done = await outcome
    clearTimeout(timer)
    thread.off('message', end).off('exit', lose)
    this.#running.delete(thread)
    if (!done) {
      this.#threads.delete(thread)
      void thread.terminate()
    }
    if (done && 'made' in done) task.resolve(done.made)
    else task.reject(new WorkFailed(done?.error ?? 'no answer'))
    this.#begin()
  }

  /** Without the shop's environment, which holds secrets. It does not keep the process alive. */
  #startThread(): Worker {
    const thread = new Worker(new URL('thread.ts', import.meta.url), {
      env: {},
      execArgv: [],
      workerData: { priority: this.#limits.priority },
    })
    this.#threads.add(thread)
    // It may die while it has no work, too.
    thread.on('exit', () => this.#threads.delete(thread))
    // Its exit says the same; an `error` event without a listener would end the process.
    thread.on('error', () => {})
    thread.unref()
    return thread
  }
}
