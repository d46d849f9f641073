import { spawn } from 'node:child_process'
import { once } from 'node:events'

export interface Floor {
  address: string
  stop: () => Promise<unknown>
}

/** Starts a script in a process of its own that prints something once it listens on the environment's `PORT`. */
export async function startFloor(script: string, port: number, env: NodeJS.ProcessEnv): Promise<Floor> {
  const child = spawn('node', [script], {
    env: { ...process.env, ...env, PORT: String(port) },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  process.once('exit', () => child.kill())
  await Promise.race([
    once(child.stdout, 'data'),
    once(child, 'exit').then(() => Promise.reject(new Error('The floor stopped'))),
  ])
  return {
    address: `http://127.0.0.1:${port}`,
    stop: async () => {
      const ended = once(child, 'exit')
      child.kill('SIGTERM')
      await ended
    },
  }
}
