import { useSelector } from '@xstate/react'
import { plural } from '#src/lib/plural.ts'
import { seatsInWords } from '#src/checkout/rules/seat-words.ts'
import { newSeats } from '#src/seats/rules/seats.ts'
import { Button } from '#src/ui/button.tsx'
import { Notice } from '#src/ui/notice.tsx'
import { takeLostFocus } from '#src/ui/take-lost-focus.ts'
import styles from './session-over.module.css'
import type { SeatsProps } from './seats-props.ts'

/** Shown when the time for the chosen seats is over: the buyer can ask for the same ones again. */
export function SessionOver({ actor }: SeatsProps) {
  const seats = useSelector(actor, ({ context }) => context.seats)
  const lost = newSeats(seats)
  const names = seatsInWords(lost)
  return (
    <div className={styles.over} ref={takeLostFocus}>
      <Notice tone="warning" title="Your time has run out">
        {`We could no longer hold ${names}. Nothing has been added to your basket.`}
      </Notice>
      <Button onClick={() => actor.send({ type: 'session.renew' })}>
        Hold the same {plural(lost.length, 'seat')} again
      </Button>
      <Button look="secondary" onClick={() => actor.send({ type: 'session.restart' })}>
        Choose other seats
      </Button>
    </div>
  )
}
