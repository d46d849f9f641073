import ky, { isNetworkError } from 'ky'

/** Shared HTTP client: sends cookies, has no timeout, leaves retries to callers [CALL-01, MONI-23..26]. */
const http = ky.create({
  credentials: 'include',
  cache: 'no-store',
  headers: { accept: 'application/json' },
  timeout: false,
  retry: 0,
  throwHttpErrors: false,
  fetch: (input, init) => globalThis.fetch(input, init),
  hooks: {
    beforeRequest: [
      ({ request }) => {
        const token = csrfToken()
        if (token) request.headers.set('X-XSRF-TOKEN', token)
      },
    ],
  },
})

/** Sends a call. Rejects with the cause of what has failed: the client's own error contains the request and its data. */
export async function send(address: URL, options: RequestInit & { method: string }): Promise<Response> {
  try {
    return await http(address, options)
  } catch (error) {
    throw isNetworkError(error) ? error.cause : error
  }
}

function csrfToken() {
  const prefix = 'XSRF-TOKEN='
  const cookie = globalThis.document?.cookie.split(/;\s*/).find((one) => one.startsWith(prefix))
  const value = cookie?.slice(prefix.length) ?? ''
  try {
    return decodeURIComponent(value)
  } catch {
    return value
  }
}
