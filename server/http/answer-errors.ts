import type { Context, ErrorHandler, NotFoundHandler } from 'hono'
import { HTTPException } from 'hono/http-exception'
import type { HtmlEscapedString } from 'hono/utils/html'

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

/** Renders an error page with a title and a sentence. */
type ErrorPage = (title: string, text: string) => HtmlEscapedString | Promise<HtmlEscapedString>

/**
 * Replies to an `HttpError` with `{ message, … }`, to a database that is busy or unavailable with 503 and `Retry-After`, and
 * to any other error with 500 and a reference to the log entry. Logs what is the shop's or a provider's failure.
 */
export const answerError =
  (page: ErrorPage): ErrorHandler<ShopEnv> =>
  (error, c) => {
    c.header('Cache-Control', 'no-store')
    const known = error instanceof HttpError ? error : databaseErrorOf(error)
    const logAs = (event: string, status: number) =>
      c.var.log({ event, method: c.req.method, path: routePattern(c), status, ...describeError(error) })
    if (known) {
      if (known.status >= 500) logAs('unavailable', known.status)
      if (known !== error && known.status === 503) c.header('Retry-After', retryAfter)
      if (known.retryAfter) c.header('Retry-After', String(known.retryAfter))
      if (wantsHtml(c)) return c.html(page('That did not work', known.message), known.status)
      return c.json({ message: known.message, ...known.fields }, known.status)
    }
    if (error instanceof HTTPException && error.status < 500)
      return c.json({ message: error.message }, error.status)
    logAs('failed', 500)
    const reference = c.var.requestId
    const message = 'Something went wrong. Please try again later'
    if (wantsHtml(c)) return c.html(page(message, `Reference: ${reference}`), 500)
    return c.json({ message, reference }, 500)
  }

function databaseErrorOf(error: Error): HttpError | undefined {
  if (error instanceof DatabaseUnavailable) return noDatabase
  return databaseErrors[String((error as { code?: unknown }).code)]
}

/** Replies 404: JSON for calls, a short page for browsers. */
export const answerNotFound =
  (page: ErrorPage): NotFoundHandler<ShopEnv> =>
  (c) =>
    wantsHtml(c)
      ? c.html(page('Not found', 'There is nothing at this address.'), 404)
      : c.json({ message: 'There is no such call' }, 404)

/** Returns whether the request is a browser's navigation, by a link or a form, and not a call of the page. */
export function wantsHtml({ req }: Pick<Context, 'req'>): boolean {
  return !req.path.startsWith('/ajax/') && (req.header('Accept') ?? '').includes('text/html')
}
