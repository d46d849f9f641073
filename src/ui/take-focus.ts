/** Ref callback that focuses an element once it has the ref. */
export function takeFocus(element: HTMLElement | null) {
  element?.focus()
}
