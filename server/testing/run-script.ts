import { spawn } from 'node:child_process'
import { once } from 'node:events'

/** What a command has printed, and the status with which it ended. */
export interface Ran {
  status: number | null
  output: string
  errors: string
}

/** Runs a command of `scripts/` in a process of its own, as `npm run` does. */
export async function runScript(name: string, args: string[], env: NodeJS.ProcessEnv): Promise<Ran> {
  const child = spawn('node', [`scripts/${name}.ts`, ...args], {
    env: { ...process.env, FOYER_MODE: 'sandbox', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ran: Ran = { status: null, output: '', errors: '' }
  child.stdout.on('data', (chunk: Buffer) => void (ran.output += chunk))
  child.stderr.on('data', (chunk: Buffer) => void (ran.errors += chunk))
  const [status] = (await once(child, 'close')) as [number | null]
  return { ...ran, status }
}
