import { useSelector } from '@xstate/react'
import { useState } from 'react'
import { plural } from '#src/lib/plural.ts'
import { formatPounds } from '#src/lib/pounds.ts'
import { priceWords } from '#src/lib/price-words.ts'
import { seatsInWords } from '#src/checkout/rules/seat-words.ts'
import { newSeats, seatFees, seatsWithTypes, seatTotal } from '#src/seats/rules/seats.ts'
import { Icon } from '#src/ui/icon.tsx'
import { Stub } from '#src/ui/stub.tsx'
import { takeLostFocus } from '#src/ui/take-lost-focus.ts'
import { AddButton } from './add-button.tsx'
import { ChosenSeatRow } from './chosen-seat-row.tsx'
import styles from './chosen-seats.module.css'
import { drawnPlan } from './drawn-plan.ts'
import { InBasket } from './in-basket.tsx'
import type { HallProps } from './seats-props.ts'

/**
 * The chosen seats with their total [SEAT-02, SEAT-06], announced when they change. On a phone they are a low bar at the
 * foot of the screen, which names them and grows to show the list.
 */
export function ChosenSeats({ actor, seating }: HallProps) {
  const [isGrown, setGrown] = useState(false)
  const seats = useSelector(actor, ({ context }) => context.seats)
  const categories = useSelector(actor, ({ context }) => context.categories)
  const fresh = newSeats(seats)
  const { charged, parts } = priceWords(
    { price: seatTotal(fresh), fee: seatFees(fresh) },
    formatPounds,
    formatPounds(0),
  )
  const count = `${fresh.length} ${plural(fresh.length, 'seat')}`
  // The total beside it is that of some of them.
  const isMixed = fresh.length > 0 && fresh.length < seats.length
  const [countAtFirst, setCountAtFirst] = useState<number | null>(seats.length)
  if (countAtFirst !== null && seats.length !== countAtFirst) setCountAtFirst(null)

  return (
    <section
      className={styles.sheet}
      data-empty={seats.length === 0 || undefined}
      data-grown={isGrown || undefined}
      aria-labelledby="chosen-title"
      ref={watch}
    >
      <Stub
        foot={
          <div className={styles.foot} ref={placeFoot}>
            {fresh.length > 0 && (
              <p className={styles.total}>
                <span>Total for {count}</span>
                <strong>{charged}</strong>
                {parts && <small>{parts}</small>}
              </p>
            )}
            <div className={styles.add}>
              <AddButton actor={actor} />
            </div>
            {seats.length > fresh.length && (
              <a className={styles.back} href="/checkout/">
                Back to your basket
              </a>
            )}
          </div>
        }
      >
        <div className={styles.heading}>
          {/* Nothing has lost the focus when the screen opens. */}
          <h2
            id="chosen-title"
            tabIndex={-1}
            key={seats.length}
            ref={countAtFirst === null ? takeLostFocus : undefined}
          >
            Your seats
          </h2>
          {seats.length > 0 && (
            <button
              type="button"
              className={styles.grow}
              aria-expanded={isGrown}
              aria-controls="chosen-list"
              onClick={() => setGrown(!isGrown)}
            >
              {isGrown ? 'Hide' : 'Show'} {isMixed ? 'all' : seats.length} {plural(seats.length, 'seat')}
              <Icon name="chevron" />
            </button>
          )}
          {seats.length > 0 && !isGrown && (
            <p className={styles.named}>
              {fresh.length === 0 && <InBasket>: {seatsInWords(seats)}</InBasket>}
              {seatsWithTypes(fresh, seating.prices, categories)}
              {isMixed && (
                <>
                  , and <a href="/checkout/">{seats.length - fresh.length} in your basket</a>
                </>
              )}
            </p>
          )}
        </div>
        {seats.length === 0 ? (
          <p className={styles.hint}>Choose seats on the seating plan, or let us find the best ones.</p>
        ) : (
          <ul className={styles.list} id="chosen-list">
            {seats.map((seat) => (
              <ChosenSeatRow key={seat.label} actor={actor} seating={seating} seat={seat} />
            ))}
          </ul>
        )}
      </Stub>
      <p className="visually-hidden" role="status">
        {fresh.length > 0
          ? `${count} chosen: ${seatsInWords(fresh)}. Total ${charged}${parts && ` (${parts})`}.`
          : 'No seat chosen.'}
        {seats.length > fresh.length && ` ${seats.length - fresh.length} in your basket.`}
      </p>
    </section>
  )
}

const placeFoot = (foot: HTMLElement | null) => drawnPlan.placeAddition(foot)

/** Tells the styles how much of a phone the bar covers, and keeps the seating plan clear of it when it comes or grows. */
function watch(sheet: HTMLElement | null) {
  if (!sheet) return
  const { style } = document.documentElement
  const observer = new ResizeObserver(() => {
    style.setProperty('--sheet', `${sheet.offsetHeight}px`)
    drawnPlan.keepClear()
  })
  observer.observe(sheet)
  return () => {
    observer.disconnect()
    style.removeProperty('--sheet')
  }
}
