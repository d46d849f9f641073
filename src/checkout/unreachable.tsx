import { Notice } from '#src/ui/notice.tsx'
import { useIsOnline } from './use-is-online.ts'

/** Says that a script does not load, and what is `safe` meanwhile. Online, it may be gone since the shop was updated [F27]. */
export function Unreachable({ safe }: { safe: 'basket is' | 'tickets are' }) {
  return (
    <Notice tone="warning">
      {useIsOnline()
        ? `A part of this page could not be loaded, perhaps because the shop has been updated. Your ${safe} safe, and we'll keep trying.`
        : `We can't reach the shop. Please check your connection. Your ${safe} safe, and we'll carry on as soon as you're back online.`}
    </Notice>
  )
}
