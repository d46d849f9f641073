import { Notice } from '#src/ui/notice.tsx'

/** Notice that the organiser has no payment provider [PAYM-52, PAYM-53]. */
export function PaymentUnavailable({ organiser }: { organiser: string }) {
  return (
    <Notice tone="warning">
      {`We currently are unable to take payments for this basket as the payment integration has not yet been configured by ${organiser}.`}
    </Notice>
  )
}
