import { randomUUID } from 'node:crypto'

import type { Context, ErrorHandler, NotFoundHandler } from 'hono'
import { HTTPException } from 'hono/http-exception'
import type { HtmlEscapedString } from 'hono/utils/html'
import type { ContentfulStatusCode } from 'hono/utils/http-status'

import { describeError } from '#server/log.ts'

import type { ShopEnv } from './env.ts'

/**
 * The shop says no, in words for the buyer; nothing was changed (throw it inside a transaction to roll back).
 * `fields` join the reply beside `message`, such as the `type` of a refused code [CALL-13].
 */
export class Refusal extends Error {
  override name = 'Refusal'
  readonly status: ContentfulStatusCode
  readonly fields: Record<string, unknown>

  constructor(status: ContentfulStatusCode, message: string, fields: Record<string, unknown> = {}) {
    super(message)
    this.status = status
    this.fields = fields
  }
}

/** What PostgreSQL's codes mean to a visitor: it waited too long for a row, or an address holds a NUL. */
const refusals: Partial<Record<string, Refusal>> = {
  '55P03': new Refusal(503, 'The shop is very busy just now. Please try again'),
  '22021': new Refusal(400, 'The address is malformed'),
}

/** Draws a page for a person: a title and a sentence. */
type ErrorPage = (title: string, text: string) => HtmlEscapedString | Promise<HtmlEscapedString>

/** A refusal as `{ message, … }`; anything unforeseen as 500 with a reference to find it in the log, never a stack. */
export const answerError =
  (page: ErrorPage): ErrorHandler<ShopEnv> =>
  (error, c) => {
    c.header('Cache-Control', 'no-store')
    const refusal = error instanceof Refusal ? error : refusals[String((error as { code?: unknown }).code)]
    if (refusal) {
      if (isForPerson(c)) return c.html(page('That did not work', refusal.message), refusal.status)
      return c.json({ message: refusal.message, ...refusal.fields }, refusal.status)
    }
    if (error instanceof HTTPException && error.status < 500)
      return c.json({ message: error.message }, error.status)
    const reference = randomUUID()
    c.var.log({
      event: 'failed',
      method: c.req.method,
      path: c.req.routePath,
      reference,
      ...describeError(error),
    })
    const message = 'Something went wrong. Please try again later'
    if (isForPerson(c)) return c.html(page(message, `Reference: ${reference}`), 500)
    return c.json({ message, reference }, 500)
  }

/** Unknown addresses: data for calls, a short page for people. */
export const answerNotFound =
  (page: ErrorPage): NotFoundHandler<ShopEnv> =>
  (c) =>
    isForPerson(c)
      ? c.html(page('Not found', 'There is nothing at this address.'), 404)
      : c.json({ message: 'There is no such call' }, 404)

/** Whether a browser asks for a page, following a link or sending a form; the app's own calls ask for data. */
export function isForPerson(c: Context<ShopEnv>): boolean {
  return !c.req.path.startsWith('/ajax/') && (c.req.header('Accept') ?? '').includes('text/html')
}
