import { useSelector } from '@xstate/react'
import { formatPounds } from '#src/lib/pounds.ts'
import { priceText } from '#src/seats/rules/seat-price-text.ts'
import { seatsInWords } from '#src/checkout/rules/seat-words.ts'
import { pricesOfSeat, seatName, type ChosenSeat } from '#src/seats/rules/seats.ts'
import { Icon } from '#src/ui/icon.tsx'
import { InBasket } from './in-basket.tsx'
import { Price } from '#src/checkout/price.tsx'
import styles from './chosen-seat-row.module.css'
import type { HallProps } from './seats-props.ts'

/** A chosen seat: where it is, its label, ticket type and price, and what is special about it [SEAT-03, SEAT-04, SEAT-05]. */
export function ChosenSeatRow({ actor, seating, seat }: HallProps & { seat: ChosenSeat }) {
  const name = seatsInWords([seat])
  const categories = useSelector(actor, ({ context }) => context.categories)
  const types = pricesOfSeat(seating.prices, categories, seat)
  return (
    <li className={styles.row}>
      <strong className={styles.name}>{name}</strong>
      <div className={styles.words}>
        {types.length > 1 && !seat.isInBasket ? (
          <select
            className={styles.type}
            aria-label={`Ticket type of ${name}`}
            value={seat.ticketType}
            onChange={({ currentTarget }) =>
              actor.send({
                type: 'seat.choose',
                seat: { label: seat.label, ticketType: currentTarget.value },
              })
            }
          >
            {types.map((type) => (
              <option key={type.ticketType} value={type.ticketType}>
                {type.label || type.ticketType}, {priceText([type]).charged}
              </option>
            ))}
          </select>
        ) : (
          <span className={styles.quiet}>{seat.ticketName}</span>
        )}
        <small className={styles.quiet}>{seatName(seat)}</small>
        {seat.notes.map((note) => (
          <span className={styles.note} key={note}>
            {note}
          </span>
        ))}
      </div>
      {seat.isInBasket ? (
        <InBasket />
      ) : (
        <Price of={{ price: seat.price, fee: seat.bookingFee }} money={formatPounds} />
      )}
      {(seat.canBeRemoved || !seat.isInBasket) && (
        <button
          type="button"
          className={styles.remove}
          aria-label={`Remove ${name}${seat.isInBasket ? ' from your basket' : ''}`}
          onClick={() =>
            actor.send({ type: seat.isInBasket ? 'basket.remove' : 'seat.remove', label: seat.label })
          }
        >
          <Icon name="bin" />
        </button>
      )}
    </li>
  )
}
