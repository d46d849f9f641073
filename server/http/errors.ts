import { randomUUID } from 'node:crypto'

import type { ErrorHandler, NotFoundHandler } from 'hono'
import { HTTPException } from 'hono/http-exception'
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

/** A refusal as `{ message, … }`; anything unforeseen as 500 with a reference to find it in the log, never a stack. */
export const answerError: ErrorHandler<ShopEnv> = (error, c) => {
  c.header('Cache-Control', 'no-store')
  if (error instanceof Refusal) return c.json({ message: error.message, ...error.fields }, error.status)
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
  return c.json({ message: 'Something went wrong. Please try again later', reference }, 500)
}

/** Unknown addresses: JSON for calls, a short page for people. */
export const answerNotFound: NotFoundHandler<ShopEnv> = (c) =>
  c.req.path.startsWith('/ajax/')
    ? c.json({ message: 'There is no such call' }, 404)
    : c.html(
        '<!doctype html><html lang="en"><title>Not found</title><h1>Not found</h1><p><a href="/">All events</a></p>',
        404,
      )
