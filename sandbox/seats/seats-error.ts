import { randomUUID } from 'node:crypto'

/** An error reply of seats.io. */
export class SeatsError extends Error {
  readonly status: 400 | 401 | 404
  readonly code: string
  constructor(status: 400 | 401 | 404, code: string, message: string) {
    super(message)
    this.status = status
    this.code = code
  }

  /** The body in seats.io's shape. */
  toJSON() {
    const { status, code, message } = this
    return {
      status,
      messages: [message],
      errors: [{ code, message, data: {} }],
      warnings: [],
      requestId: randomUUID(),
    }
  }
}

export const invalid = (message: string) => new SeatsError(400, 'GENERAL_ERROR', message)
