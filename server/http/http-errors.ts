import type { ContentfulStatusCode } from 'hono/utils/http-status'

/**
 * An HTTP error reply with a message for the buyer. Throw it inside a transaction to roll back. `fields` are added to
 * the reply beside `message`, such as the `type` for a wrong code [CALL-13].
 */
export class HttpError extends Error {
  override name = 'HttpError'
  readonly status: ContentfulStatusCode
  readonly fields: Record<string, unknown>

  constructor(status: ContentfulStatusCode, message: string, fields: Record<string, unknown> = {}) {
    super(message)
    this.status = status
    this.fields = fields
  }
}
