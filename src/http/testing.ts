import { Hono } from 'hono'
import { vi } from 'vitest'

/** A recorded call; `fields` are the decoded form fields. */
export type ReceivedCall = {
  line: string
  fields: Record<string, string>
  contentType: string | null
  token: string | null
  keepalive: boolean
}

/**
 * Fakes the shop behind `fetch`: rejects calls without a session cookie and POSTs without the CSRF token, and returns the
 * given replies. Also fakes the browser's part: origin, and cookies only with `credentials: 'include'`.
 */
export function openShop(answer: (path: string) => Response = () => Response.json({})) {
  const calls: ReceivedCall[] = []
  const app = new Hono()
  app.all('*', async (context) => {
    const { req } = context
    if (!req.header('cookie')?.includes('session=ada')) return context.json({ message: 'No session' }, 401)
    const token = req.header('x-xsrf-token') ?? null
    if (req.method === 'POST' && token !== 'a=b') return context.json({ message: 'Page expired' }, 403)
    calls.push({
      line: `${req.method} ${req.path}`,
      fields: Object.fromEntries(new URLSearchParams(await req.text())),
      contentType: req.header('content-type') ?? null,
      token,
      keepalive: req.raw.keepalive,
    })
    return answer(req.path)
  })

  vi.stubGlobal('location', new URL('https://shop.example/checkout/?step=payment'))
  vi.stubGlobal('document', { cookie: 'NOT-XSRF-TOKEN=c; XSRF-TOKEN=a%3Db; theme=dark' })
  vi.stubGlobal('fetch', async (input: Request, init?: RequestInit) => {
    const request = new Request(input, init)
    if (request.credentials === 'include' && new URL(request.url).origin === 'https://shop.example')
      request.headers.set('cookie', 'session=ada')
    return app.fetch(request)
  })
  return calls
}

/** Fails every request as without a network. */
export function closeShop() {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
}
