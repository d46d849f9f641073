import type { PaymentMethod } from '#src/rules/payment-methods.ts'
import { Fieldset } from '#src/ui/fieldset.tsx'
import { Icon } from '#src/ui/icon.tsx'
import { SpinnerRing } from '#src/ui/spinner-ring.tsx'
import styles from './method-list.module.css'

/** Methods that the list can offer. */
export type ListedMethod = Extract<PaymentMethod, 'bank' | 'card'>

const words: Record<ListedMethod, { title: string; note: string }> = {
  bank: {
    title: 'Instant Bank Transfer',
    note: 'Takes you to your bank to approve the payment. No card needed.',
  },
  card: { title: 'Credit or Debit Card', note: 'Visa, Mastercard, American Express.' },
}

/**
 * List of payment methods [PAYM-09, PAYM-12, PAYM-13]: buttons rather than radios, because a bank transfer starts at
 * once. `busy` is the method in progress; `canChoose` returns whether a method is enabled.
 */
export function MethodList({
  methods,
  chosen,
  busy,
  canChoose,
  onChoose,
}: {
  methods: ListedMethod[]
  chosen: PaymentMethod | null
  busy: ListedMethod | null
  canChoose: (method: ListedMethod) => boolean
  onChoose: (method: ListedMethod) => void
}) {
  return (
    <Fieldset legend="How would you like to pay?">
      {methods.map((method) => (
        <MethodButton
          key={method}
          {...words[method]}
          isChosen={chosen === method}
          isBusy={busy === method}
          isBlocked={!canChoose(method)}
          onPress={() => onChoose(method)}
        />
      ))}
    </Fieldset>
  )
}

function MethodButton({
  title,
  note,
  isChosen,
  isBusy,
  isBlocked,
  onPress,
}: {
  title: string
  note: string
  isChosen: boolean
  isBusy: boolean
  isBlocked: boolean
  onPress: () => void
}) {
  return (
    <button
      type="button"
      className={styles.method}
      aria-pressed={isChosen}
      aria-busy={isBusy || undefined}
      aria-disabled={isBlocked || undefined}
      onClick={() => !isBlocked && onPress()}
    >
      <span className={styles.mark}>
        {isBusy ? <SpinnerRing /> : isChosen && <Icon name="check" size={16} />}
      </span>
      <span className={styles.title}>{title}</span>
      <span className={styles.note}>{note}</span>
    </button>
  )
}
