import { useUser } from '#src/checkout/use-checkout.ts'
import { ButtonLink } from '#src/ui/button.tsx'
import { Icon } from '#src/ui/icon.tsx'
import { takeLostFocus } from '#src/ui/take-lost-focus.ts'
import styles from './basket.module.css'

/** Empty basket with links to events and the mailing list [BASK-02..07, ROLE-10]. */
export function EmptyBasket() {
  const user = useUser()
  return (
    <div className={styles.empty} tabIndex={-1} ref={takeLostFocus}>
      <Icon name="ticket" size={80} />
      <p>Your basket is empty. Have a look for something to put in it.</p>
      <ButtonLink href="/all-events/">Browse events</ButtonLink>
      {(!user || user.subscribed) && <a href="/mailing-list">Sign up to our mailing list</a>}
    </div>
  )
}
