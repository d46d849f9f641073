import { createServer, connect, type AddressInfo, type Socket } from 'node:net'

/** Where to cut the connections of a shop to its database. */
export interface Cut {
  /** Whether to cut at the last of these statements: those of a connection since it last began a transaction. */
  at: (statements: string[]) => boolean
  /** `before` the database gets the statement, or `after` it has run it and before the shop gets the reply. */
  when: 'before' | 'after'
  /** Kills the shop. */
  kill: () => Promise<void>
}

export interface PostgresProxy {
  /** The address of the database through this proxy. */
  databaseUrl: string
  cut: Cut | null
  close: () => Promise<void>
}

/** Stands between a shop and PostgreSQL and reads the statements, to kill the shop at one of them. */
export async function startPostgresProxy(databaseUrl: string): Promise<PostgresProxy> {
  const target = new URL(databaseUrl)
  const sockets = new Set<Socket>()
  // Without delay, because each message is passed on by itself: the other side would wait 40 ms before it confirms one.
  const server = createServer({ noDelay: true }, (shop) => {
    const database = connect({ port: Number(target.port), host: target.hostname, noDelay: true })
    for (const [socket, other] of [
      [shop, database],
      [database, shop],
    ] as const) {
      sockets.add(socket)
      // A killed shop resets its connections.
      socket.on('error', () => socket.destroy())
      socket.on('close', () => {
        sockets.delete(socket)
        other.destroy()
      })
    }
    void passOn(shop, database, proxy).catch(() => shop.destroy())
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  const own = new URL(databaseUrl)
  own.port = String((server.address() as AddressInfo).port)
  const proxy: PostgresProxy = {
    databaseUrl: own.href,
    cut: null,
    close: () => {
      for (const socket of sockets) socket.destroy()
      return new Promise((resolve) => void server.close(() => resolve()))
    },
  }
  return proxy
}

async function passOn(shop: Socket, database: Socket, proxy: PostgresProxy): Promise<void> {
  let statements: string[] = []
  const prepared = new Map<string, string>()
  /** A cut that takes place at the next reply. */
  let atReply: Cut | null = null
  database.on('data', (chunk: Buffer) => {
    if (atReply) void atReply.kill()
    else shop.write(chunk)
  })
  for await (const message of messages(shop)) {
    const statement = statementOf(message, prepared)
    if (statement) statements = statement === 'begin' ? [statement] : [...statements, statement]
    const { cut } = proxy
    if (statement && cut?.at(statements)) {
      proxy.cut = null
      if (cut.when === 'before') return cut.kill()
      atReply = cut
    }
    database.write(message)
  }
}

/** Splits what a client sends into messages: a type (missing in the first message), the length, and the content. */
async function* messages(socket: Socket): AsyncGenerator<Buffer> {
  let rest: Buffer = Buffer.alloc(0)
  let start = 0
  for await (const chunk of socket as AsyncIterable<Buffer>) {
    rest = Buffer.concat([rest, chunk])
    while (rest.length >= start + 4 && rest.length >= start + rest.readInt32BE(start)) {
      const end = start + rest.readInt32BE(start)
      yield rest.subarray(0, end)
      rest = rest.subarray(end)
      start = 1
    }
  }
}

/** Reads the SQL of a statement that is to run, by a Query or a Bind message, otherwise null; remembers what is prepared. */
function statementOf(message: Buffer, prepared: Map<string, string>): string | null {
  const type = String.fromCharCode(message[0] ?? 0)
  if (type === 'Q') return message.toString('utf8', 5, message.length - 1)
  const [first = '', second = ''] = message.toString('utf8', 5).split('\0')
  // A Parse message has the name of the statement and its text, a Bind message the names of the portal and of the statement.
  if (type === 'P') prepared.set(first, second)
  return type === 'B' ? (prepared.get(second) ?? null) : null
}
