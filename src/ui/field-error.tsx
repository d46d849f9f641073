import { announceContent } from './announcer.tsx'
import { Icon } from './icon.tsx'
import styles from './field-error.module.css'

/** The error message of a field. `spoken` announces it when it appears, for errors that appear without a submit. */
export function FieldError({ id, error, spoken = false }: { id: string; error: string; spoken?: boolean }) {
  return (
    <p className={styles.error} id={id} key={error} ref={spoken ? announceContent : undefined}>
      <Icon name="error" size={18} />
      <span>{error}</span>
    </p>
  )
}
