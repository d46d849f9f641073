import { useLayoutEffect, useState, type RefObject } from 'react'

/**
 * Returns whether the buyer uses, or aims at, something of the form below the element: it has the focus, a press on it has not ended,
 * or the mouse has been moved to it. What appears above it then would move it. A mouse that rests where the last step was left aims at
 * nothing.
 */
export function useIsUsedBelow(element: RefObject<HTMLElement | null>): boolean {
  const [isUsed, setIsUsed] = useState(false)

  useLayoutEffect(() => {
    const form = element.current?.closest('form')
    if (!form) return
    let pressed: Element | null = null
    let hasMoved = false

    const isBelow = (used: Element | null) =>
      used !== null &&
      form.contains(used) &&
      element.current !== null &&
      element.current.compareDocumentPosition(used) === Node.DOCUMENT_POSITION_FOLLOWING
    const look = () => {
      const pointedAt = hasMoved && hovers() ? form.querySelectorAll(':hover') : []
      setIsUsed(isBelow(pressed) || isBelow(document.activeElement) || [...pointedAt].some(isBelow))
    }
    const press = ({ target }: Event) => {
      pressed = target as Element
      look()
    }
    const release = () => {
      pressed = null
      look()
    }
    const move = ({ target, movementX, movementY }: PointerEvent) => {
      // Browsers also send one if something moves below the pointer.
      if (hasMoved || (!movementX && !movementY) || !form.contains(target as Element)) return
      hasMoved = true
      look()
    }

    const listening = new AbortController()
    const options = { signal: listening.signal }
    document.addEventListener('pointerdown', press, options)
    // On touch screens, the press lands where the finger was only now.
    for (const end of ['click', 'pointercancel'] as const) document.addEventListener(end, release, options)
    document.addEventListener('pointermove', move, options)
    for (const change of ['pointerover', 'focusin', 'focusout'] as const)
      document.addEventListener(change, look, options)
    look()
    return () => listening.abort()
  }, [element])

  return isUsed
}

/** Whether there is a mouse: touch screens keep `:hover` on what was tapped last. */
const hovers = () => matchMedia('(hover: hover)').matches
