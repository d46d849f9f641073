/** This long, in milliseconds, the title gives the focus on to what comes in place of what had it. */
const LOAN = 10_000

/**
 * Gives the title the focus whenever what had it has gone from the page and nothing has taken it instead, so that nobody who uses a
 * keyboard or a screen reader begins at the top again. What comes soon in place of what has gone can still take it, by
 * `takeLostFocus`; later the buyer may be reading. A buyer who has pressed beside all controls keeps no focus. Call it once.
 */
export function keepFocus() {
  let focused: EventTarget | null = document.activeElement
  let loan: ReturnType<typeof setTimeout> | undefined
  document.addEventListener('focusin', ({ target }) => {
    focused = target
  })
  document.addEventListener('focusout', ({ target }) => {
    // Chromium tells of an element that is about to be removed, too.
    queueMicrotask(() => {
      if (target === focused && target instanceof Node && target.isConnected) focused = null
    })
  })
  const look = () => {
    if (!(focused instanceof Node) || focused.isConnected || document.activeElement !== document.body) return
    focused = null
    const title = document.querySelector('h1')
    title?.focus({ preventScroll: true })
    title?.toggleAttribute('data-lent', true)
    const end = () => title?.removeAttribute('data-lent')
    title?.addEventListener('blur', end, { once: true })
    clearTimeout(loan)
    loan = setTimeout(end, LOAN)
  }
  new MutationObserver(look).observe(document.body, { childList: true, subtree: true })
}
