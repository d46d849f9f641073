import type { Organiser } from '#src/api/schemas/organiser.ts'
import styles from './continue-shopping.module.css'

/** More upcoming events from each organiser in the basket [BASK-11..13]. */
export function ContinueShopping({ organisers }: { organisers: Organiser[] }) {
  const offering = organisers.filter(({ upcoming_events }) => upcoming_events.length > 0)
  if (offering.length === 0) return null
  return (
    <section className={styles.more}>
      <h2>Continue shopping</h2>
      {offering.map(({ name, full_url, upcoming_events }) => (
        <div className={styles.organiser} key={`${name} ${full_url}`}>
          <h3>More from {name}</h3>
          <ul className={styles.events}>
            {upcoming_events.map((event) => (
              <li key={event.url}>
                <a className={styles.event} href={event.url}>
                  <img src={event.thumbnail || undefined} alt="" width={216} height={144} loading="lazy" />
                  <b>{event.title}</b>
                  <span>{event.location}</span>
                  <span>{event.date}</span>
                </a>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </section>
  )
}
