import { useSelector } from '@xstate/react'
import type { ActorRefFrom } from 'xstate'
import type { holdExtensionMachine } from '#machines/hold-extension.ts'
import { announceContent } from '#src/ui/announcer.tsx'
import { Button } from '#src/ui/button.tsx'
import { Icon } from '#src/ui/icon.tsx'
import styles from './more-time.module.css'

/** Offers more time below the countdown, and says what the shop has answered. Each is announced; the focus does not move. */
export default function MoreTime({ actor }: { actor: ActorRefFrom<typeof holdExtensionMachine> }) {
  const { value, context } = useSelector(actor, (snapshot) => snapshot)
  const isAsking = value === 'extending' || value === 'overdue'
  const isOffered = value === 'offered' || isAsking
  const text = isOffered
    ? 'Need more time?'
    : value === 'extended'
      ? 'You have more time now.'
      : context.message
  return (
    <div className={styles.bar} data-more-time={value}>
      <div className={styles.inner}>
        <p className={styles.text} key={text} ref={announceContent}>
          {value === 'extended' && <Icon name="check" size={18} />}
          {text}
        </p>
        {isOffered && (
          <Button look="secondary" busy={isAsking} onClick={() => actor.send({ type: 'hold.extend' })}>
            Add time
          </Button>
        )}
      </div>
    </div>
  )
}
