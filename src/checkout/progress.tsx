import type { CheckoutState } from '#src/api/schemas/checkout.ts'
import styles from './progress.module.css'

const stages = ['Basket', 'Your details', 'Payment', 'Your tickets'] as const

const stageOf: Record<CheckoutState, (typeof stages)[number] | null> = {
  determining: null,
  basket: 'Basket',
  reserve: 'Basket',
  captcha: 'Basket',
  login: 'Your details',
  marketing_preferences: 'Your details',
  donation: 'Your details',
  gift_aid: 'Your details',
  delivery_address: 'Your details',
  ticket_questions_before: 'Your details',
  payment: 'Payment',
  awaiting_truelayer: 'Payment',
  deliver_tickets: 'Payment',
  ticket_questions_after: 'Your tickets',
  waiver: 'Your tickets',
  after_sale_messages: 'Your tickets',
  order_completed: 'Your tickets',
}

/** Where the buyer is on the way, as a thin line in four stages: how many steps there are depends on the basket. */
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
