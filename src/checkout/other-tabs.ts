/** Under this key the tabs of a browser tell each other that the hold has changed. Nothing stays stored. */
const key = 'foyer.hold'

/** Tells the other tabs of this browser that the hold has changed. */
export function tellOtherTabs() {
  try {
    localStorage.setItem(key, String(Date.now()))
    localStorage.removeItem(key)
  } catch {
    // Without storage they learn it when they are shown.
  }
}

/** Listens for another tab that has changed the hold. */
export function onChangeInOtherTab(listener: () => void, signal: AbortSignal) {
  window.addEventListener('storage', (event) => event.key === key && event.newValue && listener(), { signal })
}
