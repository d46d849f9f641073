const CONTROLS = 'input, select, textarea, button'

/**
 * Ref callback for an element that replaces a control which was just used. If the focused element was removed or hidden,
 * focuses the first control of the new element, or the element itself. Otherwise the focus does not move.
 */
export function takeLostFocus(element: HTMLElement | null) {
  const focused = document.activeElement
  if (!element || (focused && focused !== document.body && focused.checkVisibility())) return
  const control = element.matches(CONTROLS) ? element : element.querySelector<HTMLElement>(CONTROLS)
  ;(control ?? element).focus()
}
