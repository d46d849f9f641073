import type { SimpleInfo } from './schemas.ts'
import type { Event } from '#src/checkout/schemas/event.ts'
import { labelsInWords } from '#src/checkout/rules/seat-words.ts'
import { keepPostcodes } from '#src/lib/postcode.ts'
import { plural } from '#src/lib/plural.ts'
import { webAddress } from '#src/lib/web-address.ts'
import { directionsTo } from '#src/order/rules/directions.ts'
import { postedNote } from '#src/checkout/rules/posted-note.ts'
import type { TicketGroup } from '#src/checkout/rules/order-groups.ts'
import { Disclosure } from '#src/ui/disclosure.tsx'
import { Icon } from '#src/ui/icon.tsx'
import { EventTitle } from '#src/checkout/event-title.tsx'
import { WholeDates } from '#src/checkout/whole-dates.tsx'
import styles from './booked-event.module.css'
import { orderIcons } from './order-icons.ts'

/**
 * Shows an event date of the order: time and place, tickets, directions and what `date` has, as far as they are known. `isShort`
 * has smaller words, for one of several. `keepsPlaces` keeps the place of a link that may come later. `leadsToTickets`
 * links the tickets of this date, in hidden words with the date as well: another may be of the same event.
 */
export function BookedEvent({
  lines,
  event,
  date,
  isShort,
  keepsPlaces,
  leadsToTickets,
}: {
  lines: TicketGroup
  event: Event | undefined
  date: SimpleInfo['dates'][number] | undefined
  isShort: boolean
  keepsPlaces: boolean
  leadsToTickets: boolean
}) {
  const [{ event_name, nice_date }] = lines
  const venue = event?.venue
  const destination = venue?.map_address || venue?.full_address
  const isOnline = event?.has_livestream
  const shown = leadsToTickets && date?.shown_tickets
  const tickets = shown && webAddress(shown.href)
  const keepsTickets = !date && keepsPlaces && leadsToTickets && !lines.every(({ is_posted }) => is_posted)
  const qty = lines.reduce((sum, line) => sum + line.qty, 0)
  const calendars = (date?.calendar ?? []).flatMap(({ text, href }) => {
    const address = webAddress(href)
    return address && text ? [{ text, address }] : []
  })
  return (
    <article className={styles.event} data-short={isShort || undefined}>
      <h3 className={styles.title}>
        <EventTitle title={event_name} />
      </h3>
      <div className={styles.facts}>
        {nice_date && (
          <p className={styles.fact}>
            <Icon path={orderIcons.calendar} />
            <span>
              <WholeDates>{nice_date}</WholeDates>
            </span>
          </p>
        )}
        {venue?.full_address && !isOnline && (
          <p className={styles.fact}>
            <Icon path={orderIcons.pin} />
            <span>
              <VenueAddress name={venue.name} address={venue.full_address} />
            </span>
          </p>
        )}
      </div>
      <div className={styles.tickets}>
        <ul className={styles.lines}>
          {lines.map((line) => (
            <li key={line.ticket_id}>
              {line.qty} × {line.ticket_name}
              {line.seats.length > 0 && <span className={styles.seats}> {labelsInWords(line.seats)}</span>}
              {postedNote(line) && <span className={styles.posted}> {postedNote(line)}</span>}
            </li>
          ))}
        </ul>
        {tickets ? (
          <a className={styles.show} href={tickets}>
            <Icon path={orderIcons.qr} />
            Show {plural(shown.qty, 'ticket')}
            <span className="visually-hidden">
              {' '}
              for {event_name}
              {nice_date && `, ${nice_date}`}
            </span>
          </a>
        ) : (
          keepsTickets && (
            <span className={`${styles.show} ${styles.placeholder}`} aria-hidden="true">
              <Icon path={orderIcons.qr} />
              Show {plural(qty, 'ticket')}
            </span>
          )
        )}
      </div>
      <div className={styles.actions}>
        {destination && !isOnline && (
          <a className={styles.tool} href={directionsTo(destination)} target="_blank" rel="noopener">
            Get directions
            <span className="visually-hidden"> to {event_name} (opens in a new tab)</span>
          </a>
        )}
        {calendars.length > 0 ? (
          <Disclosure summary={addToCalendar}>
            <ul className={styles.calendars}>
              {calendars.map(({ text, address }) => (
                <li key={text}>
                  <a className={styles.action} href={address} {...(isFile(address) ? {} : newTab)}>
                    {text}
                  </a>
                </li>
              ))}
            </ul>
          </Disclosure>
        ) : (
          keepsPlaces && (
            <div className={styles.placeholder} aria-hidden="true">
              <Disclosure summary={addToCalendar}>{null}</Disclosure>
            </div>
          )
        )}
      </div>
    </article>
  )
}

/** The address of a venue with its name, which it may begin with already. */
function VenueAddress({ name = '', address }: { name?: string; address: string }) {
  const rest = address.startsWith(`${name}, `) ? address.slice(name.length + 2) : address
  return (
    <>
      {name && !rest.startsWith(name) && `${name}, `}
      <span className={styles.address}>{keepPostcodes(rest)}</span>
    </>
  )
}

const addToCalendar = <span className={styles.tool}>Add to calendar</span>

const newTab = { target: '_blank', rel: 'noopener' }

/** Returns whether an address is the calendar file of this shop, which the browser downloads. */
const isFile = (address: string) => new URL(address).origin === location.origin
