import type { Event } from '#src/checkout/schemas/event.ts'
import { shareMessage } from '#src/order/rules/sharing.ts'
import { announceContent } from '#src/ui/announcer.tsx'
import { EventTitle } from '#src/checkout/event-title.tsx'
import { Button } from '#src/ui/button.tsx'
import { Dialog } from '#src/ui/dialog.tsx'
import { LinkButton } from '#src/ui/link-button.tsx'
import { useCopied } from '#src/ui/use-copied.ts'
import styles from './share-dialog.module.css'

/**
 * A message to share for each event [SHAR-08..13]. "Close" is there for exactly one event; with several, Escape, a press
 * outside and a link lead back to the order [SHAR-11, OPEN-91].
 */
export function ShareDialog({
  events,
  link,
  onClose,
}: {
  events: Event[]
  link: string
  onClose: () => void
}) {
  return (
    <Dialog
      title="Share with friends"
      onClose={onClose}
      actions={
        events.length === 1 ? (
          <Button look="secondary" onClick={onClose}>
            Close
          </Button>
        ) : (
          <LinkButton onClick={onClose}>Back to your order</LinkButton>
        )
      }
    >
      {events.map((event) => (
        <Message key={event.id} title={event.title} text={shareMessage(event, link)} />
      ))}
    </Dialog>
  )
}

function Message({ title, text }: { title: string; text: string }) {
  const { outcome, copy, source } = useCopied('Copied')
  return (
    <section className={styles.message}>
      <h3>
        <EventTitle title={title} />
      </h3>
      <Button look="secondary" onClick={() => copy(text)}>
        {outcome === 'copied' ? 'Copied' : 'Copy'}
        <span className="visually-hidden"> the message about {title}</span>
      </Button>
      <textarea
        className={styles.text}
        readOnly
        rows={3}
        value={text}
        aria-label={`Message about ${title}`}
        onFocus={({ currentTarget }) => currentTarget.select()}
        ref={source}
      />
      {outcome === 'failed' && (
        <p ref={announceContent}>Your browser does not let us copy. Please select the message instead.</p>
      )}
    </section>
  )
}
