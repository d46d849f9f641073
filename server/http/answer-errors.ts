import type { Context, ErrorHandler, NotFoundHandler } from 'hono'
import { HTTPException } from 'hono/http-exception'
import type { ContentfulStatusCode } from 'hono/utils/http-status'

import { DatabaseUnavailable } from '#server/database/unavailable.ts'
import { describeError } from '#server/log.ts'

import type { ShopEnv } from './env.ts'
import { HttpError } from './http-errors.ts'
import { routePattern } from './route-pattern.ts'

/** Replies to PostgreSQL error codes: a lock timeout, and a NUL character in an address. */
const databaseErrors: Partial<Record<string, HttpError>> = {
  '55P03': new HttpError(503, 'The shop is very busy at the moment. Please try again'),
  '22021': new HttpError(400, 'The address is malformed'),
}

const noDatabase = new HttpError(
  503,
  'The shop cannot answer at the moment. Please try again in a few seconds',
)

/** When to try again what the database could not do, in seconds. */
const retryAfter = '5'

/** What a browser shows of an error: a title and a sentence. */
export interface ShownError {
  title: string
  text: string
  status: ContentfulStatusCode
}

type ShowError = (c: Context<ShopEnv>, error: ShownError) => Response | Promise<Response>

/**
 * Replies to an `HttpError` with `{ message, … }`, to a database that is busy or unavailable with 503 and `Retry-After`, and
 * to any other error with 500 and a reference to the log entry. Logs what is the shop's or a provider's failure.
 */
export const answerError =
  (show: ShowError): ErrorHandler<ShopEnv> =>
  (error, c) => {
    c.header('Cache-Control', 'no-store')
    const known = error instanceof HttpError ? error : databaseErrorOf(error)
    const logAs = (event: string, status: number) =>
      c.var.log({ event, method: c.req.method, path: routePattern(c), status, ...describeError(error) })
    if (known) {
      if (known.status >= 500) logAs('unavailable', known.status)
      if (known !== error && known.status === 503) c.header('Retry-After', retryAfter)
      if (known.retryAfter) c.header('Retry-After', String(known.retryAfter))
      if (wantsHtml(c))
        return show(c, {
          title: 'That did not work',
          text: known.message.replace(/(?<![.!?…])$/, '.'),
          status: known.status,
        })
      return c.json({ message: known.message, ...known.fields }, known.status)
    }
    if (error instanceof HTTPException && error.status < 500)
      return c.json({ message: error.message }, error.status)
    logAs('failed', 500)
    const reference = c.var.requestId
    const message = 'Something went wrong. Please try again later'
    if (wantsHtml(c)) return show(c, { title: message, text: `Reference: ${reference}`, status: 500 })
    return c.json({ message, reference }, 500)
  }

function databaseErrorOf(error: Error): HttpError | undefined {
  if (error instanceof DatabaseUnavailable) return noDatabase
  return databaseErrors[String((error as { code?: unknown }).code)]
}

/** Replies 404: JSON for calls, a short page for browsers. */
export const answerNotFound =
  (show: ShowError): NotFoundHandler<ShopEnv> =>
  (c) =>
    wantsHtml(c)
      ? show(c, {
          title: 'Not found',
          text: 'There is nothing at this address. The link may be old or mistyped.',
          status: 404,
        })
      : c.json({ message: 'There is no such call' }, 404)

/** Returns whether the request is a browser's navigation, by a link or a form, and not a call of the page. */
export function wantsHtml({ req }: Pick<Context, 'req'>): boolean {
  return !req.path.startsWith('/ajax/') && (req.header('Accept') ?? '').includes('text/html')
}
