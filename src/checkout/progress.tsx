import type { CheckoutState } from '#src/checkout/schemas/checkout.ts'
import styles from './progress.module.css'

const stages = ['Basket', 'Details', 'Payment', 'Tickets'] as const

const stageOf: Record<CheckoutState, (typeof stages)[number] | null> = {
  determining: null,
  basket: 'Basket',
  reserve: 'Basket',
  captcha: 'Basket',
  login: 'Details',
  marketing_preferences: 'Details',
  donation: 'Details',
  gift_aid: 'Details',
  delivery_address: 'Details',
  ticket_questions_before: 'Details',
  payment: 'Payment',
  awaiting_truelayer: 'Payment',
  deliver_tickets: 'Payment',
  ticket_questions_after: 'Tickets',
  waiver: 'Tickets',
  after_sale_messages: 'Tickets',
  order_completed: 'Tickets',
}

/** Progress line of four stages, as the number of steps depends on the basket. */
export function Progress({ step }: { step: CheckoutState }) {
  const current = stageOf[step]
  const reached = current ? stages.indexOf(current) : -1
  return (
    <nav aria-label="Progress">
      <ol className={styles.progress}>
        {stages.map((stage, index) => (
          <li
            key={stage}
            className={styles.stage}
            data-reached={index <= reached || undefined}
            aria-current={stage === current ? 'step' : undefined}
          >
            {stage}
          </li>
        ))}
      </ol>
    </nav>
  )
}
