import { Notice } from '#src/ui/notice.tsx'

/** Payment error, scrolled into view because the Pay button is further down [PAYM-11, PAYM-48]. */
export function PaymentProblem({ message }: { message: string }) {
  return (
    <div ref={bringIntoView} key={message}>
      <Notice tone="error">{message}</Notice>
    </div>
  )
}

function bringIntoView(element: HTMLElement | null) {
  element?.scrollIntoView({ block: 'nearest' })
}
