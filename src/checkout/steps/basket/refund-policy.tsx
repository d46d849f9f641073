import { useState } from 'react'
import type { Organiser } from '#src/api/schemas/organiser.ts'
import type { TicketLine } from '#src/api/schemas/ticket-line.ts'
import { Button } from '#src/ui/button.tsx'
import { Dialog } from '#src/ui/dialog.tsx'
import { LinkButton } from '#src/ui/link-button.tsx'
import { customPolicies } from './custom-policies.ts'
import styles from './line-frame.module.css'

/** What the refund policy of a ticket is in short, and all of it in a dialog [BASK-17..20, BASK-28]. */
export function RefundPolicy({ line, organisers }: { line: TicketLine; organisers: Organiser[] }) {
  const [isOpen, setOpen] = useState(false)
  const { title, description, text } = line.refund_policy ?? { title: '', description: '', text: '' }
  const close = () => setOpen(false)

  return (
    <>
      <div className={styles.policy}>
        {(title || description) && <p>{[title, description].filter(Boolean).join(': ')}</p>}
        <LinkButton aria-haspopup="dialog" onClick={() => setOpen(true)}>
          Refund policy<span className="visually-hidden"> of {line.ticket_name}</span>
        </LinkButton>
      </div>
      {isOpen && (
        <Dialog
          title={title || 'Refund policy'}
          onClose={close}
          actions={
            <Button look="secondary" onClick={close}>
              Close
            </Button>
          }
        >
          {description && <p>{description}</p>}
          {text && <p className={styles.policyText}>{text}</p>}
          {customPolicies(line, organisers).map(({ name, address }) => (
            <a key={address} href={address}>
              Refund policy of {name || 'the organiser'}
            </a>
          ))}
          <a href="/legal-information/purchase-terms-and-conditions/">
            Purchase terms and conditions (section 4.10)
          </a>
        </Dialog>
      )}
    </>
  )
}
