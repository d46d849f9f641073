import { useSelector } from '@xstate/react'
import { useId, useState } from 'react'
import { Button } from '#src/ui/button.tsx'
import { Dialog } from '#src/ui/dialog.tsx'
import type { OrderCompletedChart, OrderSnapshot } from './order-completed-selectors.ts'
import styles from './share-dialog.module.css'

/** Asks for feedback; a text that could not be sent is still there [SHAR-01..07]. */
export function FeedbackDialog({ chart }: { chart: OrderCompletedChart }) {
  const id = useId()
  const snapshot = useSelector(chart, selectSnapshot)
  const [message, setMessage] = useState(snapshot.context.feedback)
  const isSending = snapshot.matches({ view: 'sending_feedback' })
  const send = { type: 'feedback.send', message } as const
  const close = () => chart.send({ type: 'overview.return' })
  return (
    <Dialog
      title="How did we do?"
      onClose={close}
      actions={
        <>
          <Button
            busy={isSending}
            blockedBecause={isSending || snapshot.can(send) ? undefined : 'Write something first.'}
            onClick={() => chart.send(send)}
          >
            Send
          </Button>
          <Button
            look="secondary"
            blockedBecause={isSending ? 'Your feedback is being sent.' : undefined}
            onClick={close}
          >
            Close
          </Button>
        </>
      }
    >
      <label className={styles.label} htmlFor={id}>
        Feedback
      </label>
      <textarea
        id={id}
        className={styles.feedback}
        rows={5}
        maxLength={5_000}
        readOnly={isSending}
        value={message}
        onChange={({ target }) => setMessage(target.value)}
      />
    </Dialog>
  )
}

const selectSnapshot = (order: OrderSnapshot) => order
