import { connect, type Socket } from 'node:net'

export interface Answer {
  status: number
  text: string
  /** Values of `Set-Cookie`. */
  cookies: string[]
}

/**
 * One connection that sends one request after another. It reads no more of HTTP than the shop writes and takes a tenth of the
 * processor time of `fetch`, which would measure itself.
 */
export class Client {
  readonly #host: string
  readonly #socket: Socket
  #received = Buffer.alloc(0)
  #waiting: { resolve: (answer: Answer) => void; reject: (error: Error) => void } | null = null

  constructor(address: string) {
    const { hostname, port, host } = new URL(address)
    this.#host = host
    this.#socket = connect({ host: hostname, port: Number(port), noDelay: true })
    this.#socket.on('data', (chunk) => {
      this.#received = this.#received.length ? Buffer.concat([this.#received, chunk]) : chunk
      this.#read()
    })
    const fail = (error?: Error) => this.#waiting?.reject(error ?? new Error('The connection was closed'))
    this.#socket.on('error', fail)
    this.#socket.on('close', () => fail())
  }

  /** Sends a request; `headers` are whole lines. */
  send(method: string, path: string, headers: string[] = [], body = ''): Promise<Answer> {
    const lines = [
      `${method} ${path} HTTP/1.1`,
      `Host: ${this.#host}`,
      ...headers,
      ...(method === 'POST'
        ? ['Content-Type: application/x-www-form-urlencoded', `Content-Length: ${Buffer.byteLength(body)}`]
        : []),
    ]
    return new Promise((resolve, reject) => {
      this.#waiting = { resolve, reject }
      this.#socket.write(`${lines.join('\r\n')}\r\n\r\n${body}`)
    })
  }

  close(): void {
    this.#waiting = null
    this.#socket.destroy()
  }

  #read(): void {
    const end = this.#received.indexOf('\r\n\r\n')
    if (end < 0) return
    const head = this.#received.toString('latin1', 0, end)
    const rest = this.#received.subarray(end + 4)
    const length = /\r\ncontent-length: (\d+)/i.exec(head)?.[1]
    const body = length === undefined ? readChunks(rest) : readLength(rest, Number(length))
    if (!body) return
    this.#received = Buffer.alloc(0)
    const waiting = this.#waiting
    this.#waiting = null
    waiting?.resolve({
      status: Number(head.slice(9, 12)),
      text: body.toString(),
      cookies: [...head.matchAll(/\r\nset-cookie: ([^;\r]*)/gi)].map(([, cookie = '']) => cookie),
    })
  }
}

function readLength(bytes: Buffer, length: number): Buffer | null {
  return bytes.length >= length ? bytes.subarray(0, length) : null
}

function readChunks(bytes: Buffer): Buffer | null {
  const chunks: Buffer[] = []
  for (let at = 0; ;) {
    const end = bytes.indexOf('\r\n', at)
    if (end < 0) return null
    const length = parseInt(bytes.toString('latin1', at, end), 16)
    if (bytes.length < end + length + 4) return null
    if (length === 0) return Buffer.concat(chunks)
    chunks.push(bytes.subarray(end + 2, end + 2 + length))
    at = end + length + 4
  }
}
