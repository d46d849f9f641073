import { bodyLimit } from 'hono/body-limit'
import { createMiddleware } from 'hono/factory'

import type { ShopEnv } from './env.ts'
import { parseForm, tooMuch, type Form } from './form.ts'
import { HttpError } from './http-errors.ts'

const maximumBytes = 100_000
const formType = 'application/x-www-form-urlencoded'

/** Limits the body of a form, with or without a stated length. Throws `HttpError` 400 or 413. */
export const formLimit = createMiddleware<ShopEnv>((c, next) => {
  if (isReading(c.req.method)) return next()
  const length = c.req.header('Content-Length')
  if (length === undefined || c.req.header('Transfer-Encoding') !== undefined)
    return limitStream(c, next).catch(throwIfAborted)
  // The server reads no more than the stated length. Asking for the body would make a stream of it, which is slow.
  if (Number(length) > maximumBytes) throw tooMuch()
  return next()
})

const limitStream = bodyLimit({
  maxSize: maximumBytes,
  onError: () => {
    throw tooMuch()
  },
})

/** Parses the form body of every changing request into `c.var.form`. Throws `HttpError` 400 or 415. */
export const formBodies = createMiddleware<ShopEnv>(async (c, next) => {
  c.set('form', isReading(c.req.method) ? {} : await readForm(c.req.raw))
  await next()
})

/** Returns whether a request of this method only reads. */
export function isReading(method: string): boolean {
  return method === 'GET' || method === 'HEAD' || method === 'OPTIONS'
}

async function readForm(request: Request): Promise<Form> {
  const text = decodeUtf8(await request.arrayBuffer().catch(throwIfAborted))
  if (text === '') return {}
  const type = request.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase()
  if (type !== formType) throw new HttpError(415, 'Send a form: application/x-www-form-urlencoded')
  return parseForm(text)
}

/** A sender who went away in the middle of a form, such as a phone without network, is no failure of the shop. */
function throwIfAborted(error: unknown): never {
  if ((error as { code?: unknown }).code === 'ECONNRESET') throw new HttpError(400, 'The form is incomplete')
  throw error
}

function decodeUtf8(bytes: ArrayBuffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new HttpError(400, 'The form is not valid UTF-8')
  }
}
