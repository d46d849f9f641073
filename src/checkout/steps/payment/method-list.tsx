import type { PaymentMethod } from '#src/rules/payment-methods.ts'
import { Fieldset } from '#src/ui/fieldset.tsx'
import { Icon } from '#src/ui/icon.tsx'
import { CardBrands } from './card-brands.tsx'
import styles from './method-list.module.css'

/** Methods that the list can offer. */
export type ListedMethod = Extract<PaymentMethod, 'bank' | 'card'>

const words: Record<ListedMethod, { title: string; note: string }> = {
  bank: {
    title: 'Instant Bank Transfer',
    note: 'Approve the payment at your bank, then come back here. No card needed.',
  },
  card: { title: 'Credit or Debit Card', note: 'Visa, Mastercard or American Express.' },
}

/**
 * List of payment methods [PAYM-09, PAYM-12, PAYM-13]. A press only chooses: paying is left to the Pay button, which
 * names what it does.
 */
export function MethodList({
  methods,
  chosen,
  isBlocked,
  onChoose,
}: {
  methods: ListedMethod[]
  chosen: PaymentMethod | null
  isBlocked: boolean
  onChoose: (method: ListedMethod) => void
}) {
  return (
    <Fieldset legend="How would you like to pay?">
      {methods.map((method) => (
        <button
          key={method}
          type="button"
          className={styles.method}
          aria-pressed={chosen === method}
          aria-disabled={isBlocked || undefined}
          onClick={() => !isBlocked && onChoose(method)}
        >
          <span className={styles.mark}>{chosen === method && <Icon name="check" size={16} />}</span>
          <span className={styles.title}>{words[method].title}</span>
          {method === 'card' && <CardBrands />}
          <span className={styles.note}>{words[method].note}</span>
        </button>
      ))}
    </Fieldset>
  )
}
