import type { Organiser } from '#src/checkout/schemas/organiser.ts'
import type { TicketLine } from '#src/checkout/schemas/ticket-line.ts'
import { Button } from '#src/ui/button.tsx'
import { Dialog } from '#src/ui/dialog.tsx'
import { customPolicies } from './custom-policies.ts'
import styles from './refund-policy-dialog.module.css'

/** Full refund policy of a ticket with further links [BASK-17..20, BASK-28]. */
export default function RefundPolicyDialog({
  line,
  organisers,
  onClose,
}: {
  line: TicketLine
  organisers: Organiser[]
  onClose: () => void
}) {
  const { title, description, text } = line.refund_policy ?? { title: '', description: '', text: '' }
  return (
    <Dialog
      title={title || 'Refund policy'}
      onClose={onClose}
      actions={
        <Button look="secondary" onClick={onClose}>
          Close
        </Button>
      }
    >
      {description && <p>{description}</p>}
      {text && <p className={styles.text}>{text}</p>}
      {customPolicies(line, organisers).map(({ name, address }) => (
        <a key={address} href={address}>
          Refund policy of {name || 'the organiser'}
        </a>
      ))}
      <a href="/legal-information/purchase-terms-and-conditions/">
        Purchase terms and conditions (section 4.10)
      </a>
    </Dialog>
  )
}
