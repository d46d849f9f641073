import { useSelector } from '@xstate/react'
import { clockDuration } from '#src/lib/duration.ts'
import { CountdownFace, HeldFace } from '#src/ui/countdown-face.tsx'
import { selectHoldExtension, selectIsPaying } from './selectors.ts'
import type { StepProps } from './step-props.ts'

/** Remaining time of the hold, in the header. It does not count while a payment is open: that is waited for. */
export default function Countdown({ actor, seconds }: StepProps & { seconds: number }) {
  const isPaying = useSelector(actor, selectIsPaying)
  const extension = useSelector(actor, selectHoldExtension)
  const isAwaited = useSelector(extension, (snapshot) => snapshot?.value === 'overdue')
  if (isPaying) return <HeldFace>Held while you pay</HeldFace>
  return (
    <CountdownFace
      seconds={seconds}
      text={clockDuration(seconds)}
      label="Tickets held for"
      isAwaited={isAwaited}
    />
  )
}
