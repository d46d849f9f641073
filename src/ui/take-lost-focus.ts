const CONTROLS = 'input, select, textarea, button'

/**
 * Ref callback for an element that replaces a control which was just used. If the focused element was removed, hidden or made inert,
 * or the title has its focus meanwhile (keep-focus.ts), focuses the first control of the new element, or the element itself. Otherwise
 * the focus does not move.
 */
export function takeLostFocus(element: HTMLElement | null) {
  const focused = document.activeElement
  // What is inert loses the focus a moment later.
  const isLost =
    !focused ||
    focused === document.body ||
    !focused.checkVisibility() ||
    focused.closest('[inert], [data-lent]')
  if (!element || !isLost) return
  const control = element.matches(CONTROLS) ? element : element.querySelector<HTMLElement>(CONTROLS)
  ;(control ?? element).focus()
}
