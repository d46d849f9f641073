import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

interface Pooler {
  /** The address of the database through this pooler. */
  databaseUrl: string
  close: () => Promise<void>
}

/**
 * Stands between a shop and PostgreSQL as PgBouncer without prepared statements: in transaction mode, each transaction runs on
 * the connection that was used last and is free; in statement mode there are no transactions. Each client logs in on a new
 * connection, which all use afterwards.
 */
export async function startPooler(databaseUrl: string, mode: 'transaction' | 'statement'): Promise<Pooler> {
  const target = new URL(databaseUrl)
  const sockets = new Set<Socket>()
  /** Which client uses a connection to the database. */
  const users = new Map<Socket, Socket>()
  const free: Socket[] = []

  const server = createServer({ noDelay: true }, (client) => {
    const database = connect({ port: Number(target.port), host: target.hostname, noDelay: true })
    users.set(database, client)
    for (const socket of [client, database]) {
      sockets.add(socket)
      socket.on('error', () => socket.destroy())
    }
    let used = database
    let isNew = true
    client.on('data', (chunk: Buffer) => {
      if (isGoodbye(chunk)) return
      if (mode === 'statement' && chunk.includes('begin')) return void client.destroy()
      if (users.get(used) !== client) used = free.pop() ?? used
      users.set(used, client)
      used.write(chunk)
    })
    database.on('data', (chunk: Buffer) => {
      users.get(database)?.write(chunk)
      if (!isEndOfTransaction(chunk)) return
      users.delete(database)
      if (isNew) free.unshift(database)
      else free.push(database)
      isNew = false
    })
  })

  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  const own = new URL(databaseUrl)
  own.port = String((server.address() as AddressInfo).port)
  return {
    databaseUrl: own.href,
    close: () => {
      for (const socket of sockets) socket.destroy()
      return new Promise((resolve) => void server.close(() => resolve()))
    },
  }
}

/** A Terminate message. */
const isGoodbye = (chunk: Buffer) => chunk.toString('latin1', 0, 1) === 'X'

/** ReadyForQuery outside a transaction, which ends each answer. */
const isEndOfTransaction = (chunk: Buffer) => chunk.subarray(-6).equals(Buffer.from('Z\0\0\0\x05I'))
