import { replayCookie } from '#src/lib/site-config.ts'

/** Whether the buyer allows recordings of the page now, or the shop needs no consent for them [L9]. */
export function isReplayAllowed(): boolean {
  return replayCookie === 'none' || document.cookie.split(/;\s*/).includes(replayCookie)
}
