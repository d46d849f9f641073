/**
 * Ref callback for the control of a list item, such as one that a background refresh may remove. If it is removed while it
 * has the focus, focuses the control of the next item, or of the one before, or else the list, which needs a tab index. Items
 * without a control, such as headings, are passed over.
 */
export const passFocusOn = (control: HTMLElement | null) => () => {
  if (!control || document.activeElement !== control) return
  const item = control.closest('li')
  const next = buttonFrom(item, 'nextElementSibling') ?? buttonFrom(item, 'previousElementSibling')
  ;(next ?? control.closest('ul'))?.focus()
}

function buttonFrom(
  item: Element | null,
  direction: 'nextElementSibling' | 'previousElementSibling',
): HTMLElement | null {
  const neighbour = item?.[direction] ?? null
  return neighbour && (neighbour.querySelector('button') ?? buttonFrom(neighbour, direction))
}
