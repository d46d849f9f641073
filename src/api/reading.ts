import { isPassing } from './errors.ts'

/**
 * How reading calls are kept and repeated: kept until somebody re-reads them, tried three times at most, and again
 * only where that may help. Being offline is an answer (`Offline`), not a reason to wait without a word.
 */
export const reading = {
  staleTime: Infinity,
  gcTime: Infinity,
  networkMode: 'always',
  retry: (failures: number, error: Error) => failures < 2 && isPassing(error),
  // Jitter, so that all pages do not come back in the same moment after an outage.
  retryDelay: (failures: number) => 500 * 2 ** failures * (1 + Math.random() / 2),
} as const
