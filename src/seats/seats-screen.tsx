import { useSelector } from '@xstate/react'
import { clockDuration } from '#src/lib/duration.ts'
import { newSeats } from '#src/seats/rules/seats.ts'
import { statePath } from '#src/checkout/rules/step-of.ts'
import { CountdownFace } from '#src/ui/countdown-face.tsx'
import { SHORT_TIME } from '#src/ui/short-time.ts'
import { Spinner } from '#src/ui/spinner.tsx'
import { Hall } from './hall.tsx'
import { SeatsProblem } from './seats-problem.tsx'
import type { SeatsProps, SeatsSnapshot } from './seats-props.ts'
import { SeatsShell } from './seats-shell.tsx'
import { useSeating } from './use-seating.ts'

const problems = ['loading_failed', 'not_offered', 'plan_failed', 'added'] as const

/** The seat-selection screen: the event, its seating plan and the chosen seats [SEAT-38, ROLE-15]. */
export function SeatsScreen({ actor }: SeatsProps) {
  const seating = useSeating({ actor })
  const state = useSelector(actor, (snapshot) => statePath(snapshot.value).at(-1) ?? '')
  const hasMap = useSelector(actor, (snapshot) => snapshot.hasTag('map'))
  const problem = problems.find((one) => one === state)
  return (
    <SeatsShell
      state={state}
      title={seating?.title || 'Choose your seats'}
      facts={seating?.facts ?? []}
      countdown={<SessionCountdown actor={actor} />}
    >
      {hasMap && seating ? (
        <Hall actor={actor} seating={seating} />
      ) : problem ? (
        <SeatsProblem actor={actor} problem={problem} />
      ) : (
        <Spinner />
      )}
    </SeatsShell>
  )
}

/** The time for which the chosen seats are held; nothing while none is chosen. */
function SessionCountdown({ actor }: SeatsProps) {
  const hasSeats = useSelector(actor, ({ context }) => newSeats(context.seats).length > 0)
  const countdown = useSelector(actor, selectCountdown)
  const seconds = useSelector(countdown, (snapshot) => snapshot?.context.secondsRemaining ?? null)
  if (!hasSeats || seconds === null) return null
  // From then on the chip says "left".
  const text = seconds > SHORT_TIME ? `Held ${clockDuration(seconds)}` : clockDuration(seconds)
  return <CountdownFace seconds={seconds} text={text} label="Your seats:" />
}

const selectCountdown = ({ children }: SeatsSnapshot) => children.countdown
