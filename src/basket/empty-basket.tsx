import type { ReactNode } from 'react'
import { useUser } from '#src/checkout/use-checkout.ts'
import type { Organiser } from '#src/checkout/schemas/organiser.ts'
import UpcomingEvents from '#src/checkout/upcoming-events/upcoming-events.tsx'
import { ButtonLink } from '#src/ui/button.tsx'
import { takeLostFocus } from '#src/ui/take-lost-focus.ts'
import styles from './empty-basket.module.css'

/** Empty basket with links to events and the mailing list, and the next events of a shop that sends some [BASK-02..07, ROLE-10]. */
export function EmptyBasket({
  removedLine,
  organisers,
}: {
  removedLine: ReactNode
  organisers: Organiser[]
}) {
  const user = useUser()
  return (
    <>
      <div className={styles.empty} data-wide tabIndex={-1} ref={takeLostFocus}>
        {removedLine}
        <p>Your basket is empty. Have a look for something to put in it.</p>
        <ButtonLink href="/all-events/">Browse events</ButtonLink>
        {(!user || user.subscribed) && <a href="/mailing-list">Sign up to our mailing list</a>}
      </div>
      <UpcomingEvents
        heading="Coming up"
        organisers={organisers.slice(0, 1).map((first) => ({
          ...first,
          name: '',
          upcoming_events: organisers.flatMap(({ upcoming_events }) => upcoming_events),
        }))}
      />
    </>
  )
}
