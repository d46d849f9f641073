import { useSelector } from '@xstate/react'
import { priceText } from '#src/seats/rules/seat-price-text.ts'
import { pricesOfSeat, seatName, type Seat } from '#src/seats/rules/seats.ts'
import { passFocusOn } from '#src/ui/pass-focus-on.ts'
import styles from './seat-buttons.module.css'
import type { HallProps } from './seats-props.ts'

/** The seats of a row as buttons that tell price and restrictions before the seat is chosen. */
export function SeatButtons({ actor, seating, seats }: HallProps & { seats: Seat[] }) {
  const chosen = useSelector(actor, ({ context }) => context.seats)
  const categories = useSelector(actor, ({ context }) => context.categories)
  return (
    <ul className={styles.seats} aria-label="Free seats" tabIndex={-1}>
      {seats.map((seat) => {
        const prices = pricesOfSeat(seating.prices, categories, seat)
        const [first] = prices
        if (!first) return null
        const { charged, parts } = priceText(prices)
        const isChosen = chosen.some(({ label }) => label === seat.label)
        return (
          <li key={seat.label}>
            <button
              type="button"
              ref={passFocusOn}
              className={styles.seat}
              aria-pressed={isChosen}
              onClick={() =>
                actor.send(
                  isChosen
                    ? { type: 'seat.remove', label: seat.label }
                    : {
                        type: 'seat.choose',
                        seat: { label: seat.label, ticketType: first.ticketType },
                      },
                )
              }
            >
              <span className="visually-hidden">{seatName(seat)}, </span>
              <strong aria-hidden="true">{seat.number}</strong>
              <span>{charged}</span>
              {parts && <small>{parts}</small>}
              {seat.notes.map((note) => (
                <small className={styles.note} key={note}>
                  {note}
                </small>
              ))}
            </button>
          </li>
        )
      })}
    </ul>
  )
}
