import { HttpError } from '#server/http/http-errors.ts'
import { describeError, type Log } from '#server/log.ts'
import { Unreachable } from '#server/providers/payment-provider.ts'

/** The buyer gets a reply within 10 seconds, whatever the provider does; the rest is for the shop's own work. */
const replyAfterMs = 8_000

/** Tells work that goes on after the reply that it must not start anything new for the buyer. */
export interface Deadline {
  isOver: boolean
}

/**
 * Returns the result of the work. Work that takes too long goes on alone, and `late` gives the reply: by default that the
 * provider does not respond. Throws `HttpError` 503 for `Unreachable`.
 */
export function inTime<T>(
  { log }: { log: Log },
  work: (deadline: Deadline) => Promise<T>,
  late: () => Promise<T> = () => Promise.reject(new Unreachable('The provider did not answer in time')),
): Promise<T> {
  return unreachableAs503(async () => {
    const deadline: Deadline = { isOver: false }
    const isOver = Promise.withResolvers<void>()
    const timer = setTimeout(isOver.resolve, replyAfterMs)
    const working = work(deadline)
    const lateReply = isOver.promise.then(() => {
      deadline.isOver = true
      working.catch((error: unknown) => {
        const isExpected = error instanceof Unreachable || error instanceof HttpError
        if (!isExpected) log({ event: 'failed', kind: 'after the reply', ...describeError(error) })
      })
      return late()
    })
    try {
      return await Promise.race([working, lateReply])
    } finally {
      clearTimeout(timer)
    }
  })
}

/** Throws `Unreachable` after the deadline. */
export function throwIfOver({ isOver }: Deadline): void {
  if (isOver) throw new Unreachable('The buyer already has a reply')
}

/** Does work that can wait if the provider does not answer: the sweep does it later. */
export async function ignoreUnreachable(work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    if (!(error instanceof Unreachable)) throw error
  }
}

/** Turns `Unreachable` into an `HttpError` 503. */
export async function unreachableAs503<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call()
  } catch (error) {
    if (error instanceof Unreachable)
      throw new HttpError(503, 'The payment provider is not responding. Please try again in a moment')
    throw error
  }
}
