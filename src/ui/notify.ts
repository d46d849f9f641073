import { showPlainNotification, type Tone } from './plain-notification.ts'
import type * as toasterModule from './toaster.tsx'

let toaster: typeof toasterModule | undefined

/** Preloads the notification area, so that it works offline. */
export async function loadToaster() {
  toaster ??= await import('./toaster.tsx')
}

/** Shows `text` until the buyer closes it; uses a plain notification until the area has loaded. */
export function notify(tone: Tone, text: string) {
  if (toaster) {
    toaster.show[tone](text)
    return
  }
  showPlainNotification(tone, text)
  loadToaster().catch(() => {})
}
