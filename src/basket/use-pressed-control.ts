import { useState } from 'react'

/**
 * Stores the id of the control that started the pending change, so that only this one shows a spinner. Resets to '' when
 * the basket can be changed again.
 */
export function usePressedControl(canChange: boolean) {
  const [pressed, onPress] = useState('')
  if (canChange && pressed) onPress('')
  return [pressed, onPress] as const
}
