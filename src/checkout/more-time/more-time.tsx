import { useSelector } from '@xstate/react'
import type { ActorRefFrom } from 'xstate'
import type { holdExtensionMachine } from '#machines/hold-extension.ts'
import { Button } from '#src/ui/button.tsx'
import { Icon } from '#src/ui/icon.tsx'
import readOut from '#src/ui/read-out.module.css'
import { moreTimeText } from './more-time-text.ts'
import styles from './more-time.module.css'

/** Offers more time beside the countdown, and says what the shop has answered. */
export default function MoreTime({ actor }: { actor: ActorRefFrom<typeof holdExtensionMachine> }) {
  const snapshot = useSelector(actor, (snapshot) => snapshot)
  const { value } = snapshot
  const isOffered = value === 'offered' || value === 'extending'
  return (
    <div className={styles.bar} data-more-time={value} data-offered={isOffered || undefined}>
      <p className={isOffered ? `${styles.text} ${readOut.onPhones}` : styles.text}>
        {value === 'extended' && <Icon name="check" size={18} />}
        {moreTimeText(snapshot)}
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
