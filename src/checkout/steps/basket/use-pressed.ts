import { useState } from 'react'

/**
 * Remembers which control started the current change, so that only that one shows a spinner. Resets when the basket can
 * be changed again.
 */
export function usePressed(canChange: boolean) {
  const [pressed, onPress] = useState('')
  if (canChange && pressed) onPress('')
  return [pressed, onPress] as const
}
