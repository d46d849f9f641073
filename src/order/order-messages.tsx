import type { Checkout } from '#src/checkout/schemas/checkout.ts'
import { config } from '#src/lib/config.ts'
import { plural } from '#src/lib/plural.ts'
import { EmailAddress } from '#src/ui/email-address.tsx'
import { Icon } from '#src/ui/icon.tsx'
import { orderIcons } from './order-icons.ts'
import styles from './what-next.module.css'

/** Returns the heading of a completed order [DONE-06, DONE-07, OPEN-87]. */
export function orderHeading(hasPlan: boolean): string {
  return hasPlan
    ? 'Order Complete - Payment Schedule Setup'
    : 'Order complete! Your tickets are on their way.'
}

/** Says where the gift vouchers of an order without tickets are posted, if the back-end says so. */
export function VoucherDelivery({ gift_vouchers, posted_to }: Checkout) {
  const count = gift_vouchers.reduce((sum, { qty }) => sum + qty, 0)
  return (
    posted_to && (
      <p>
        Your gift {plural(count, 'voucher')} {count === 1 ? 'comes' : 'come'} by post to {posted_to}.
      </p>
    )
  )
}

/** Explains an instalment plan to the buyer [DONE-08..11]. */
export function PlanNotes() {
  return (
    <section className={styles.next}>
      <Icon path={orderIcons.mail} size={24} />
      <ul className={`${styles.body} ${styles.notes}`}>
        <li>We have sent you an email about your payment schedule.</li>
        <li>You will get a reminder by SMS and email before each payment.</li>
        <li>
          You can update your payment method in your <a href="/account/">account settings</a>.
        </li>
        <li>Your tickets are delivered to your {config.ticketService} wallet after the final payment.</li>
      </ul>
    </section>
  )
}

/** Tells the buyer where the ticket wallet was sent; `email` is '' if unknown [DONE-12]. */
export function WalletSent({ email }: { email: string }) {
  const address = (
    <b>
      <EmailAddress email={email} />
    </b>
  )
  return <p>A copy of your ticket wallet was sent to {email ? address : 'your email address'}.</p>
}
