let region: HTMLElement | null = null

const SPOKEN_FOR = 5_000

/** The page's one polite live region: mount it once, at start, so that it is there before anything is said. */
export function Announcer() {
  return <div className="visually-hidden" role="status" aria-live="polite" ref={setRegion} />
}

function setRegion(element: HTMLElement | null) {
  region = element
  return () => {
    region = null
  }
}

/** Has `text` read out without moving the focus. A repeated text is read again; an empty one is not. */
export function announce(text: string) {
  if (!region || !text.trim()) return
  const line = document.createElement('p')
  line.textContent = text
  region.append(line)
  // Removed later, so that two texts of one moment are both read and nothing is found by browsing.
  setTimeout(() => line.remove(), SPOKEN_FOR)
}

/** A ref that announces the element's text when it appears. */
export function announceContent(element: HTMLElement | null) {
  if (element) announce(element.textContent)
}
