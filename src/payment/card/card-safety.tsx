import { Icon } from '#src/ui/icon.tsx'
import styles from './card-form.module.css'

/** Line under the card fields that names the provider. */
export function CardSafety({ provider }: { provider: string }) {
  return (
    <p className={styles.safety}>
      <Icon name="lock" size={16} />
      {`Your card details go straight to ${provider} and never to us.`}
    </p>
  )
}
