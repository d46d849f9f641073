import { useUser } from '#src/checkout/use-checkout.ts'
import { ButtonLink } from '#src/ui/button.tsx'
import { Icon } from '#src/ui/icon.tsx'
import { Stub } from '#src/ui/stub.tsx'
import { takeLostFocus } from '#src/ui/take-lost-focus.ts'
import styles from './basket.module.css'

/** Empty basket, a ticket without an event, with links to events and the mailing list [BASK-02..07, ROLE-10]. */
export function EmptyBasket() {
  const user = useUser()
  return (
    <div tabIndex={-1} ref={takeLostFocus}>
      <Stub
        onCard
        foot={
          <div className={styles.empty}>
            <ButtonLink href="/all-events/">Browse events</ButtonLink>
            {(!user || user.subscribed) && <a href="/mailing-list">Sign up to our mailing list</a>}
          </div>
        }
      >
        <p className={styles.nothing}>
          <Icon name="ticket" size={80} />
          Your basket is empty. Have a look for something to put in it.
        </p>
      </Stub>
    </div>
  )
}
