import { Icon } from '#src/ui/icon.tsx'
import { LinkButton } from '#src/ui/link-button.tsx'
import styles from './back-link.module.css'

/** Leads from a view of the completed order back to the overview [DONE-02]. */
export const BackLink = ({ busy = false, onPress }: { busy?: boolean; onPress: () => void }) => (
  <div className={styles.back}>
    <LinkButton busy={busy} onClick={onPress}>
      <Icon name="chevron" size={18} />
      Back
    </LinkButton>
  </div>
)
