import { useSelector } from '@xstate/react'
import type { ActorRefFrom } from 'xstate'
import type { holdExtensionMachine } from '#machines/hold-extension.ts'
import { announceContent } from '#src/ui/announcer.tsx'
import { Button } from '#src/ui/button.tsx'
import { Icon } from '#src/ui/icon.tsx'
import readOut from '#src/ui/read-out.module.css'
import styles from './more-time.module.css'

/** Offers more time beside the countdown, and says what the shop has answered. Each is announced. */
export default function MoreTime({ actor }: { actor: ActorRefFrom<typeof holdExtensionMachine> }) {
  const { value, context } = useSelector(actor, (snapshot) => snapshot)
  const isOffered = value === 'offered' || value === 'extending'
  const text = isOffered
    ? 'Need more time?'
    : value === 'extended'
      ? 'You have more time now.'
      : value === 'overdue'
        ? 'Checking whether there is more time'
        : context.message
  return (
    <div className={styles.bar} data-more-time={value} data-offered={isOffered || undefined}>
      {/* The countdown announces its own end. */}
      <p
        className={isOffered ? `${styles.text} ${readOut.onPhones}` : styles.text}
        key={text}
        ref={value === 'overdue' ? undefined : announceContent}
      >
        {value === 'extended' && <Icon name="check" size={18} />}
        {text}
      </p>
      {isOffered && (
        <Button
          look="secondary"
          busy={value === 'extending'}
          onClick={() => actor.send({ type: 'hold.extend' })}
        >
          Add time
        </Button>
      )}
    </div>
  )
}
