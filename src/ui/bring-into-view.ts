/** Ref callback for what has just appeared: scrolls no further than it takes to see it. */
export function bringIntoView(element: HTMLElement | null) {
  element?.scrollIntoView({ block: 'nearest' })
}
