import { useLayoutEffect, useState, type RefObject } from 'react'

/** After each of these, something else may be in use. */
const changes = ['focusin', 'pointerover', 'pointerup', 'pointercancel'] as const

/**
 * Returns true once, after `isWaiting` has become true, nothing of the form below the element has the focus or the pointer:
 * then something can appear there without moving what the buyer is using. Before the browser draws, so that no press falls
 * between the look and what appears.
 */
export function useUnusedBelow(element: RefObject<HTMLElement | null>, isWaiting: boolean): boolean {
  const [hasBeenUnused, setHasBeenUnused] = useState(false)

  useLayoutEffect(() => {
    if (!isWaiting || hasBeenUnused) return
    const look = () => {
      if (element.current && !isUsedBelow(element.current)) setHasBeenUnused(true)
    }
    const listening = new AbortController()
    for (const change of changes) document.addEventListener(change, look, { signal: listening.signal })
    look()
    return () => listening.abort()
  }, [element, isWaiting, hasBeenUnused])

  return hasBeenUnused
}

/** What a mouse points at, with which buyers aim; touch screens keep it on what was tapped last. */
const aimedAt = 'button:hover, a:hover, input:hover, label:hover, summary:hover, iframe:hover'

function isUsedBelow(element: HTMLElement): boolean {
  const form = element.closest('form')
  const used = matchMedia('(hover: hover)').matches ? `:focus, :active, ${aimedAt}` : ':focus, :active'
  return [...(form?.querySelectorAll(used) ?? [])].some(
    (one) => element.compareDocumentPosition(one) === Node.DOCUMENT_POSITION_FOLLOWING,
  )
}
