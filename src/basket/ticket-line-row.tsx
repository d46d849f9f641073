import { Fragment } from 'react'
import type { Checkout } from '#src/checkout/schemas/checkout.ts'
import type { RequiredTicket, TicketLine } from '#src/checkout/schemas/ticket-line.ts'
import { lazyComponent } from '#src/checkout/lazy-component.tsx'
import { formatMoney } from '#src/lib/money.ts'
import { webAddress } from '#src/lib/web-address.ts'
import { whenAndWhere } from '#src/checkout/rules/when-and-where.ts'
import { postedNote } from '#src/checkout/rules/posted-note.ts'
import { shortage } from '#src/checkout/rules/quantities.ts'
import { requiredTicketsMessage } from '#src/checkout/rules/required-tickets.ts'
import { labelsInWords } from '#src/checkout/rules/seat-words.ts'
import { ticketPrice } from '#src/checkout/rules/ticket-price.ts'
import { EventTitle } from '#src/checkout/event-title.tsx'
import { Price } from '#src/checkout/price.tsx'
import { Notice } from '#src/ui/notice.tsx'
import type { BasketProps } from './basket-selectors.ts'
import { LineFrame } from './line-frame.tsx'
import styles from './line-frame.module.css'
import { LineQuantity } from './line-quantity.tsx'
import { RefundPolicy } from './refund-policy.tsx'

const ShortLine = lazyComponent('short-line', () => import('./short-line.tsx'))
const RequiredTickets = lazyComponent('required-tickets', () => import('./required-tickets.tsx'))

declare module 'react' {
  // eslint-disable-next-line @typescript-eslint/no-unused-vars -- as React declares it
  interface HTMLAttributes<T> {
    /** Name under which the browser tells when the element was painted (Element Timing), for `npm run perf`. */
    elementtiming?: string
  }
}

/**
 * Basket line of one ticket type [BASK-22..31]. `required` are the tickets of which one is missing. The quantity of
 * seated tickets, and of those with a fixed quantity, cannot be changed.
 */
export function TicketLineRow({
  chart,
  checkout,
  line,
  required,
  place,
  isRemoving,
  onRemove,
}: BasketProps & {
  checkout: Checkout
  line: TicketLine
  required: RequiredTicket[]
  place: number
  isRemoving: boolean
  onRemove: () => void
}) {
  const name = [line.ticket_name, line.event_name, line.nice_date].filter(Boolean).join(', ')
  const hasQuantity = line.seats.length === 0 && line.can_update_quantity
  const left = hasQuantity ? shortage(line, line.qty) : null
  const posted = postedNote(line)
  const eventAddress = webAddress(line.event_url)
  const title = <EventTitle title={line.event_name} />
  const seatsAddress = webAddress(line.seats_url)

  return (
    <LineFrame
      chart={chart}
      removal={{
        type: 'ticket.remove',
        ticketId: line.ticket_id,
        undo: hasQuantity ? { quantity: line.qty, name, place } : undefined,
      }}
      name={name}
      picture={line.thumbnail}
      title={eventAddress ? <a href={eventAddress}>{title}</a> : title}
      notes={
        <>
          <p elementtiming="ticket-name">{line.ticket_name}</p>
          <p className={styles.quiet}>
            {whenAndWhere(line, checkout).map((part, index, { length }) => (
              <Fragment key={index}>
                <span className="whole">{index < length - 1 ? `${part},` : part}</span>{' '}
              </Fragment>
            ))}
          </p>
          {line.seats.length > 0 && (
            <p className={styles.quiet}>
              {labelsInWords(line.seats)}{' '}
              {seatsAddress && (
                <a href={seatsAddress} aria-label={`Change seats: ${line.event_name}`}>
                  Change seats
                </a>
              )}
            </p>
          )}
          {posted && <p className={styles.quiet}>{posted}</p>}
          {line.non_refundable && <p className={styles.mark}>Non-refundable</p>}
          <RefundPolicy line={line} organisers={checkout.organisers} />
        </>
      }
      price={
        <Price
          of={ticketPrice(line, checkout)}
          money={(pence) => formatMoney(pence, checkout.currency.symbol)}
          quantity={line.qty}
        />
      }
      quantity={
        hasQuantity ? (
          <LineQuantity
            chart={chart}
            line={{ kind: 'ticket', id: line.ticket_id, value: 0 }}
            limits={line}
            quantity={line.qty}
            label={name}
          />
        ) : (
          <p>Quantity: {line.qty}</p>
        )
      }
      isRemoving={isRemoving}
      onRemove={onRemove}
    >
      {left !== null && <ShortLine chart={chart} line={line} left={left} name={name} />}
      {required.length > 0 && (
        <Notice tone="warning">
          <p>{requiredTicketsMessage}</p>
          <RequiredTickets chart={chart} required={required} symbol={checkout.currency.symbol} />
        </Notice>
      )}
    </LineFrame>
  )
}
