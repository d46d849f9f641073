import { LinkButton } from '#src/ui/link-button.tsx'
import styles from './change-email.module.css'

/** Link back to the email view [ACCT-03]. */
export function ChangeEmail({ isBusy, onPress }: { isBusy: boolean; onPress: () => void }) {
  return (
    <LinkButton busy={isBusy} onClick={onPress}>
      <span>
        Check or change email address, or <span className={styles.whole}>re-send</span> code
      </span>
    </LinkButton>
  )
}
