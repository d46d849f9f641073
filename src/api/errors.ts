// The three ways in which a call can fail; `src/api` throws nothing else. None of them carries what was sent.

/**
 * The server answered with a status outside 200–299 [MONI-24]. `message` is the reply's own text, '' when it gave
 * none, and `body` the start of the reply. Not for replies that are merely misshapen: those are `InvalidReply`.
 */
export class HttpFailure extends Error {
  override readonly name = 'HttpFailure'
  readonly status: number
  readonly body: string

  constructor(status: number, message: string, body: string) {
    super(message)
    this.status = status
    this.body = body
  }
}

/**
 * The server answered with success, but not with what the call promises. `paths` name the fields that do not
 * fit, never their values. Not a failure of the call: its effect may well have happened.
 */
export class InvalidReply extends Error {
  override readonly name = 'InvalidReply'
  readonly paths: string[]

  constructor(path: string, paths: string[]) {
    super(`The reply of ${path} does not fit: ${paths.join(', ')}`)
    this.paths = paths
  }
}

/**
 * No answer came: no network, or the connection broke before the reply was whole. Not a refusal, and no proof
 * that the call had no effect.
 */
export class Offline extends Error {
  override readonly name = 'Offline'

  constructor(cause: unknown) {
    super('The server could not be reached', { cause })
  }
}

/**
 * Whether the back-end does not have the call. Some answer an unknown call with a page and a status of success, which
 * is an `InvalidReply`.
 */
export function isMissingCall(error: unknown) {
  return error instanceof HttpFailure && [404, 405, 501].includes(error.status)
}

/**
 * What the server says to the buyer in refusing a call; '' when it says nothing, or does not know the call: its "Not
 * found" is for developers.
 */
export function refusalMessage(error: unknown): string {
  return error instanceof HttpFailure && !isMissingCall(error) ? error.message : ''
}

/** Whether asking once more may help: no answer, or a server in trouble. */
export function isPassing(error: unknown) {
  return error instanceof Offline || (error instanceof HttpFailure && error.status >= 500)
}
