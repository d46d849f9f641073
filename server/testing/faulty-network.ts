import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

/**
 * A fault of the network between a shop and its database:
 * - `latency` delays everything a little,
 * - `slices` delivers a few bytes at a time,
 * - `frozen` delivers nothing and closes nothing; new connections get no answer either,
 * - `reset` breaks each connection instead of delivering a reply, so that nobody knows whether a statement was carried out,
 * - `down` breaks all connections and refuses new ones.
 */
export type Fault = 'latency' | 'slices' | 'frozen' | 'reset' | 'down'

export interface FaultyNetwork {
  /** The address of the database through this network. */
  databaseUrl: string
  /** Begins a fault, or ends it with null; what a frozen network has kept is delivered then. */
  setFault: (fault: Fault | null) => void
  /** Leads new connections to another database, as when its address moves to a standby. */
  leadTo: (databaseUrl: string) => void
  close: () => Promise<void>
}

/** Starts a proxy in front of PostgreSQL that behaves as a faulty network does. */
export async function startFaultyNetwork(databaseUrl: string): Promise<FaultyNetwork> {
  let target = new URL(databaseUrl)
  const sockets = new Set<Socket>()
  let fault: Fault | null = null
  let thaw = Promise.withResolvers<void>()

  const server = createServer({ noDelay: true }, (shop) => {
    if (fault === 'down') return void shop.resetAndDestroy()
    const database = connect({ port: Number(target.port), host: target.hostname, noDelay: true })
    const end = () => {
      shop.resetAndDestroy()
      database.resetAndDestroy()
    }
    for (const [from, to] of [
      [shop, database],
      [database, shop],
    ] as const) {
      sockets.add(from)
      from.on('error', () => from.destroy())
      from.on('close', () => {
        sockets.delete(from)
        to.destroy()
      })
      let delivered = Promise.resolve()
      from.on('data', (chunk: Buffer) => {
        delivered = delivered.then(() => deliver(chunk, to, from === database, end))
      })
    }
  })

  async function deliver(chunk: Buffer, to: Socket, isReply: boolean, end: () => void): Promise<void> {
    // Again after a thaw, because another fault may have begun.
    while (fault === 'frozen') await thaw.promise
    if (to.destroyed) return
    if (fault === 'reset' && isReply) return end()
    if (fault === 'latency') await pause(5)
    if (fault !== 'slices') return void to.write(chunk)
    for (let at = 0; at < chunk.length; at += 61) {
      to.write(chunk.subarray(at, at + 61))
      await pause(0)
    }
  }

  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  const own = new URL(databaseUrl)
  own.port = String((server.address() as AddressInfo).port)
  return {
    databaseUrl: own.href,
    setFault: (next) => {
      fault = next
      thaw.resolve()
      thaw = Promise.withResolvers()
      if (fault === 'down') for (const socket of sockets) socket.resetAndDestroy()
    },
    leadTo: (next) => void (target = new URL(next)),
    close: () => {
      for (const socket of sockets) socket.destroy()
      return new Promise((resolve) => void server.close(() => resolve()))
    },
  }
}

const pause = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds))
