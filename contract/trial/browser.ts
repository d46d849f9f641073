import type { App } from '#sandbox/visitor.ts'
import { encodeForm, type FormFields } from '#src/http/form-encoding.ts'

/** The end of a request, after its redirects. */
export interface Answer {
  status: number
  text: string
  headers: Headers
  /** Where the redirects have led. */
  address: URL
}

export interface Request {
  fields?: FormFields
  /** Sends what a page of another site could send: no token. */
  withoutToken?: boolean
  headers?: Record<string, string>
  /** Returns a redirect instead of following it. */
  staysHere?: boolean
}

const mostRedirects = 5

/** Sends requests as the page does: with the cookies of one buyer and the anti-forgery token. */
export class Browser {
  readonly cookies: Map<string, string>
  /** Names of cookies that no script can read. */
  readonly hidden: Set<string>
  readonly #app: App
  readonly #base: string

  constructor(app: App, base: string, cookies = new Map<string, string>(), hidden = new Set<string>()) {
    this.#app = app
    this.#base = base
    this.cookies = cookies
    this.hidden = hidden
  }

  /** Another browser with the same cookies, or with changed ones. */
  copy(change: (value: string, name: string) => string = (value) => value): Browser {
    const cookies = new Map([...this.cookies].map(([name, value]) => [name, change(value, name)]))
    return new Browser(this.#app, this.#base, cookies, new Set(this.hidden))
  }

  /** Follows redirects on this origin, and stops at one that leaves it. */
  async send(method: 'GET' | 'POST', path: string, request: Request = {}): Promise<Answer> {
    let address = new URL(path, this.#base)
    let answer = await this.#ask(method, address, request)
    for (let count = 0; count < mostRedirects; count += 1) {
      const location = answer.headers.get('location')
      if (answer.status < 300 || answer.status > 399 || !location || request.staysHere) break
      address = new URL(location, address)
      if (address.origin !== this.#base) break
      answer = await this.#ask('GET', address, { headers: request.headers ?? {} })
    }
    return { ...answer, address }
  }

  async #ask(method: 'GET' | 'POST', address: URL, { fields = {}, withoutToken, headers }: Request) {
    const token = withoutToken ? '' : this.#token()
    const response = await this.#app.request(address.href, {
      method,
      headers: {
        Accept: 'application/json',
        Cookie: [...this.cookies].map((pair) => pair.join('=')).join('; '),
        ...(token && { 'X-XSRF-TOKEN': token }),
        ...(method === 'POST' && { 'Content-Type': 'application/x-www-form-urlencoded' }),
        ...headers,
      },
      ...(method === 'POST' && { body: encodeForm(fields).toString() }),
    })
    this.keepCookies(response.headers.getSetCookie())
    return { status: response.status, headers: response.headers, text: await response.text() }
  }

  /** Takes cookies over as a browser does. */
  keepCookies(lines: string[]) {
    for (const line of lines) {
      const [, name = '', value = ''] = /^([^=]*)=([^;]*)/.exec(line) ?? []
      if (/max-age=0\b/i.test(line)) this.cookies.delete(name)
      else this.cookies.set(name, value)
      if (/;\s*httponly/i.test(line)) this.hidden.add(name)
    }
  }

  #token() {
    const value = this.cookies.get('XSRF-TOKEN') ?? ''
    try {
      return decodeURIComponent(value)
    } catch {
      return value
    }
  }
}
