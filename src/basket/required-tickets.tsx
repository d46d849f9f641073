import { useSelector } from '@xstate/react'
import type { RequiredTicket } from '#src/checkout/schemas/ticket-line.ts'
import { useUser } from '#src/checkout/use-checkout.ts'
import { formatMoney } from '#src/lib/money.ts'
import { webAddress } from '#src/lib/web-address.ts'
import { Button } from '#src/ui/button.tsx'
import { selectCanAdd, selectCanChange, type BasketProps } from './basket-selectors.ts'
import styles from './required-tickets.module.css'
import { usePressedControl } from './use-pressed-control.ts'

/**
 * Tickets that are required with a ticket, with links to where they are sold, and buttons that add them where the shop can; a guest may
 * already own one [BASK-21, BASK-52..55, ROLE-02].
 */
export default function RequiredTickets({
  chart,
  required,
  symbol,
}: BasketProps & { required: RequiredTicket[]; symbol: string }) {
  const user = useUser()
  return (
    <>
      <ul className={styles.titles}>
        {required.map((ticket) => (
          <li key={ticket.title}>
            <Title of={ticket} />
          </li>
        ))}
      </ul>
      <div className={styles.offers}>
        <Offers chart={chart} required={required} symbol={symbol} />
      </div>
      {!user && (
        <p>
          Already bought it? <a href="/signin/">Sign in</a> so we can check.
        </p>
      )}
    </>
  )
}

function Title({ of: { title, event_url } }: { of: RequiredTicket }) {
  const address = event_url && webAddress(event_url)
  return address ? <a href={address}>{title}</a> : title
}

function Offers({ chart, required, symbol }: BasketProps & { required: RequiredTicket[]; symbol: string }) {
  const canAdd = useSelector(chart, selectCanAdd)
  const canChange = useSelector(chart, selectCanChange)
  const [pressed, onPress] = usePressedControl(canChange)
  if (!canAdd) return null
  return required.map(({ offer }) => {
    if (!offer) return null
    const { ticket_id, name, price } = offer
    const draft = {
      kind: 'ticket',
      id: ticket_id,
      value: 0,
      quantity: 1,
      flag: 'none',
      isPending: true,
      add: 'true',
    } as const
    return (
      <Button
        key={ticket_id}
        look="secondary"
        busy={pressed === ticket_id}
        onClick={() => {
          if (!canChange) return
          onPress(ticket_id)
          chart?.send({ type: 'ticket.add', draft })
        }}
      >
        Add 1 {name}, {price > 0 ? formatMoney(price, symbol) : 'free'}
      </Button>
    )
  })
}
