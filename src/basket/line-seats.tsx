import type { TicketLine } from '#src/checkout/schemas/ticket-line.ts'
import { labelsInWords } from '#src/checkout/rules/seat-words.ts'
import { webAddress } from '#src/lib/web-address.ts'
import styles from './line-frame.module.css'

/** The seats of a ticket line in words, and the way to the page on which they are chosen, if the shop names it. */
export default function LineSeats({ line }: { line: TicketLine }) {
  const address = webAddress(line.seats_url)
  return (
    <>
      <p className={styles.quiet}>{labelsInWords(line.seats)}</p>
      {address && (
        <p className={styles.quiet}>
          <a href={address} aria-label={`Change seats: ${line.event_name}`}>
            Change seats
          </a>
        </p>
      )}
    </>
  )
}
