import { HttpFailure, isPassing } from './errors.ts'

/** The longest pause that a buyer is made to wait for, in milliseconds. */
const LONGEST_PAUSE = 10_000

/**
 * Query options for reads: cached until reloaded, at most three attempts, and retried only if that may help, not before
 * the server wants to be asked again. If that is later than `LONGEST_PAUSE`, the read fails at once. Being offline fails with
 * `Offline` instead of pausing silently.
 */
export const reading = {
  staleTime: Infinity,
  networkMode: 'always',
  retry: (failures: number, error: Error) =>
    failures < 2 && (isPassing(error) || isRateLimit(error)) && retryAfter(error) <= LONGEST_PAUSE,
  // Jitter, so that pages do not retry all at once after an outage.
  retryDelay: (failures: number, error: Error) => {
    const usual = 500 * 2 ** failures
    return Math.max(usual, retryAfter(error)) + (usual * Math.random()) / 2
  },
} as const

const isRateLimit = (error: Error) => error instanceof HttpFailure && error.status === 429

const retryAfter = (error: Error) => (error instanceof HttpFailure ? error.retryAfter : 0)
