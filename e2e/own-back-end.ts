import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

const folder = 'docs/own-back-end'

/** The worked example of docs/own-back-end.md: the built page behind nginx, and its back-end in Python. */
export class OwnBackEnd {
  readonly url: string
  readonly #port: number
  readonly #folder = mkdtempSync(join(tmpdir(), 'foyer-nginx-'))
  readonly #processes: ChildProcess[] = []
  #output = ''

  /** A file with all that the back-end has printed, the codes among it. */
  get outputFile() {
    return join(this.#folder, 'output')
  }

  constructor(port: number) {
    this.#port = port
    this.url = `http://localhost:${port}`
  }

  async start() {
    const backEnd = String(this.#port + 1)
    this.#run('python3', [`${folder}/shop.py`, backEnd])
    const config = join(this.#folder, 'nginx.conf')
    writeFileSync(config, this.#configuration(backEnd))
    // As one process, it has the rights of this test, whoever runs it.
    this.#run('nginx', ['-p', `${this.#folder}/`, '-c', config, '-e', 'stderr', '-g', 'master_process off;'])
    while (!(await answers(this.url)))
      if (this.#processes.some(({ exitCode }) => exitCode !== null)) throw new Error(this.#output)
  }

  /** The code that was sent to an email. */
  codeFor(email: string) {
    const code = this.#output.split(`code for ${email}: `).at(-1)?.slice(0, 6)
    if (!code || !this.#output.includes(email)) throw new Error(`no code for ${email}: ${this.#output}`)
    return code
  }

  async stop() {
    const ended = this.#processes.filter(({ exitCode }) => exitCode === null)
    await Promise.all(ended.map((child) => (child.kill(), once(child, 'close'))))
    rmSync(this.#folder, { recursive: true })
  }

  /** The documented configuration with other ports and folders. */
  #configuration(backEnd: string) {
    return readFileSync(`${folder}/nginx.conf`, 'utf8')
      .replace('root dist', `root ${resolve('dist')}`)
      .replace('127.0.0.1:8080', `${this.#port}`)
      .replace('127.0.0.1:8000', `127.0.0.1:${backEnd}`)
      .replaceAll('/tmp/foyer-nginx', join(this.#folder, 'nginx'))
  }

  #run(command: string, options: string[]) {
    const child = spawn(command, options, { stdio: ['ignore', 'pipe', 'pipe'] })
    const read = (chunk: Buffer | Error) => {
      this.#output += String(chunk)
      writeFileSync(this.outputFile, this.#output)
    }
    child.stdout.on('data', read)
    child.stderr.on('data', read)
    child.on('error', read)
    this.#processes.push(child)
  }
}

const answers = (url: string) =>
  fetch(url).then(
    ({ ok }) => ok,
    () => false,
  )
