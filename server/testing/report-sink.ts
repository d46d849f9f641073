import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gunzipSync } from 'node:zlib'

/** The part of a report that tests look at. */
export interface Report {
  transaction?: string
  tags?: Record<string, string | number>
  contexts?: { trace?: Record<string, string> }
  exception?: { values: { type: string; value?: string; stacktrace?: { frames: { filename?: string }[] } }[] }
}

/** A local service that takes error reports, as Sentry does. */
export async function startReportSink() {
  const envelopes: string[] = []
  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      const body = Buffer.concat(parts)
      envelopes.push((request.headers['content-encoding'] === 'gzip' ? gunzipSync(body) : body).toString())
      response.end('{}')
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    dsn: `http://key@127.0.0.1:${(server.address() as AddressInfo).port}/1`,
    /** Whole envelopes, as they were sent. */
    envelopes,
    /** The reports in them: the third line of an envelope is the item. */
    reports: () => envelopes.map((envelope) => JSON.parse(envelope.split('\n')[2] ?? '') as Report),
    close: () => new Promise((resolve) => server.close(resolve)),
  }
}
