// The three errors of a call. None of them contains request data.

/**
 * The server replied with a status outside 200–299 [MONI-24]. `message` is the text of the reply, '' for none, and `body`
 * the start of the reply. `retryAfter` are the milliseconds after which the server wants to be asked again, 0 if it does
 * not say. A malformed reply is an `InvalidReply`.
 */
export class HttpFailure extends Error {
  override readonly name = 'HttpFailure'
  readonly status: number
  readonly body: string
  readonly retryAfter: number

  constructor(status: number, message: string, body: string, retryAfter = 0) {
    super(message)
    this.status = status
    this.body = body
    this.retryAfter = retryAfter
  }
}

/**
 * The server replied with success but the reply is invalid. `paths` are the names of the invalid fields, never their
 * values. The call may still have had its effect.
 */
export class InvalidReply extends Error {
  override readonly name = 'InvalidReply'
  readonly paths: string[]

  constructor(path: string, paths: string[]) {
    super(`Invalid reply of ${path}: ${paths.join(', ')}`)
    this.paths = paths
  }
}

/**
 * No reply: there is no network, or the connection broke before the reply was complete. The call may still have had its
 * effect.
 */
export class Offline extends Error {
  override readonly name = 'Offline'

  constructor(cause: unknown) {
    super('The server could not be reached', { cause })
  }
}

/**
 * Returns whether the back-end lacks the call. Some reply to unknown calls with a page and a success status, which is an
 * `InvalidReply`.
 */
export function isMissingCall(error: unknown) {
  return error instanceof HttpFailure && [404, 405, 501].includes(error.status)
}

/**
 * Returns the server's error message for the buyer; '' if there is none or the back-end lacks the call, whose "Not found"
 * is for developers.
 */
export function refusalMessage(error: unknown): string {
  return error instanceof HttpFailure && !isMissingCall(error) ? error.message : ''
}

/** Returns whether the server has refused the call, which has had no effect then, as far as the status tells. */
export function isRefusal(error: unknown): error is HttpFailure {
  return error instanceof HttpFailure && error.status < 500
}

/** Returns whether a retry may help: no reply, or a server error. */
export function isPassing(error: unknown) {
  return error instanceof Offline || (error instanceof HttpFailure && error.status >= 500)
}
