import { useQuery } from '@tanstack/react-query'
import { useCallback } from 'react'
import { squareCredentialsQuery } from '#src/api/payment-calls.ts'
import { mountSquareCard } from '#src/lib/square-card.ts'
import { CardSafety } from './card-safety.tsx'
import type { PaymentProps } from './payment-chart.ts'
import { SandboxNote } from './sandbox-note.tsx'

/** Square's card form, whose script the chart has loaded before this renders [PAYM-57]. Square checks what is typed. */
export function SquareForm({ chart }: PaymentProps) {
  const { data: credentials } = useQuery({ ...squareCredentialsQuery, enabled: false })
  const mount = useCallback(
    (element: HTMLElement | null) =>
      element && credentials
        ? mountSquareCard(element, credentials, () => chart.send({ type: 'form.fail' }))
        : undefined,
    [chart, credentials],
  )
  return (
    <div role="group" aria-label="Card details">
      <div ref={mount} />
      <CardSafety provider="Square" />
      <SandboxNote script={credentials?.checkout_js} />
    </div>
  )
}
