import styles from '#src/checkout/step-form.module.css'
import type { Checkout } from '#src/checkout/schemas/checkout.ts'
import { whyNotTransferable } from './rules/not-transferable.ts'

/** Says why tickets of the order cannot be transferred, and what to do instead; nothing of an open plan, whose tickets come later. */
export function NotTransferable({
  checkout: { tickets, payment_plan_remaining },
}: {
  checkout: Pick<Checkout, 'tickets' | 'payment_plan_remaining'>
}) {
  if (payment_plan_remaining) return null
  return whyNotTransferable(tickets).map((why) => (
    <p key={why} className={styles.quiet}>
      {why}
    </p>
  ))
}
