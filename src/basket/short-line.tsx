import { useSelector } from '@xstate/react'
import { draftKey } from '#machines/basket.ts'
import { shortage } from '#src/checkout/rules/quantities.ts'
import type { TicketLine } from '#src/checkout/schemas/ticket-line.ts'
import { webAddress } from '#src/lib/web-address.ts'
import { Button } from '#src/ui/button.tsx'
import { Notice } from '#src/ui/notice.tsx'
import type { BasketProps } from './basket-selectors.ts'
import styles from './short-line.module.css'

/**
 * Says how many of the `left` tickets of a line can still be reserved, of more than that in the basket, and takes as many: others have
 * been faster [BASK-64]. It stays until the shop has saved fewer. `name` tells the line from the others.
 */
export default function ShortLine({
  chart,
  line,
  left,
  name,
}: BasketProps & { line: TicketLine; left: number; name: string }) {
  const draft = { kind: 'ticket', id: line.ticket_id, value: 0, quantity: left, flag: 'none' } as const
  const typed = useSelector(chart, (snapshot) => snapshot?.context.drafts[draftKey(draft)])
  const isChanging = typed !== undefined && typed.isPending && shortage(line, typed.quantity) === null
  const eventAddress = webAddress(line.event_url)
  return (
    <Notice
      tone="warning"
      foot={
        <div className={styles.ways}>
          {left > 0 && (
            <Button
              look="secondary"
              busy={isChanging}
              onClick={() => chart?.send({ type: 'quantity.change', draft: { ...draft, isPending: true } })}
            >
              Change to {left}
              <span className="visually-hidden"> {name}</span>
            </Button>
          )}
          {eventAddress && <a href={eventAddress}>Choose other tickets</a>}
        </div>
      }
    >
      {left > 0
        ? `Only ${left} of these can still be reserved.`
        : 'These tickets can no longer be reserved. Remove them with the bin.'}
    </Notice>
  )
}
