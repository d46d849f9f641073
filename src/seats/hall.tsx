import { useSelector } from '@xstate/react'
import { bringIntoView } from '#src/ui/bring-into-view.ts'
import { Notice } from '#src/ui/notice.tsx'
import { BestSeatsForm } from './best-seats-form.tsx'
import { ChosenSeats } from './chosen-seats.tsx'
import styles from './hall.module.css'
import { SeatList } from './seat-list.tsx'
import { SeatMap } from './seat-map.tsx'
import { SeatPrices } from './seat-prices.tsx'
import type { HallProps } from './seats-props.ts'
import { SessionOver } from './session-over.tsx'

/**
 * The seating plan, in its place the prices until it is drawn, and beside it, or below it on a phone, the chosen seats and two ways
 * to choose without it.
 */
export function Hall({ actor, seating }: HallProps) {
  const isLoading = useSelector(actor, (snapshot) => snapshot.matches('loading_script'))
  const isDrawing = useSelector(actor, (snapshot) => snapshot.matches({ open: 'rendering' }))
  const isLeaving = useSelector(
    actor,
    (snapshot) => snapshot.matches('leaving') || snapshot.matches({ open: 'adding' }),
  )
  const isExpired = useSelector(actor, (snapshot) => snapshot.matches({ open: 'expired' }))
  const message = useSelector(actor, ({ context }) => context.message)

  return (
    <div className={styles.hall}>
      <a className={styles.skip} href="#without-plan">
        Choose without the seating plan
      </a>
      <section className={styles.map} aria-label="Seating plan" inert={isLeaving || isExpired}>
        {!isLoading && <SeatMap actor={actor} seating={seating} isDrawn={!isDrawing} />}
        {(isLoading || isDrawing) && <SeatPrices prices={seating.prices} />}
      </section>
      <div className={styles.best} id="without-plan" tabIndex={-1}>
        {message && (
          <div key={message} ref={bringIntoView}>
            <Notice tone="warning">{message}</Notice>
          </div>
        )}
        <div inert={isLeaving || isExpired}>
          <BestSeatsForm actor={actor} seating={seating} />
        </div>
      </div>
      <div className={styles.side}>
        {isExpired ? <SessionOver actor={actor} /> : <ChosenSeats actor={actor} seating={seating} />}
      </div>
      <div className={styles.list} inert={isLeaving || isExpired}>
        <SeatList actor={actor} seating={seating} />
      </div>
    </div>
  )
}
