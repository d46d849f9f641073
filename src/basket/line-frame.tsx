import { useSelector } from '@xstate/react'
import type { ReactNode } from 'react'
import type { EventFromLogic } from 'xstate'
import type { basketMachine } from '#machines/basket.ts'
import { Icon } from '#src/ui/icon.tsx'
import { SpinnerRing } from '#src/ui/spinner-ring.tsx'
import { selectCanChange, type BasketProps } from './basket-selectors.ts'
import styles from './line-frame.module.css'

/**
 * Layout of a basket line: picture, title, price, quantity and a remove button that sends `removal`. `name` labels the
 * remove button; `notes` are shown below the title, `children` at the bottom.
 */
export function LineFrame({
  chart,
  removal,
  name,
  picture,
  title,
  notes,
  price,
  quantity,
  isRemoving,
  onRemove,
  children,
}: BasketProps & {
  removal: Extract<EventFromLogic<typeof basketMachine>, { type: 'ticket.remove' | 'voucher.remove' }>
  name: string
  picture: string
  title: ReactNode
  notes: ReactNode
  price: ReactNode
  quantity: ReactNode
  isRemoving: boolean
  onRemove: () => void
  children?: ReactNode
}) {
  const canChange = useSelector(chart, selectCanChange)

  function remove() {
    onRemove()
    chart?.send(removal)
  }

  return (
    <li className={styles.line} data-going={isRemoving || undefined}>
      <div className={styles.picture}>
        {picture ? <img src={picture} alt="" width={96} height={64} /> : <Icon name="ticket" size={28} />}
      </div>
      <div className={styles.words}>
        <h3 className={styles.title}>{title}</h3>
        {notes}
      </div>
      <div className={styles.price}>{price}</div>
      <div className={styles.quantity}>{quantity}</div>
      <button
        type="button"
        className={styles.remove}
        aria-label={`Remove ${name}`}
        aria-busy={isRemoving || undefined}
        aria-disabled={!canChange || undefined}
        onClick={canChange ? remove : undefined}
      >
        {isRemoving ? <SpinnerRing /> : <Icon name="bin" />}
      </button>
      <div className={styles.more}>{children}</div>
    </li>
  )
}
