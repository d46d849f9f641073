import { PaidLine } from '#src/checkout/paid-line.tsx'
import type { StepProps } from '#src/checkout/step-props.ts'
import { EventTitle } from '#src/checkout/event-title.tsx'
import { Step } from '#src/checkout/step.tsx'
import { useCheckout } from '#src/checkout/use-checkout.ts'
import { Button } from '#src/ui/button.tsx'
import styles from './messages.module.css'

/** After-sale messages step: the organisers' messages, as plain text [MESG-01..04]. */
export default function AfterSaleMessagesStep({ actor }: StepProps) {
  const { after_sale_messages } = useCheckout()
  return (
    <Step actor={actor} title="Before you go" summary="plain">
      <PaidLine />
      <ul className={styles.messages}>
        {after_sale_messages.map((message, index) => (
          <li key={index} className={styles.message}>
            <h2>
              <EventTitle title={message.event_title} />
            </h2>
            <p className={styles.quiet}>
              {[message.event_nice_date, message.event_nice_time].filter(Boolean).join(', ')}
            </p>
            <p className={styles.quiet}>Message from {message.organiser_name}</p>
            <p className={styles.text}>{message.message}</p>
          </li>
        ))}
      </ul>
      <Button wide onClick={() => actor.send({ type: 'messages.continue' })}>
        Continue
      </Button>
    </Step>
  )
}
