import { useQuery } from '@tanstack/react-query'
import { useCallback } from 'react'
import { squareCredentialsQuery } from '#src/payment/calls.ts'
import { mountSquareCard } from './square-card.ts'
import { CardSafety } from '#src/payment/card/card-safety.tsx'
import { tellCardChange, type PaymentProps } from '#src/payment/payment-chart.ts'
import styles from './square-form.module.css'
import { isSimulated, SandboxNote } from '#src/payment/card/sandbox-note.tsx'

/** Square's card form, whose script the chart has loaded before this renders [PAYM-57]. Square checks what is typed. */
export function SquareForm({ chart }: PaymentProps) {
  const { data: credentials } = useQuery({ ...squareCredentialsQuery, enabled: false })
  const mount = useCallback(
    (element: HTMLElement | null) =>
      element && credentials
        ? mountSquareCard(element, credentials, {
            onChange: () => tellCardChange(chart),
            onFail: () => chart.send({ type: 'form.fail' }),
          })
        : undefined,
    [chart, credentials],
  )
  return (
    <div role="group" aria-label="Card details">
      <div className={styles.frame} ref={mount} />
      <CardSafety provider="Square" />
      <SandboxNote isSimulated={isSimulated(credentials?.checkout_js)} />
    </div>
  )
}
