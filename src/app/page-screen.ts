import type { ReactNode } from 'react'

/** One of the two screens of the page with its chart, which has not started yet. */
export interface PageScreen {
  content: ReactNode
  start: () => void
  /** Stores the replies that came with the page, and `readAt`, the time of `performance.now()` at which the shop sent them. */
  store: (replies: object) => void
  /** Resolves to whether the chart comes to where the screen was drawn, by the data of the drawn element; rejects after `timeout` milliseconds. */
  comeTo: (drawn: DOMStringMap, timeout: number) => Promise<boolean>
}
