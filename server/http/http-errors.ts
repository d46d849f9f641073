import type { ContentfulStatusCode } from 'hono/utils/http-status'

/**
 * An HTTP error reply with a message for the buyer. Throw it inside a transaction to roll back. `fields` are added to
 * the reply beside `message`, such as the `type` for a wrong code [CALL-13]. `retryAfter` are the seconds after which the same
 * request may succeed, told in `Retry-After`.
 */
export class HttpError extends Error {
  override name = 'HttpError'
  readonly status: ContentfulStatusCode
  readonly fields: Record<string, unknown>
  readonly retryAfter: number | undefined

  constructor(
    status: ContentfulStatusCode,
    message: string,
    fields: Record<string, unknown> = {},
    retryAfter?: number,
  ) {
    super(message)
    this.status = status
    this.fields = fields
    this.retryAfter = retryAfter
  }
}
