import { copyText } from '#src/lib/copy-text.ts'
import { notify } from '#src/ui/notify.ts'

/** Copies the link and shows a notification [WAIV-07]; returns false if the browser does not allow it. */
export async function copyLink(link: string): Promise<boolean> {
  const isCopied = await copyText(link)
  if (isCopied) notify('success', 'Link copied')
  return isCopied
}

/** Shares the link with the Web Share API, or copies it if that is missing [OPEN-86]; returns false if neither is allowed. */
export async function shareLink(link: string): Promise<boolean> {
  if (!('share' in navigator)) return copyLink(link)
  try {
    await navigator.share({ title: 'Activity Terms and Conditions', url: link })
  } catch (error) {
    // The buyer has closed the share dialog, which is not a failure.
    if (!(error instanceof DOMException && error.name === 'AbortError')) return copyLink(link)
  }
  return true
}
