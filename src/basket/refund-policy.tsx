import { useState } from 'react'
import type { Organiser } from '#src/checkout/schemas/organiser.ts'
import type { TicketLine } from '#src/checkout/schemas/ticket-line.ts'
import { lazyComponent } from '#src/checkout/lazy-component.tsx'
import { LinkButton } from '#src/ui/link-button.tsx'
import styles from './line-frame.module.css'

const RefundPolicyDialog = lazyComponent('refund-policy-dialog', () => import('./refund-policy-dialog.tsx'))

/** Refund policy of a ticket in short, with a dialog for the full text [BASK-17..20, BASK-28]. */
export function RefundPolicy({ line, organisers }: { line: TicketLine; organisers: Organiser[] }) {
  const [isOpen, setOpen] = useState(false)
  const short = [line.refund_policy?.title, line.refund_policy?.description]
    .filter(Boolean)
    .join(': ')
    .replace(/[^.!?]$/, '$&.')
  return (
    <>
      <div className={styles.policy}>
        {short && <span>{short} </span>}
        <LinkButton aria-haspopup="dialog" onClick={() => setOpen(true)}>
          Refund policy<span className="visually-hidden"> of {line.ticket_name}</span>
        </LinkButton>
      </div>
      {isOpen && <RefundPolicyDialog line={line} organisers={organisers} onClose={() => setOpen(false)} />}
    </>
  )
}
