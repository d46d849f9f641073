import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { inflateSync } from 'node:zlib'

interface Item {
  type: string
  /** Parsed JSON; for a replay its events; else text. */
  payload: unknown
}

/** An error or message as the service receives it, as far as tests read it. */
export interface Report {
  message?: string
  level: string
  exception?: { values: { type: string; value: string; mechanism?: { type: string } }[] }
  tags: Record<string, string>
  user?: Record<string, string>
  contexts: Record<string, Record<string, unknown>>
  breadcrumbs: { category: string; message?: string; data?: Record<string, unknown> }[]
  request: { url: string; headers: Record<string, string> }
  debug_meta: { images: { code_file: string; debug_id: string }[] }
}

/** A trace's span as the service receives it, as far as tests read it. */
export interface Span {
  name: string
  is_segment: boolean
  attributes: Record<string, { value: unknown }>
}

/** A local error-reporting service that decodes and keeps what it is sent. */
export class MonitoringSink {
  readonly items: Item[] = []
  /** The number of requests that have brought items. */
  envelopes = 0
  /** Headers of all other requests, by path. */
  readonly others: [path: string, headers: IncomingHttpHeaders][] = []
  readonly #server: Server
  #held: (() => void)[] | null = null
  #isBegun = false

  constructor() {
    this.#server = createServer((request, response) => {
      const chunks: Buffer[] = []
      request.on('data', (chunk: Buffer) => chunks.push(chunk))
      request.on('end', () => {
        const { url = '', method, headers } = request
        const isReport = url.startsWith('/sink/api/42/envelope/')
        if (method === 'POST' && isReport) {
          this.envelopes += 1
          this.items.push(...itemsOf(Buffer.concat(chunks)))
        }
        if (method !== 'OPTIONS' && !isReport) this.others.push([url, headers])
        response.writeHead(200, {
          'Access-Control-Allow-Origin': '*',
          'Access-Control-Allow-Headers': headers['access-control-request-headers'] ?? '*',
        })
        if (!this.#held || method !== 'POST') return void response.end('{}')
        if (this.#isBegun) response.flushHeaders()
        this.#held.push(() => response.end('{}'))
      })
    })
  }

  get origin() {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  /** The address (DSN) for the configuration of the page. */
  get address() {
    return `${this.origin.replace('//', '//key@')}/sink/42`
  }

  async start() {
    this.#server.listen(0, '127.0.0.1')
    await once(this.#server, 'listening')
  }

  async stop() {
    this.answerAll()
    this.#server.closeAllConnections()
    await new Promise((done) => this.#server.close(done))
  }

  /** Leaves reports without an answer until `answerAll`; with `isBegun` only without its end. */
  holdAnswers({ isBegun = false } = {}) {
    this.#held = []
    this.#isBegun = isBegun
  }

  answerAll() {
    const held = this.#held ?? []
    this.#held = null
    for (const answer of held) answer()
  }

  /** Forgets what was sent. */
  clear() {
    this.items.length = 0
    this.envelopes = 0
    this.others.length = 0
  }

  get reports() {
    return this.#payloads('event') as Report[]
  }

  /** The reports of an error with that message. */
  reportsOf(message: string) {
    return this.reports.filter(
      (report) =>
        report.message === message || report.exception?.values.some(({ value }) => value === message),
    )
  }

  get spans() {
    return (this.#payloads('span') as { items: Span[] }[]).flatMap(({ items }) => items)
  }

  get replays() {
    return this.#payloads('replay_recording') as object[][]
  }

  get attachments() {
    return this.#payloads('attachment') as string[]
  }

  #payloads(wanted: string) {
    return this.items.filter(({ type }) => type === wanted).map(({ payload }) => payload)
  }
}

/** Splits an envelope (develop.sentry.dev/sdk/foundations/envelopes): a line, then a line and a payload for each item. */
function itemsOf(body: Buffer): Item[] {
  const items: Item[] = []
  let at = endOfLine(body, 0) + 1
  while (at < body.length) {
    const end = endOfLine(body, at)
    const { type, length } = JSON.parse(body.toString('utf8', at, end)) as { type: string; length?: number }
    const last = length === undefined ? endOfLine(body, end + 1) : end + 1 + length
    items.push({ type, payload: decode(type, body.subarray(end + 1, last)) })
    at = last + 1
  }
  return items
}

function endOfLine(body: Buffer, from: number): number {
  const end = body.indexOf('\n', from)
  return end === -1 ? body.length : end
}

function decode(type: string, payload: Buffer): unknown {
  if (type === 'attachment') return payload.toString()
  if (type !== 'replay_recording') return JSON.parse(payload.toString())
  const events = payload.subarray(endOfLine(payload, 0) + 1)
  return JSON.parse((events[0] === '['.charCodeAt(0) ? events : inflateSync(events)).toString())
}
