import { isPassing } from './errors.ts'

/**
 * Query options for reads: cached until reloaded, at most three attempts, and retried only if that may help. Being
 * offline fails with `Offline` instead of pausing silently.
 */
export const reading = {
  staleTime: Infinity,
  networkMode: 'always',
  retry: (failures: number, error: Error) => failures < 2 && isPassing(error),
  // Jitter, so that pages do not retry all at once after an outage.
  retryDelay: (failures: number) => 500 * 2 ** failures * (1 + Math.random() / 2),
} as const
