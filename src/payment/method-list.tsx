import type { PaymentMethod } from '#src/checkout/rules/payment-methods.ts'
import type { Checkout } from '#src/checkout/schemas/checkout.ts'
import { Fieldset } from '#src/ui/fieldset.tsx'
import { CardBrands } from './card/card-brands.tsx'
import { plansInShort } from './plan/plan-parts.ts'
import styles from './method-list.module.css'

/** Methods that the list can offer. */
export type ListedMethod = Extract<PaymentMethod, 'bank' | 'card' | 'plan'>

const words: Record<ListedMethod, { title: string; noteOf: (checkout: Checkout) => string }> = {
  bank: { title: 'Instant Bank Transfer', noteOf: () => 'Approve it at your bank. No card needed.' },
  card: { title: 'Credit or Debit Card', noteOf: () => 'Visa, Mastercard or American Express.' },
  plan: { title: 'Set up a payment plan', noteOf: plansInShort },
}

/**
 * List of payment methods [PAYM-09, PAYM-12, PAYM-13]. A press only chooses: paying is left to the Pay button, which
 * names what it does. If the list `isOpen`, what belongs to the chosen one, its last, follows in its frame. With
 * instalments, they and the other methods have headings [PAYM-14, PAYM-15]; what they take first is left to the options once chosen.
 */
export function MethodList({
  checkout,
  methods,
  chosen,
  isBlocked,
  isOpen,
  onChoose,
}: {
  checkout: Checkout
  methods: ListedMethod[]
  chosen: PaymentMethod | null
  isBlocked: boolean
  isOpen: boolean
  onChoose: (method: ListedMethod) => void
}) {
  const hasPlan = methods.includes('plan')
  const row = (method: ListedMethod) => (
    <button
      key={method}
      type="button"
      className={styles.method}
      aria-pressed={chosen === method}
      aria-disabled={isBlocked || undefined}
      data-open={(isOpen && chosen === method) || undefined}
      onClick={() => !isBlocked && onChoose(method)}
    >
      <span className={styles.mark} />
      <span className={styles.title}>{words[method].title}</span>
      {method === 'card' && <CardBrands />}
      {!(method === 'plan' && chosen === 'plan') && (
        <span className={styles.note} data-of={method}>
          {words[method].noteOf(checkout)}
        </span>
      )}
    </button>
  )
  return (
    <Fieldset legend="How would you like to pay?" hideLegend={hasPlan || !checkout.express}>
      {hasPlan && <h2 className={styles.heading}>Pay now</h2>}
      <div className={styles.now}>{methods.filter((method) => method !== 'plan').map(row)}</div>
      {hasPlan && <h2 className={styles.heading}>Pay in instalments</h2>}
      {hasPlan && row('plan')}
    </Fieldset>
  )
}
