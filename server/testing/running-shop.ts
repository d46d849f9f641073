import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** All tests come from one address. */
const manyHeld = {
  HELD_PLACES_WITHOUT_CAPTCHA: '1000000',
  HELD_PLACES_OF_PERSON: '1000000',
  HELD_PLACES_OF_ADDRESS: '1000000',
  FREE_ORDERS_WITHOUT_CAPTCHA: '1000000',
  DECLINES_WITHOUT_CAPTCHA: '1000000',
  DECLINES_OF_ADDRESS: '1000000',
  WAITING_ROOM_PLACES_OF_ADDRESS: '1000000',
  NEW_VISITORS_OF_ADDRESS: '1000000',
}

/** A real shop in a process of its own, on its own port and data folder, which a test can kill and restart. */
export class Shop {
  readonly url: string
  readonly #port: number
  readonly dataDir = mkdtempSync(join(tmpdir(), 'foyer-'))
  readonly #env: NodeJS.ProcessEnv
  #process: ChildProcess | null = null
  #output = ''

  constructor(port: number, env: NodeJS.ProcessEnv = {}) {
    this.#port = port
    this.#env = env
    this.url = `http://${env.HOST ?? 'localhost'}:${port}`
  }

  /** Everything the process has printed since it was started. */
  get output() {
    return this.#output
  }

  /** The id of its process while it runs. */
  get pid() {
    return this.#process?.pid
  }

  /** Resolves when the shop accepts requests. */
  async start() {
    const child = spawn('node', ['server/main.ts'], {
      env: { ...process.env, ...manyHeld, ...this.#env, PORT: String(this.#port), DATA_DIR: this.dataDir },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    this.#output = ''
    this.#process = child
    // A test's process that gives up while the shop starts would leave it behind.
    const killWithTest = () => child.kill('SIGKILL')
    process.once('exit', killWithTest)
    child.once('close', () => process.off('exit', killWithTest))
    await new Promise<void>((resolve, reject) => {
      const read = (chunk: Buffer) => {
        this.#output += chunk
        if (this.#output.includes('The shop is running')) resolve()
      }
      child.stdout.on('data', read)
      child.stderr.on('data', read)
      child.once('exit', (code) => reject(new Error(`the shop stopped (${code}): ${this.#output}`)))
    })
  }

  /** Kills the process without clean-up. */
  async kill() {
    await this.#end('SIGKILL')
  }

  async stop() {
    await this.#end('SIGTERM')
    rmSync(this.dataDir, { recursive: true, force: true })
  }

  async #end(signal: NodeJS.Signals) {
    const child = this.#process
    this.#process = null
    if (!child || child.exitCode !== null) return
    child.removeAllListeners('exit')
    const ended = once(child, 'exit')
    child.kill(signal)
    await ended
  }
}
