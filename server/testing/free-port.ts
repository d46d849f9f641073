import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'

/**
 * Finds a port of this machine that nobody uses, and that the system gives to nobody who asks for any port or opens a
 * connection: a program that is stopped can start again on it.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    // Browsers refuse 10080 and some ports below it.
    const port = randomInt(10_081, 32_768)
    if (await isFree(port)) return port
  }
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(false))
    // On every address: the caller may listen on any of them.
    server.listen(port, () => server.close(() => resolve(true)))
  })
}
