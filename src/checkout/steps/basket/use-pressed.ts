import { useState } from 'react'

/**
 * Which control started the change that is under way, so that it is the one that turns. Forgotten as soon as the
 * basket can be changed again.
 */
export function usePressed(canChange: boolean) {
  const [pressed, onPress] = useState('')
  if (canChange && pressed) onPress('')
  return [pressed, onPress] as const
}
