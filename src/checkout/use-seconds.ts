import { useSelector } from '@xstate/react'
import { useCallback, useSyncExternalStore } from 'react'
import { selectCountdown } from './selectors.ts'
import type { StepProps } from './step-props.ts'
import { useCheckout } from './use-checkout.ts'

/**
 * Returns the seconds that are left of the hold, null without one. A drawn screen is taken over with the time that the shop has drawn,
 * even if it has gone on.
 */
export function useSeconds({ actor }: StepProps): number | null {
  const countdown = useSelector(actor, selectCountdown)
  const { seconds_remaining: drawn } = useCheckout()
  const secondsOf = (left: number | null) => (countdown ? left : null)
  return useSyncExternalStore(
    useCallback((tell) => countdown?.subscribe(tell).unsubscribe ?? (() => {}), [countdown]),
    () => secondsOf(countdown?.getSnapshot().context.secondsRemaining ?? null),
    () => secondsOf(drawn),
  )
}
