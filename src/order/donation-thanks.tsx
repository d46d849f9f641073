import type { Checkout } from '#src/checkout/schemas/checkout.ts'
import { formatMoney } from '#src/lib/money.ts'
import { Icon } from '#src/ui/icon.tsx'
import { orderIcons } from './order-icons.ts'
import styles from './what-next.module.css'

/** Thanks for the donation of the order, with what the charity gets. */
export function DonationThanks({ checkout }: { checkout: Checkout }) {
  const { donation, charity, currency, is_gift_aid } = checkout
  if (!donation || donation.amount_before_booking_fee <= 0) return null
  const given = formatMoney(donation.amount_before_booking_fee, currency.symbol)
  return (
    <section className={styles.next}>
      <Icon path={orderIcons.heart} size={24} />
      <p className={styles.body}>
        {`Thank you for giving ${given} to ${charity?.name || 'the charity'}. `}
        {(donation.is_gift_aid || is_gift_aid) && 'Gift Aid adds 25% to it, at no cost to you.'}
      </p>
    </section>
  )
}
