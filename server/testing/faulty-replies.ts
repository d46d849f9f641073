import { createServer, type AddressInfo, type Socket } from 'node:net'

/** How a service answers every request with a JSON body, at the level of bytes. */
export type FaultyReply = (socket: Socket, json: string) => void | Promise<void>

const head = (length: number, more = '') =>
  `HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: ${length}\r\n${more}\r\n`
const half = (text: string) => text.slice(0, text.length / 2)

/** A reply that arrives whole, although slowly. */
export const slices: FaultyReply = async (socket, json) => {
  const reply = head(json.length) + json
  for (let at = 0; at < reply.length && !socket.destroyed; at += 7) {
    socket.write(reply.slice(at, at + 7))
    await new Promise(setImmediate)
  }
}

/** Replies that end, but cannot be used. */
export const brokenReplies: [string, FaultyReply][] = [
  ['closes the connection at once', (socket) => void socket.destroy()],
  [
    'resets the connection in the middle',
    (socket, json) => {
      socket.write(head(json.length) + half(json), () => socket.resetAndDestroy())
    },
  ],
  ['ends in the middle', (socket, json) => void socket.end(head(json.length) + half(json))],
  [
    'says that half of its reply is all',
    (socket, json) => {
      socket.end(head(half(json).length) + half(json))
    },
  ],
  ['is empty', (socket) => void socket.end(head(0))],
  ['speaks another protocol', (socket) => void socket.end('220 mail.test\r\n')],
  [
    'says that its reply is compressed, which it is not',
    (socket, json) => {
      socket.end(head(json.length, 'Content-Encoding: gzip\r\n') + json)
    },
  ],
]

/** Replies that never end. */
export const hangingReplies: [string, FaultyReply][] = [
  ['never answers', () => {}],
  ['stops after the headers', (socket, json) => void socket.write(head(json.length))],
  ['stops in the middle', (socket, json) => void socket.write(head(json.length) + half(json))],
]

export interface FaultyService {
  url: string
  /** Requests that were answered, as far as they are. */
  answered: () => number
  close: () => Promise<void>
}

/** Starts an HTTP service on this machine that answers every request so. */
export async function startFaultyService(
  answer: (socket: Socket) => void | Promise<void>,
): Promise<FaultyService> {
  const sockets = new Set<Socket>()
  let answered = 0
  const server = createServer({ noDelay: true }, (socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    socket.on('error', () => socket.destroy())
    let heard = ''
    socket.on('data', (chunk) => {
      heard += chunk.toString('latin1')
      const [headers = '', body] = heard.split('\r\n\r\n')
      const length = Number(/content-length: (\d+)/i.exec(headers)?.[1] ?? 0)
      if (body === undefined || body.length < length) return
      heard = ''
      void Promise.resolve(answer(socket)).then(() => answered++)
    })
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    answered: () => answered,
    close: () => {
      for (const socket of sockets) socket.destroy()
      return new Promise((resolve) => void server.close(() => resolve()))
    },
  }
}
