import { request } from 'node:http'

import type { App } from '#sandbox/visitor.ts'

/**
 * Makes an app of a shop in another process. Each request has a connection of its own, because a kept one may be closed
 * just when it is used again.
 */
export function httpApp(address: string): App {
  return {
    request: (url, { method = 'GET', headers, body }) =>
      new Promise((resolve, reject) => {
        const { pathname, search } = new URL(url)
        const fields = Object.fromEntries(new Headers(headers))
        // A form that `fetch` would encode and label itself.
        const text = body instanceof URLSearchParams ? body.toString() : body
        if (body instanceof URLSearchParams) fields['content-type'] = 'application/x-www-form-urlencoded'
        const sent = request(
          address + pathname + search,
          { method, headers: fields, agent: false },
          (reply) => {
            const chunks: Buffer[] = []
            reply.on('data', (chunk: Buffer) => chunks.push(chunk))
            reply.on('error', reject)
            reply.on('end', () => {
              const found = new Headers()
              for (const [name, values] of Object.entries(reply.headersDistinct))
                for (const value of values ?? []) found.append(name, value)
              const status = reply.statusCode ?? 0
              const isEmpty = status === 204 || status === 304
              resolve(new Response(isEmpty ? null : Buffer.concat(chunks), { status, headers: found }))
            })
          },
        )
        sent.on('error', reject)
        sent.end(text as string | undefined)
      }),
  }
}
