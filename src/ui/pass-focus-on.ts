/**
 * Ref callback for the control of a list item, such as one that a background refresh may remove. If it is removed while it
 * has the focus, focuses the control of the next item, or of the one before, or else the list, which needs a tab index.
 */
export const passFocusOn = (control: HTMLElement | null) => () => {
  if (!control || document.activeElement !== control) return
  const item = control.closest('li')
  const neighbour = item?.nextElementSibling ?? item?.previousElementSibling
  const next = neighbour?.querySelector<HTMLElement>('button') ?? control.closest('ul')
  next?.focus()
}
