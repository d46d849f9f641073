import { useQuery } from '@tanstack/react-query'
import { useCallback } from 'react'
import { squareCredentialsQuery } from '#src/api/payment-calls.ts'
import { mountSquareCard } from '#src/lib/square-card.ts'
import { CardSafety } from './card-safety.tsx'
import { SandboxNote } from './sandbox-note.tsx'

/** Square's card form, whose script the chart has loaded before this renders [PAYM-57]. Square checks what is typed. */
export function SquareForm() {
  const { data: credentials } = useQuery({ ...squareCredentialsQuery, enabled: false })
  const mount = useCallback(
    (element: HTMLElement | null) =>
      element && credentials ? mountSquareCard(element, credentials) : undefined,
    [credentials],
  )
  return (
    <div role="group" aria-label="Card details">
      <div ref={mount} />
      <CardSafety provider="Square" />
      <SandboxNote script={credentials?.checkout_js} />
    </div>
  )
}
