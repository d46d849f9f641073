import { Notice } from '#src/ui/notice.tsx'

/** Says that a script does not load, and what is `safe` meanwhile. */
export function Unreachable({ safe }: { safe: 'basket is' | 'tickets are' }) {
  return (
    <Notice tone="warning">
      {`We can't reach the shop. Please check your connection. Your ${safe} safe, and we'll carry on as soon as you're back online.`}
    </Notice>
  )
}
