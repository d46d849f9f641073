import { readFileSync } from 'node:fs'
import { callEntries, type CallName } from '#contract/calls.ts'
import type { App } from '#sandbox/visitor.ts'

type Json = Record<string, unknown>

/** A request on its way to the shop. */
export interface Sent {
  url: URL
  method: string
  headers: Headers
  body: string
}

/** Answers in the place of the shop, or asks it. */
export type StandIn = (sent: Sent, ask: (sent: Sent) => Promise<Response>) => Promise<Response>

/** Puts a stand-in before a shop. */
export function before(shop: App, standIn: StandIn): App {
  const ask = async ({ url, method, headers, body }: Sent) =>
    shop.request(url.href, { method, headers, ...(method === 'POST' && { body }) })
  return {
    request: (url, { method = 'GET', headers, body }) =>
      standIn({ url: new URL(url), method, headers: new Headers(headers), body: String(body ?? '') }, ask),
  }
}

/** The call that is made at this path. */
export const callAt = (path: string): CallName | undefined =>
  callEntries.find(([, call]) => new RegExp(`^${call.path.replace(/\{\w+\}/, '[^/]+')}$`).test(path))?.[0]

/** Changes the replies of one call that succeed. */
export const changing =
  (name: CallName, change: (reply: Json, sent: Sent) => unknown): StandIn =>
  async (sent, ask) => {
    const response = await ask(sent)
    if (callAt(sent.url.pathname) !== name || !response.ok) return response
    return replying(response, change((await response.json()) as Json, sent))
  }

/** A reply with another body; text is sent as a page. */
export function replying(response: Response, body: unknown): Response {
  const headers = new Headers(response.headers)
  headers.delete('content-length')
  headers.set('content-type', typeof body === 'string' ? 'text/html' : 'application/json')
  return new Response(typeof body === 'string' ? body : JSON.stringify(body), {
    status: response.status,
    headers,
  })
}

/** Numbers as texts, flags as "1" and "0", and `[]` for an empty object, as loosely typed languages send them. */
export const looselyTyped: StandIn = async (sent, ask) => {
  const response = await ask(sent)
  if (!callAt(sent.url.pathname)) return response
  return replying(response, loosely(await response.json()))
}

function loosely(value: unknown): unknown {
  if (typeof value === 'boolean') return value ? '1' : '0'
  if (typeof value === 'number') return String(value)
  if (Array.isArray(value)) return value.map(loosely)
  if (typeof value !== 'object' || value === null) return value
  const fields = Object.entries(value)
  return fields.length === 0 ? [] : Object.fromEntries(fields.map(([name, inner]) => [name, loosely(inner)]))
}

const { schemas } = JSON.parse(readFileSync('docs/openapi.json', 'utf8')).components

/** Names of the fields of the checkout and the order that are in no document. */
const addedFields = new Set(
  ['Checkout', 'TicketLine', 'GetSimpleInfoReply'].flatMap((schema) =>
    Object.entries<Json>(schemas[schema].properties).flatMap(([name, field]) =>
      field['x-added'] ? [name] : [],
    ),
  ),
)

function documentedFields(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(documentedFields)
  if (typeof value !== 'object' || value === null) return value
  const fields = Object.entries(value).filter(([name]) => !addedFields.has(name))
  return Object.fromEntries(fields.map(([name, inner]) => [name, documentedFields(inner)]))
}

/** Has the documented calls and fields only, and nothing of a sandbox but the page of the bank. */
export const documentedOnly: StandIn = async (sent, ask) => {
  const { pathname } = sent.url
  const added = callEntries.some(
    ([name, { documented }]) => typeof documented === 'object' && callAt(pathname) === name,
  )
  const isHidden = pathname.startsWith('/sandbox/') && !pathname.startsWith('/sandbox/truelayer/pay/')
  if (!added && !isHidden) {
    const response = await ask(sent)
    return callAt(pathname) && response.ok
      ? replying(response, documentedFields(await response.json()))
      : response
  }
  return Response.json({ message: 'Not found' }, { status: 404 })
}
