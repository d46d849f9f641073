import { Notice } from '#src/ui/notice.tsx'

/** What went wrong with the payment, in one place; brought into view, because Pay stands further down [PAYM-11, PAYM-48]. */
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
