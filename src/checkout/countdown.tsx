import { clockDuration } from '#src/lib/duration.ts'
import { CountdownFace } from '#src/ui/countdown-face.tsx'

/** Remaining time of the hold, in the header. */
export default function Countdown({ seconds }: { seconds: number }) {
  return <CountdownFace seconds={seconds} text={clockDuration(seconds)} label="Tickets held for" />
}
