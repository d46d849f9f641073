import { randomUUID } from 'node:crypto'

import type { Context, ErrorHandler, NotFoundHandler } from 'hono'
import { html } from 'hono/html'
import { HTTPException } from 'hono/http-exception'
import type { ContentfulStatusCode } from 'hono/utils/http-status'

import { describeError } from '#server/log.ts'
import { assets } from '#server/pages/assets.ts'

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

/** A refusal as `{ message, … }`; anything unforeseen as 500 with a reference to find it in the log, never a stack. */
export const answerError: ErrorHandler<ShopEnv> = (error, c) => {
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
export const answerNotFound: NotFoundHandler<ShopEnv> = (c) =>
  isForPerson(c)
    ? c.html(page('Not found', 'There is nothing at this address.'), 404)
    : c.json({ message: 'There is no such call' }, 404)

/** Whether a browser asks for a page, following a link or sending a form; the app's own calls ask for data. */
export function isForPerson(c: Context<ShopEnv>): boolean {
  return !c.req.path.startsWith('/ajax/') && (c.req.header('Accept') ?? '').includes('text/html')
}

function page(title: string, text: string) {
  return html`<!doctype html>
    <html lang="en-GB">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title} – Foyer</title>
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <link rel="stylesheet" href="${assets.style.path}" />
      </head>
      <body>
        <main class="page" data-width="text">
          <h1>${title}</h1>
          <p class="lead">${text}</p>
          <p class="actions">
            <a class="button" data-look="primary" href="/all-events/">All events</a>
            <a class="button" data-look="secondary" href="/checkout/">Your basket</a>
          </p>
        </main>
      </body>
    </html>`
}
