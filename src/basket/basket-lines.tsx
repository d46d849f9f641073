import { useSelector } from '@xstate/react'
import { draftKey } from '#machines/basket.ts'
import type { Checkout } from '#src/checkout/schemas/checkout.ts'
import { missingRequiredTickets } from '#src/checkout/rules/required-tickets.ts'
import { selectIsLeaving, type BasketProps } from './basket-selectors.ts'
import styles from './basket.module.css'
import { TicketLineRow } from './ticket-line-row.tsx'
import { VoucherLineRow } from './voucher-line-row.tsx'

/** Lines of the basket [BASK-09]. `pressed` is the key of the line being removed. */
export function BasketLines({
  chart,
  checkout,
  pressed,
  onPress,
}: BasketProps & { checkout: Checkout; pressed: string; onPress: (key: string) => void }) {
  const isLeaving = useSelector(chart, selectIsLeaving)
  const missing = missingRequiredTickets(checkout.tickets)
  const count = checkout.tickets.length + checkout.gift_vouchers.length

  return (
    <section className={styles.lines} inert={isLeaving}>
      <h2 className="visually-hidden" key={count} tabIndex={-1} ref={takeLostFocus}>
        Tickets and gift vouchers
      </h2>
      <ul>
        {checkout.tickets.map((line) => {
          const key = draftKey({ kind: 'ticket', id: line.ticket_id, value: 0 })
          return (
            <TicketLineRow
              key={key}
              chart={chart}
              checkout={checkout}
              line={line}
              required={missing.find(({ ticket_id }) => ticket_id === line.ticket_id)?.titles}
              isRemoving={pressed === key}
              onRemove={() => onPress(key)}
            />
          )
        })}
        {checkout.gift_vouchers.map((voucher) => {
          const key = draftKey({ kind: 'voucher', id: voucher.id, value: voucher.value })
          return (
            <VoucherLineRow
              key={key}
              chart={chart}
              voucher={voucher}
              symbol={checkout.currency.symbol}
              isRemoving={pressed === key}
              onRemove={() => onPress(key)}
            />
          )
        })}
      </ul>
    </section>
  )
}

/** Focuses the list after a line and its focused button were removed, without scrolling. */
function takeLostFocus(heading: HTMLElement | null) {
  if (document.activeElement === document.body) heading?.focus({ preventScroll: true })
}
