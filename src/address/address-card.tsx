import { LinkButton } from '#src/ui/link-button.tsx'
import { takeLostFocus } from '#src/ui/take-lost-focus.ts'
import styles from './address-card.module.css'

/** The chosen address on one line, which takes the focus from the list that it was chosen from; "Change" opens its fields. */
export function AddressCard({
  name,
  address,
  busy,
  onChange,
}: {
  /** '' if it is typed beside the card. */
  name: string
  address: string
  busy: boolean
  onChange: () => void
}) {
  return (
    <div className={styles.card}>
      <p tabIndex={-1} ref={takeLostFocus}>
        {name && `${name}, `}
        <span>{address}</span>
      </p>
      <LinkButton busy={busy} onClick={onChange}>
        Change<span className="visually-hidden"> the address</span>
      </LinkButton>
    </div>
  )
}
