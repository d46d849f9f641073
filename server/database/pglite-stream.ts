import { Duplex } from 'node:stream'

import type { PGlite } from '@electric-sql/pglite'

type Chunk = { chunk: Buffer; encoding: BufferEncoding }

/** AuthenticationOk and ReadyForQuery: PGlite begins after the handshake of a connection. */
const greeting = Buffer.from([0x52, 0, 0, 0, 8, 0, 0, 0, 0, 0x5a, 0, 0, 0, 5, 0x49])
const terminate = 0x58

/**
 * The stream of a connection to PGlite in this process, in place of a socket to PostgreSQL, so that both databases have one
 * driver. Statements that are written together are executed together.
 */
export class PgliteStream extends Duplex {
  readonly #pglite: PGlite
  readonly #settings: string[]
  #isGreeted = false

  /** @param settings of the connection, such as `jit=off` */
  constructor(pglite: PGlite, settings: string[]) {
    super()
    this.#pglite = pglite
    this.#settings = settings
  }

  // What the driver asks of a socket.
  connect(): void {
    process.nextTick(() => this.emit('connect'))
  }
  setNoDelay(): void {}
  setKeepAlive(): void {}
  ref(): void {}
  unref(): void {}

  override _read(): void {}

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: (error?: Error) => void): void {
    this.#execute(chunk).then(() => done(), done)
  }

  override _writev(chunks: Chunk[], done: (error?: Error) => void): void {
    this.#execute(Buffer.concat(chunks.map(({ chunk }) => chunk))).then(() => done(), done)
  }

  override _final(done: () => void): void {
    this.push(null)
    done()
  }

  async #execute(message: Buffer): Promise<void> {
    if (!this.#isGreeted) {
      this.#isGreeted = true
      // What a connection before has left in PGlite's only session.
      for (const statement of [
        'rollback',
        'discard all',
        ...this.#settings.map((setting) => `set ${setting}`),
      ])
        await this.#pglite.exec(statement)
      this.push(greeting)
    } else if (message[0] !== terminate) {
      this.push(Buffer.from(await this.#pglite.execProtocolRaw(message)))
      // PGlite runs in this process, and one result leads to the next statement without a pause: without this no other request
      // would be accepted until none is left.
      await new Promise(setImmediate)
    }
  }
}
