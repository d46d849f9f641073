import { useEffect, useState, type RefObject } from 'react'

const signals = ['focusin', 'pointerover'] as const

/**
 * Returns true once, after `isWaiting` has become true, the buyer neither points at nor has focused anything of the form
 * below the element: then something can appear there without moving what is about to be pressed.
 */
export function useUnusedBelow(element: RefObject<HTMLElement | null>, isWaiting: boolean): boolean {
  const [hasBeenUnused, setHasBeenUnused] = useState(false)

  useEffect(() => {
    if (!isWaiting || hasBeenUnused) return
    const look = () => {
      if (element.current && !isUsedBelow(element.current)) setHasBeenUnused(true)
    }
    signals.forEach((signal) => document.addEventListener(signal, look))
    look()
    return () => signals.forEach((signal) => document.removeEventListener(signal, look))
  }, [element, isWaiting, hasBeenUnused])

  return hasBeenUnused
}

function isUsedBelow(element: HTMLElement): boolean {
  const form = element.closest('form')
  return [document.activeElement, form?.querySelector(':hover')].some(
    (used) =>
      used &&
      form?.contains(used) &&
      element.compareDocumentPosition(used) === Node.DOCUMENT_POSITION_FOLLOWING,
  )
}
