import { useUser } from '#src/checkout/use-checkout.ts'
import { requiredTicketsMessage } from '#src/checkout/rules/required-tickets.ts'
import { Notice } from '#src/ui/notice.tsx'
import styles from './basket.module.css'

/** Tickets that are required with a ticket; a guest may already own one [BASK-21, BASK-52..55, ROLE-02]. */
export function RequiredTicketsNote({ titles }: { titles: string[] }) {
  const user = useUser()
  return (
    <Notice tone="warning">
      <p>{requiredTicketsMessage}</p>
      <ul className={styles.titles}>
        {titles.map((title) => (
          <li key={title}>{title}</li>
        ))}
      </ul>
      {!user && (
        <p>
          Already bought it? <a href="/signin/">Sign in</a> so we can check.
        </p>
      )}
    </Notice>
  )
}
