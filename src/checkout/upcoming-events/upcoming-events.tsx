import type { Organiser } from '#src/checkout/schemas/organiser.ts'
import { webAddress } from '#src/lib/web-address.ts'
import { EventTitle } from '#src/checkout/event-title.tsx'
import { useIsTakenOver } from '#src/ui/use-is-taken-over.ts'
import styles from './upcoming-events.module.css'

/**
 * Further events of the organisers, by their name if they have one, under a `heading`; renders nothing if there are none
 * [BASK-11..13, DONE-03].
 */
export default function UpcomingEvents({
  organisers,
  heading,
}: {
  organisers: Organiser[]
  heading: string
}) {
  const isTakenOver = useIsTakenOver()
  const offering = organisers.filter(({ upcoming_events }) => upcoming_events.length > 0)
  if (offering.length === 0) return null
  return (
    <section className={styles.more}>
      <h2>{heading}</h2>
      {offering.map(({ name, full_url, upcoming_events }) => (
        <div key={`${name} ${full_url}`}>
          {name && <h3>More from {name}</h3>}
          <ul>
            {upcoming_events.map((event) => (
              <li key={event.url}>
                <a className={styles.event} href={webAddress(event.url) ?? undefined}>
                  <img
                    src={(isTakenOver && event.thumbnail) || undefined}
                    alt=""
                    width={216}
                    height={144}
                    loading="lazy"
                  />
                  <div>
                    <b>
                      <EventTitle title={event.title} />
                    </b>
                    <p>{event.date}</p>
                    <p>{event.location}</p>
                  </div>
                </a>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </section>
  )
}
