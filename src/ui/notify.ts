import { showPlainNotification } from './plain-notification.ts'
import type * as toasterModule from './toaster.tsx'

let toaster: typeof toasterModule | undefined

/** Fetches the notification area, so that it is there when the network is gone. */
export async function loadToaster() {
  toaster ??= await import('./toaster.tsx')
}

/** Shows `text` until the buyer closes it: at once, and more plainly as long as the notification area is missing. */
export function notify(tone: 'error' | 'success', text: string) {
  if (toaster) {
    toaster.toast[tone](text)
    return
  }
  showPlainNotification(tone, text)
  loadToaster().catch(() => {})
}
