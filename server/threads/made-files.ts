import { createHash } from 'node:crypto'

import { ThreadPool, type Work } from './thread-pool.ts'

/** How many bytes of files are kept. */
const keptBytes = 16 * 1024 * 1024

/**
 * Files made by threads. The same work has the same file: it is made once for all who ask meanwhile, and kept while there is
 * room, the last used ones longest.
 */
export class MadeFiles {
  readonly #pool: Pick<ThreadPool, 'run' | 'close'>
  readonly #keptBytes: number
  readonly #making = new Map<string, Promise<Uint8Array>>()
  readonly #kept = new Map<string, Uint8Array>()
  #bytes = 0

  constructor(pool: Pick<ThreadPool, 'run' | 'close'> = new ThreadPool(), most = keptBytes) {
    this.#pool = pool
    this.#keptBytes = most
  }

  /** Returns the file of a visitor's work. Throws `TooMuchWork` or `WorkFailed`. */
  async make(visitor: string, work: Work): Promise<Buffer<ArrayBuffer>> {
    const key = createHash('sha256').update(JSON.stringify(work)).digest('base64url')
    const kept = this.#kept.get(key)
    if (kept) this.#forget(key)
    const made = kept ?? (await this.#makeOnce(visitor, key, work))
    this.#keep(key, made)
    return Buffer.from(made)
  }

  close(): Promise<void> {
    return this.#pool.close()
  }

  #makeOnce(visitor: string, key: string, work: Work): Promise<Uint8Array> {
    const making =
      this.#making.get(key) ?? this.#pool.run(visitor, work).finally(() => this.#making.delete(key))
    this.#making.set(key, making)
    return making
  }

  #keep(key: string, made: Uint8Array): void {
    this.#forget(key)
    this.#kept.set(key, made)
    this.#bytes += made.length
    for (const oldest of this.#kept.keys()) {
      if (this.#bytes <= this.#keptBytes) return
      this.#forget(oldest)
    }
  }

  #forget(key: string): void {
    this.#bytes -= this.#kept.get(key)?.length ?? 0
    this.#kept.delete(key)
  }
}
