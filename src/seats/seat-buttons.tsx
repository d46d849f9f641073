import { groupBy } from '#src/lib/group-by.ts'
import { useSelector } from '@xstate/react'
import { Fragment } from 'react'
import { priceText } from '#src/seats/rules/seat-price-text.ts'
import { seatsInWords } from '#src/checkout/rules/seat-words.ts'
import { newSeats, pricesOfSeat, type Seat } from '#src/seats/rules/seats.ts'
import { passFocusOn } from '#src/ui/pass-focus-on.ts'
import styles from './seat-buttons.module.css'
import type { HallProps } from './seats-props.ts'

/**
 * The seats of a row as buttons that tell price and restrictions before the seat is chosen; those of one price and kind
 * stand together below it.
 */
export function SeatButtons({ actor, seating, seats }: HallProps & { seats: Seat[] }) {
  const chosen = newSeats(useSelector(actor, ({ context }) => context.seats))
  const categories = useSelector(actor, ({ context }) => context.categories)
  const priced = seats.flatMap((seat) => {
    const prices = pricesOfSeat(seating.prices, categories, seat)
    const [first] = prices
    return first ? { seat, ticketType: first.ticketType, ...priceText(prices) } : []
  })
  return (
    <ul className={styles.seats} aria-label="Free seats" tabIndex={-1}>
      {[...groupBy(priced, ({ seat, charged, parts }) => `${charged} ${parts} ${seat.notes.join()}`)].map(
        ([key, group]) => (
          <Fragment key={key}>
            <li className={styles.price}>
              <strong>{group[0]?.charged}</strong>
              {group[0]?.parts && <small>{group[0].parts}</small>}
              {group[0]?.seat.notes.map((note) => (
                <small className={styles.note} key={note}>
                  {note}
                </small>
              ))}
            </li>
            {group.map(({ seat, ticketType, charged }) => {
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
                          : { type: 'seat.choose', seat: { label: seat.label, ticketType } },
                      )
                    }
                  >
                    <span className="visually-hidden">
                      {[seatsInWords([seat]), charged, ...seat.notes].join(', ')}
                    </span>
                    <strong aria-hidden="true">{seat.number}</strong>
                  </button>
                </li>
              )
            })}
          </Fragment>
        ),
      )}
    </ul>
  )
}
