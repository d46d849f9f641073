import { waiverLink } from '#src/checkout/rules/waiver-link.ts'
import type { Checkout } from '#src/checkout/schemas/checkout.ts'
import { Icon } from '#src/ui/icon.tsx'
import { orderIcons } from './order-icons.ts'
import styles from './what-next.module.css'

/** Leads to the activity terms of the order, which the buyer may have passed in the step before [WAIV-03]. */
export function ActivityTerms({
  checkout: { has_waivers, sale_reference },
}: {
  checkout: Pick<Checkout, 'has_waivers' | 'sale_reference'>
}) {
  if (!has_waivers) return null
  return (
    <section className={`${styles.next} ${styles.task}`}>
      <Icon path={orderIcons.pen} size={24} />
      <p className={styles.body}>
        Everyone taking part must accept the{' '}
        <a href={waiverLink(sale_reference)} target="_blank" rel="noopener">
          activity terms<span className="visually-hidden"> (opens in a new tab)</span>
        </a>
        .
      </p>
    </section>
  )
}
