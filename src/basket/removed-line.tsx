import { useSelector } from '@xstate/react'
import { LinkButton } from '#src/ui/link-button.tsx'
import { Notice } from '#src/ui/notice.tsx'
import { takeLostFocus } from '#src/ui/take-lost-focus.ts'
import { selectCanChange, selectRemoved, type BasketProps } from './basket-selectors.ts'
import styles from './removed-line.module.css'

/** Says which line was removed last, and puts it back. It takes the focus that the line's button has lost. */
export function RemovedLine({ chart }: BasketProps) {
  const removed = useSelector(chart, selectRemoved)
  const canChange = useSelector(chart, selectCanChange)
  if (!removed) return null
  const { kind, id, value, quantity, name } = removed
  const draft = { kind, id, value, quantity, flag: 'none', isPending: true, add: 'true' } as const
  return (
    <div className={styles.removed} ref={takeLostFocus}>
      <Notice tone="info">
        <p className={styles.words}>
          <span>
            Removed {quantity} × {name}.
          </span>{' '}
          <LinkButton
            busy={!canChange}
            onClick={() => chart?.send({ type: kind === 'ticket' ? 'ticket.add' : 'voucher.add', draft })}
          >
            Undo
          </LinkButton>
        </p>
      </Notice>
    </div>
  )
}
