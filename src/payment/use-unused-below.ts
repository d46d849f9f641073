import { useEffect, useState, type RefObject } from 'react'

/**
 * Returns true once, after `isWaiting` has become true, nothing of the form below the element has the focus: then
 * something can appear there without moving what the buyer is using.
 */
export function useUnusedBelow(element: RefObject<HTMLElement | null>, isWaiting: boolean): boolean {
  const [hasBeenUnused, setHasBeenUnused] = useState(false)

  useEffect(() => {
    if (!isWaiting || hasBeenUnused) return
    const look = () => {
      if (element.current && !isUsedBelow(element.current)) setHasBeenUnused(true)
    }
    document.addEventListener('focusin', look)
    look()
    return () => document.removeEventListener('focusin', look)
  }, [element, isWaiting, hasBeenUnused])

  return hasBeenUnused
}

function isUsedBelow(element: HTMLElement): boolean {
  const focused = document.activeElement
  if (!focused || !element.closest('form')?.contains(focused)) return false
  return element.compareDocumentPosition(focused) === Node.DOCUMENT_POSITION_FOLLOWING
}
