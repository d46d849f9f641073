import type { Checkout } from '#src/checkout/schemas/checkout.ts'
import type { TicketLine } from '#src/checkout/schemas/ticket-line.ts'
import { times } from '#src/lib/price-words.ts'
import { formatMoney } from '#src/lib/money.ts'
import { labelsInWords } from '#src/checkout/rules/seat-words.ts'
import { byEventDate } from '#src/checkout/rules/order-groups.ts'
import { whenAndWhere } from '#src/checkout/rules/when-and-where.ts'
import { ticketPrice } from '#src/checkout/rules/ticket-price.ts'
import { EventTitle } from '#src/checkout/event-title.tsx'
import { Price } from '#src/checkout/price.tsx'
import styles from './order-lines.module.css'

/** Tickets and gift vouchers of the order; tickets are grouped by event and date [SUMM-02]. */
export function OrderLines({ checkout }: { checkout: Checkout }) {
  const { symbol } = checkout.currency
  return (
    <ul className={styles.lines}>
      {byEventDate(checkout.tickets).map(([first, ...others]) => (
        <li className={styles.group} key={`${first.event_id} ${first.date_id}`}>
          <Heading picture={first.thumbnail} title={first.event_name} notes={whenAndWhere(first, checkout)} />
          <ul className={styles.rows}>
            {[first, ...others].map((line) => (
              <li className={styles.row} key={line.ticket_id}>
                <span>
                  {line.qty} × {line.ticket_name}
                  {line.seats.length > 0 && (
                    <small className={styles.seats}>{labelsInWords(line.seats)}</small>
                  )}
                </span>
                <LinePrice line={line} checkout={checkout} />
              </li>
            ))}
          </ul>
        </li>
      ))}
      {checkout.gift_vouchers.map(({ id, name, o_name, value, qty, thumbnail }) => (
        <li className={styles.group} key={`${id} ${value}`}>
          <Heading picture={thumbnail} title={name} notes={[o_name]} />
          <p className={styles.row}>
            <span>
              {qty} × {formatMoney(value, symbol)}
            </span>
            <Price of={{ price: value * qty, fee: 0 }} money={(pence) => formatMoney(pence, symbol)} />
          </p>
        </li>
      ))}
    </ul>
  )
}

function Heading({ picture, title, notes }: { picture: string; title: string; notes: string[] }) {
  return (
    <div className={styles.heading}>
      {picture && <img className={styles.picture} src={picture} alt="" width={66} height={44} />}
      <div>
        <h3>
          <EventTitle title={title} />
        </h3>
        {notes.filter(Boolean).map((note) => (
          <p className={styles.note} key={note}>
            {note}
          </p>
        ))}
      </div>
    </div>
  )
}

/** What the tickets of a line cost with their fee, and its parts [SUMM-02]. */
export function LinePrice({ line, checkout }: { line: TicketLine; checkout: Checkout }) {
  return (
    <Price
      of={times(line.qty, ticketPrice(line, checkout))}
      money={(pence) => formatMoney(pence, checkout.currency.symbol)}
    />
  )
}
