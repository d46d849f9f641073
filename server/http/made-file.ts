import type { Context } from 'hono'

import { TooMuchWork, type Work } from '#server/threads/thread-pool.ts'

import type { ShopEnv } from './env.ts'
import { HttpError } from './http-errors.ts'

/** When to try again, in seconds: a large file takes about one. */
const retryAfter = '5'

/** Has a thread make a file for the visitor. Throws `HttpError` 429 if theirs wait already, 503 if too many do, and `WorkFailed`. */
export async function madeFile(c: Context<ShopEnv>, work: Work): Promise<Buffer<ArrayBuffer>> {
  const { files, session } = c.var
  try {
    return await files.make(session.userId ?? session.id, work)
  } catch (error) {
    if (!(error instanceof TooMuchWork)) throw error
    c.header('Retry-After', retryAfter)
    throw error.isOfVisitor
      ? new HttpError(429, 'Your other files are still being made. Please try again in a few seconds')
      : new HttpError(503, 'Many files are being made at the moment. Please try again in a few seconds')
  }
}
