let region: HTMLElement | null = null

const SPOKEN_FOR = 5_000

/**
 * The polite live region of the page. Mount it once, at the start: screen readers ignore text in a new region. Without
 * `aria-atomic` they would read all lines of a status again with each new one.
 */
export function Announcer() {
  return (
    <div className="visually-hidden" role="status" aria-live="polite" aria-atomic={false} ref={setRegion} />
  )
}

function setRegion(element: HTMLElement | null) {
  region = element
  return () => {
    region = null
  }
}

/** Announces `text` to screen readers without moving the focus. Repeated text is announced again, blank text never. */
export function announce(text: string) {
  if (!region || !text.trim()) return
  const line = document.createElement('p')
  line.textContent = text
  region.append(line)
  // Removed after a delay, so that simultaneous texts are all announced and none is found later when browsing the page.
  setTimeout(() => line.remove(), SPOKEN_FOR)
}

/** Ref callback that announces the element's text when it appears. */
export function announceContent(element: HTMLElement | null) {
  if (element) announce(element.innerText.replace(/\s+/g, ' '))
}
