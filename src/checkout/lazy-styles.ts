let styles: Promise<void> | undefined

/**
 * Loads the styles of all lazy components, which the page names unless it holds them; once, or again after a failure. The
 * first screen's are in the page.
 */
export function loadLazyStyles(): Promise<void> {
  styles ??= load().catch((error: unknown) => {
    styles = undefined
    throw error
  })
  return styles
}

async function load() {
  const href = globalThis.document?.querySelector<HTMLMetaElement>('meta[name="styles"]')?.content
  if (!href) return
  const link = Object.assign(document.createElement('link'), { rel: 'stylesheet', href })
  await new Promise((resolve, reject) => {
    link.onload = resolve
    link.onerror = () => {
      link.remove()
      reject(new Error('the styles cannot be loaded'))
    }
    document.head.append(link)
  })
}
