import { serve } from '@hono/node-server'

import { freePort } from './free-port.ts'

/** Handles a request of a shop to a provider: `forward` passes it to the simulator and returns the reply. */
export type Handle = (request: Request, forward: () => Promise<Response>) => Response | Promise<Response>

export interface ProviderProxy {
  /** The address on which the shop listens. */
  host: string
  port: number
  /** Handles the shop's requests to providers; forwards them unless it is replaced. */
  handle: Handle
  close: () => Promise<void>
}

/** A loopback address besides 127.0.0.1. */
const host = '127.0.0.2'

/**
 * Stands between a shop in its own process and the simulated providers, which the shop serves itself: the shop listens on
 * `host`, and its requests to 127.0.0.1 on the same port come here.
 */
export async function startProviderProxy(): Promise<ProviderProxy> {
  const proxy: ProviderProxy = {
    host,
    port: await freePort(),
    handle: (_, forward) => forward(),
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
  const server = serve({
    hostname: '127.0.0.1',
    port: proxy.port,
    fetch: (request) => proxy.handle(request, () => forward(request, proxy.port)),
  })
  await new Promise<void>((resolve) => server.once('listening', resolve))
  return proxy
}

async function forward(request: Request, port: number): Promise<Response> {
  const { pathname, search } = new URL(request.url)
  const isReading = request.method === 'GET'
  const headers = new Headers(request.headers)
  for (const name of ['connection', 'host', 'content-length']) headers.delete(name)
  const reply = await fetch(`http://${host}:${port}${pathname}${search}`, {
    method: request.method,
    headers,
    redirect: 'manual',
    ...(isReading ? {} : { body: await request.text() }),
  })
  // The body is decoded already.
  const body = await reply.text()
  const type = reply.headers.get('content-type')
  return new Response(body, { status: reply.status, headers: type ? { 'Content-Type': type } : {} })
}
