import type { Server, ServerResponse } from 'node:http'
import { Server as NetServer } from 'node:net'

interface Limits {
  /** How long the server goes on accepting connections, until the proxy has noticed that it is no longer ready. */
  drainMs: number
  /**
   * When connections without a request are closed. Their clients may be sending one just then, so those that come back soon
   * have time to, and are told to leave.
   */
  keptMs: number
  /** When requests in progress are cut off. */
  boundMs: number
}

/** Longer than a payment's reply may take, and shorter than the ten seconds after which containers are killed. */
export const shutdownLimits: Limits = { drainMs: 1_000, keptMs: 3_000, boundMs: 9_500 }

/**
 * How long a connection without requests stays open, in milliseconds: longer than the minute for which proxies keep theirs, because
 * a proxy that uses one which the shop is just closing loses the request.
 */
export const keepAliveTimeout = 75_000

/**
 * Prepares a server to be stopped without breaking a request. The function that it returns stops it: every reply closes its
 * connection, so that clients leave by themselves; after `drainMs` no connection is accepted any more, and after `keptMs` those
 * that are idle are closed. Resolves when all requests are answered, or after `boundMs`.
 */
export function stoppable(server: Server): (limits: Limits) => Promise<void> {
  const replies = new Set<ServerResponse>()
  let isStopping = false
  let mayBeIdle = true

  // Before the shop's own listener, which may answer at once.
  server.prependListener('request', (_, reply) => {
    replies.add(reply)
    reply.once('close', () => {
      replies.delete(reply)
      // Its connection may be kept, if the reply had begun before the stop.
      if (!mayBeIdle) server.closeIdleConnections()
    })
    if (isStopping) reply.setHeader('Connection', 'close')
  })

  return async ({ drainMs, keptMs, boundMs }) => {
    isStopping = true
    for (const reply of replies) if (!reply.headersSent) reply.setHeader('Connection', 'close')
    await new Promise((resolve) => setTimeout(resolve, drainMs))
    await readArrived(server)
    // The method of `Server` itself would close idle connections too.
    const closed = new Promise<void>(
      (resolve) => void NetServer.prototype.close.call(server, () => resolve()),
    )
    await within(keptMs - drainMs, closed)
    await readArrived(server)
    mayBeIdle = false
    server.closeIdleConnections()
    await within(boundMs - keptMs, closed)
    server.closeAllConnections()
  }
}

/** Connections that wait in the system to be accepted: Node's default. */
const backlog = 511

/**
 * Lets the process accept the connections and read the requests that have arrived. When it was busy, these are still with the
 * system, and closing would break them: a connection whose request is not read yet seems idle. The process looks at its sockets
 * between two immediates, and may accept one connection each time.
 */
async function readArrived(server: Server): Promise<void> {
  let arrived = 0
  const count = (): void => void arrived++
  server.on('connection', count)
  for (let before = -1; before !== arrived && before < backlog;) {
    before = arrived
    for (let turn = 0; turn < 2; turn++) await new Promise((resolve) => setImmediate(resolve))
  }
  server.off('connection', count)
}

/** Waits for something, but only so long. */
async function within(milliseconds: number, work: Promise<void>): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, milliseconds)
  await Promise.race([work, promise])
  clearTimeout(timer)
}
