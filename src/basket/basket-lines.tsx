import { useSelector } from '@xstate/react'
import { draftKey } from '#machines/basket.ts'
import type { Checkout } from '#src/checkout/schemas/checkout.ts'
import { missingRequiredTickets } from '#src/checkout/rules/required-tickets.ts'
import { selectIsLeaving, selectRemoved, type BasketProps } from './basket-selectors.ts'
import styles from './basket.module.css'
import { InPlaceOfLines } from './lazy-in-place-of-lines.ts'
import { TicketLineRow } from './ticket-line-row.tsx'
import { VoucherLineRow } from './voucher-line-row.tsx'

/**
 * Lines of the basket [BASK-09], and in the place of the one that was removed last the way to put it back. `pressed` is the key of the
 * line being removed.
 */
export function BasketLines({
  chart,
  checkout,
  pressed,
  onPress,
}: BasketProps & { checkout: Checkout; pressed: string; onPress: (key: string) => void }) {
  const isLeaving = useSelector(chart, selectIsLeaving)
  const removed = useSelector(chart, selectRemoved)
  const { tickets, gift_vouchers } = checkout
  const missing = missingRequiredTickets(tickets)
  const count = tickets.length + gift_vouchers.length

  const rowOf = (line: Parameters<typeof draftKey>[0], place: number) => {
    const key = draftKey(line)
    return {
      key,
      chart,
      place,
      isRemoving: pressed === key,
      onRemove() {
        void InPlaceOfLines.prefetch()
        onPress(key)
      },
    }
  }
  const rows = [
    ...tickets.map((line, index) => {
      const { key, ...row } = rowOf({ kind: 'ticket', id: line.ticket_id, value: 0 }, index)
      return (
        <TicketLineRow
          key={key}
          {...row}
          checkout={checkout}
          line={line}
          required={missing.includes(line) ? line.required_tickets : []}
        />
      )
    }),
    ...gift_vouchers.map((voucher, index) => {
      const { key, ...row } = rowOf(
        { kind: 'voucher', id: voucher.id, value: voucher.value },
        tickets.length + index,
      )
      return <VoucherLineRow key={key} {...row} voucher={voucher} symbol={checkout.currency.symbol} />
    }),
  ]
  // The chart knows of a removal before the lines do.
  const isGone = removed && !rows.some(({ key }) => key === draftKey(removed))
  if (isGone)
    rows.splice(
      removed.place,
      0,
      <li key="removed">
        <InPlaceOfLines chart={chart} />
      </li>,
    )

  return (
    <section className={styles.lines} inert={isLeaving}>
      <h2 className="visually-hidden" key={count} tabIndex={-1} ref={isGone ? null : takeLostFocus}>
        Tickets and gift vouchers
      </h2>
      <ul>{rows}</ul>
    </section>
  )
}

/** Focuses the list after a line and its focused button were removed, without scrolling. */
function takeLostFocus(heading: HTMLElement | null) {
  if (document.activeElement === document.body) heading?.focus({ preventScroll: true })
}
