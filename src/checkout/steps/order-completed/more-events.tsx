import type { Organiser } from '#src/api/schemas/organiser.ts'
import { webAddress } from '#src/lib/web-address.ts'
import styles from './more-events.module.css'

/** What else the organisers of the order put on; nothing when they have nothing to come [DONE-03]. */
export function MoreEvents({ organisers }: { organisers: Organiser[] }) {
  const offering = organisers.filter(({ upcoming_events }) => upcoming_events.length > 0)
  if (!offering.length) return null
  return (
    <section className={styles.section} aria-labelledby="more-events">
      <h2 id="more-events">Browse more events</h2>
      {offering.map(({ name, upcoming_events }) => (
        <div key={name} className={styles.organiser}>
          <h3 className={styles.name}>By {name}</h3>
          <ul className={styles.row}>
            {upcoming_events.map(({ url, thumbnail, title, location, date }) => (
              <li key={url}>
                <a className={styles.card} href={webAddress(url) ?? undefined}>
                  {thumbnail && (
                    <img className={styles.picture} src={thumbnail} alt="" width={240} height={160} />
                  )}
                  <span className={styles.title}>{title}</span>
                  <span className={styles.note}>{[date, location].filter(Boolean).join(' · ')}</span>
                </a>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </section>
  )
}
