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
 * The seating plan, in its place the prices until it is drawn, and two ways to choose without it. They stand beside it, with the chosen
 * seats; on a narrow screen the best seats come above it, the list below, and the chosen seats at the foot of the screen.
 */
export function Hall({ actor, seating }: HallProps) {
  const isLoading = useSelector(actor, (snapshot) => snapshot.matches('loading_script'))
  const isDrawing = useSelector(actor, (snapshot) => snapshot.matches({ open: 'rendering' }))
  const isLeaving = useSelector(
    actor,
    (snapshot) => snapshot.matches('leaving') || snapshot.matches({ open: 'adding' }),
  )
  const isRemoving = useSelector(actor, (snapshot) => snapshot.matches({ open: 'removing' }))
  const isExpired = useSelector(actor, (snapshot) => snapshot.matches({ open: 'expired' }))
  const message = useSelector(actor, ({ context }) => context.message)

  return (
    <div className={styles.hall}>
      <div className={styles.best} inert={isLeaving || isExpired}>
        <BestSeatsForm actor={actor} seating={seating} />
      </div>
      <a className={styles.skip} href="#after-plan">
        Skip the seating plan
      </a>
      <section className={styles.map} aria-label="Seating plan" inert={isLeaving || isExpired}>
        {!isLoading && <SeatMap actor={actor} seating={seating} isDrawn={!isDrawing} />}
        {(isLoading || isDrawing) && <SeatPrices prices={seating.prices} />}
      </section>
      <p className="visually-hidden" role="status">
        {isRemoving && 'Removing the seat from your basket…'}
      </p>
      {message && (
        <div className={styles.note} key={message} ref={bringIntoView}>
          <Notice tone="warning">{message}</Notice>
        </div>
      )}
      <div className={styles.side}>
        {isExpired ? <SessionOver actor={actor} /> : <ChosenSeats actor={actor} seating={seating} />}
      </div>
      <div className={styles.list} id="after-plan" tabIndex={-1} inert={isLeaving || isExpired}>
        <SeatList actor={actor} seating={seating} />
      </div>
    </div>
  )
}
