const CONTROLS = 'input, select, textarea, button'

/**
 * A ref for what takes the place of a control that was just used: it gives the focus to the element, or to the first
 * control inside it, if what had the focus has gone from the page or from sight. It never pulls the focus away from
 * where it is.
 */
export function takeLostFocus(element: HTMLElement | null) {
  const focused = document.activeElement
  if (!element || (focused && focused !== document.body && focused.checkVisibility())) return
  const control = element.matches(CONTROLS) ? element : element.querySelector<HTMLElement>(CONTROLS)
  ;(control ?? element).focus()
}
