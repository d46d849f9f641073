/**
 * Ref callback for a control, or what is around it, that disappears once it is pressed and that nothing takes the place of:
 * if it has the focus then, the title gets it.
 */
export const leaveFocus = (element: HTMLElement | null) => () => {
  if (element?.contains(document.activeElement)) document.querySelector('h1')?.focus({ preventScroll: true })
}
