/** Tries of a statement or transaction that others have made fail. */
const maxTries = 3

/** Tries that found an outdated plan: each means that a table was changed, and all plans are renewed after the first. */
const maxOutdated = 10

const serializationFailure = '40001'
const deadlockDetected = '40P01'

/**
 * Returns a function that says after each failure of a statement or transaction whether to repeat it: because of a deadlock or a
 * serialisation failure twice, and because of outdated plans besides, since a migration may cause both.
 */
export function countTries(): (error: unknown) => boolean {
  let tries = 0
  let outdated = 0
  return (error) => {
    if (isPlanOutdated(error)) return ++outdated < maxOutdated
    const { code = '' } = error as { code?: string }
    return [serializationFailure, deadlockDetected].includes(code) && ++tries < maxTries
  }
}

/** Returns whether a statement failed only because another process has changed a table since it was prepared. */
export function isPlanOutdated(error: unknown): boolean {
  const { code, message } = error as { code?: string; message?: string }
  return code === '0A000' && message === 'cached plan must not change result type'
}
