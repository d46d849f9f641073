const scripts = new Map<string, Promise<void>>()

/**
 * Loads a script into the page once; all callers with the same address share one promise. Rejects if loading fails, and
 * the next call tries again.
 */
export function loadScript(src: string): Promise<void> {
  const known = scripts.get(src)
  if (known) return known
  const loading = new Promise<void>((resolve, reject) => {
    const element = document.createElement('script')
    element.src = src
    element.async = true
    element.addEventListener('load', () => resolve())
    element.addEventListener('error', () => {
      element.remove()
      scripts.delete(src)
      reject(new Error('A script could not be loaded'))
    })
    document.head.append(element)
  })
  scripts.set(src, loading)
  return loading
}
