import { copyText } from '#src/lib/copy-text.ts'
import { notify } from '#src/ui/notify.ts'

/** Where the participants of a sale read and accept the activity terms [WAIV-03]. */
export function waiverLink(saleReference: string, host: string = location.origin): string {
  return `${host}/activity-terms-and-conditions/${encodeURIComponent(saleReference)}/`
}

/** Copies the link and says so in a notification [WAIV-07]. */
export async function copyLink(link: string): Promise<void> {
  if (await copyText(link)) notify('success', 'Link copied')
  else notify('error', 'Your browser did not copy the link. Please select it and copy it by hand.')
}

/** Shares the link by the browser's own means; where it has none the link is copied [OPEN-86]. */
export async function shareLink(link: string): Promise<void> {
  if (!('share' in navigator)) return copyLink(link)
  try {
    await navigator.share({ title: 'Activity Terms and Conditions', url: link })
  } catch (error) {
    // The buyer closed the browser's dialog: that is no failure.
    if (!(error instanceof DOMException && error.name === 'AbortError')) await copyLink(link)
  }
}
