/** Form fields; nested parts are encoded with bracketed keys, as the page does. */
export interface Fields {
  [key: string]: string | number | boolean | null | Fields | Fields[]
}

export interface Reply {
  status: number
  headers: Headers
  text: string
  /** The JSON body; null if the reply is not JSON. */
  json: any // eslint-disable-line @typescript-eslint/no-explicit-any -- replies of every shape
}

export interface Visitor {
  get: (path: string, headers?: Record<string, string>) => Promise<Reply>
  /** Sends a form with the session's token, and opens the page that asks further; a text body is sent unchanged. */
  post: (path: string, body?: Fields | string, headers?: Record<string, string>) => Promise<Reply>
  /** The visitor's cookies by name. */
  cookies: Map<string, string>
  /** The latest `Set-Cookie` line of each cookie. */
  setCookies: Map<string, string>
}

/** A shop that takes requests, in this process or in another one. */
export interface App {
  request: (url: string, init: RequestInit) => Response | Promise<Response>
}

/** Opens the shop as a new browser would, or as one that has these cookies; for tests and arranged baskets. */
export async function visit(app: App, origin: string, cookies = new Map<string, string>()): Promise<Visitor> {
  const setCookies = new Map<string, string>()

  async function send(method: string, path: string, body: string | undefined, extra: Record<string, string>) {
    const headers = new Headers({ Cookie: [...cookies].map((pair) => pair.join('=')).join('; '), ...extra })
    const response = await app.request(origin + path, {
      method,
      headers,
      ...(body === undefined ? {} : { body }),
    })
    for (const line of response.headers.getSetCookie()) {
      const [name = '', value = ''] = line.split(';')[0]?.split('=') ?? []
      if (/max-age=0/i.test(line)) cookies.delete(name)
      else cookies.set(name, value)
      setCookies.set(name, line)
    }
    const text = await response.text()
    const isJson = response.headers.get('content-type')?.includes('json')
    return {
      status: response.status,
      headers: response.headers,
      text,
      json: isJson ? JSON.parse(text) : null,
    }
  }

  const visitor: Visitor = {
    cookies,
    setCookies,
    get: (path, headers = {}) => send('GET', path, undefined, headers),
    post: async (path, body = {}, headers = {}) => {
      const reply = await send('POST', path, typeof body === 'string' ? body : encode(body), {
        'Content-Type': 'application/x-www-form-urlencoded',
        'X-XSRF-TOKEN': cookies.get('XSRF-TOKEN') ?? '',
        ...headers,
      })
      const next = reply.status === 303 ? (reply.headers.get('Location') ?? '') : ''
      return next.includes('?form=') ? send('GET', next, undefined, headers) : reply
    },
  }
  // A browser that has cookies has a session.
  if (cookies.size === 0) await visitor.get('/ajax/checkout/checkout/get/')
  return visitor
}

function encode(fields: Fields): string {
  const pairs: [string, string][] = []
  const add = (key: string, value: Fields[string]): void => {
    if (value !== null && typeof value === 'object') {
      for (const [part, inner] of Object.entries(value)) add(key ? `${key}[${part}]` : part, inner)
    } else pairs.push([key, value === null ? '' : String(value)])
  }
  add('', fields)
  return new URLSearchParams(pairs).toString()
}
