import { useSelector } from '@xstate/react'
import { Notice } from '#src/ui/notice.tsx'
import { Spinner } from '#src/ui/spinner.tsx'
import { BestSeatsForm } from './best-seats-form.tsx'
import { ChosenSeats } from './chosen-seats.tsx'
import styles from './hall.module.css'
import { SeatList } from './seat-list.tsx'
import { SeatMap } from './seat-map.tsx'
import type { HallProps } from './seats-props.ts'
import { SessionOver } from './session-over.tsx'

/** The seating plan, and beside it the chosen seats and two ways to choose without it. */
export function Hall({ actor, seating }: HallProps) {
  const isReady = useSelector(actor, ({ context }) => context.categories.length > 0)
  const isLeaving = useSelector(
    actor,
    (snapshot) => snapshot.matches('leaving') || snapshot.matches({ open: 'adding' }),
  )
  const isExpired = useSelector(actor, (snapshot) => snapshot.matches({ open: 'expired' }))
  const message = useSelector(actor, ({ context }) => context.message)

  return (
    <div className={styles.hall}>
      <a className={styles.skip} href="#your-seats">
        Choose without the seating plan
      </a>
      <SeatMap actor={actor} seating={seating} isInert={isLeaving || isExpired} />
      <div className={styles.side} id="your-seats" tabIndex={-1}>
        {message && <Notice tone="warning">{message}</Notice>}
        {isExpired ? <SessionOver actor={actor} /> : <ChosenSeats actor={actor} seating={seating} />}
        {isReady ? (
          <div className={styles.tools} inert={isLeaving || isExpired}>
            <BestSeatsForm actor={actor} seating={seating} />
            <SeatList actor={actor} seating={seating} />
          </div>
        ) : (
          <Spinner />
        )}
      </div>
    </div>
  )
}
