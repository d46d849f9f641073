import { useId, useState } from 'react'
import type { Checkout } from '#src/checkout/schemas/checkout.ts'
import { lazyComponent } from '#src/checkout/lazy-component.tsx'
import { formatMoney } from '#src/lib/money.ts'
import { plural } from '#src/lib/plural.ts'
import { byEventDate } from '#src/checkout/rules/order-groups.ts'
import { orderSummary } from '#src/checkout/rules/fees.ts'
import { Icon } from '#src/ui/icon.tsx'
import { Stub } from '#src/ui/stub.tsx'
import { useAnnouncedChange } from '#src/ui/use-announced-change.ts'
import { HeldFor } from './held-for.tsx'
import { OrderLines } from './order-lines.tsx'
import { OrderTotals } from './order-totals.tsx'
import readOut from '#src/ui/read-out.module.css'
import styles from './order-summary.module.css'

const EditBasket = lazyComponent('edit-basket', () => import('./edit-basket.tsx'))

/**
 * Order summary on a ticket stub [SUMM-01..15]; folds into a bar on narrow screens. `seconds` is what is left of the
 * hold, null without one; it does not count while the buyer `isPaying`. `dueToday` is the first payment of the chosen plan,
 * formatted. `onEditBasket` adds the "Edit basket" link, and `isEditing` marks it busy.
 */
export function OrderSummary({
  checkout,
  seconds,
  isPaying = false,
  dueToday,
  onEditBasket,
  isEditing = false,
  editText = 'Edit basket',
}: {
  checkout: Checkout
  seconds: number | null
  isPaying?: boolean
  dueToday?: string | undefined
  onEditBasket?: (() => void) | undefined
  isEditing?: boolean
  editText?: string
}) {
  const [isOpen, setOpen] = useState(false)
  const bodyId = useId()
  const summary = orderSummary(checkout)
  const picture = checkout.tickets[0]?.thumbnail ?? checkout.gift_vouchers[0]?.thumbnail
  // Its own total is then below the end of the screen.
  const isLong = checkout.tickets.length + checkout.gift_vouchers.length > 2
  const isLone = picture && byEventDate(checkout.tickets).length + checkout.gift_vouchers.length === 1
  const total = formatMoney(summary.total, checkout.currency.symbol)
  useAnnouncedChange(`Total ${total}`)

  return (
    <section className={styles.summary} aria-label="Order summary" data-open={isOpen || undefined}>
      <div className={styles.bar}>
        {picture && <img className={styles.barPicture} src={picture} alt="" width={48} height={32} />}
        <span className={styles.barTotal}>
          <b>{summary.total ? total : 'Free'}</b>
          <span className={readOut.onPhones}>
            {summary.quantity} {plural(summary.quantity, 'item')}
          </span>
          {dueToday && <span>{dueToday} today</span>}
        </span>
        <button
          type="button"
          className={styles.toggle}
          aria-expanded={isOpen}
          aria-controls={bodyId}
          onClick={() => setOpen(!isOpen)}
        >
          {`${isOpen ? 'Hide' : 'Show'} ${checkout.payment_complete ? 'order' : 'basket'}`}
          <Icon name="chevron" />
        </button>
      </div>

      <div className={styles.body} id={bodyId} data-lone={isLone || undefined}>
        <Stub
          foot={
            <>
              <OrderTotals checkout={checkout} />
              {dueToday && (
                <p className={styles.today}>
                  <span>Due today</span>
                  <b>{dueToday}</b>
                </p>
              )}
            </>
          }
        >
          <div className={styles.head}>
            <h2 className={styles.title}>Order summary</h2>
            {onEditBasket && <EditBasket text={editText} isBusy={isEditing} onConfirm={onEditBasket} />}
          </div>
          {seconds !== null && <HeldFor seconds={seconds} isPaying={isPaying} />}
          {isLong && (
            <p className={styles.ahead}>
              <span>Total</span>
              <b>{total}</b>
            </p>
          )}
          <OrderLines checkout={checkout} />
        </Stub>
      </div>
    </section>
  )
}
