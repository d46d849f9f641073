import { useRef, useState, type ChangeEvent } from 'react'
import { FieldError } from './field-error.tsx'
import { Icon } from './icon.tsx'
import styles from './quantity-field.module.css'

/**
 * A whole number with a minus and a plus around a real number input. `label` names what is counted ("Quantity of
 * Balcony"); it is read, not shown. `onChange` gets whole numbers from `min` on, one per edit: pausing and clamping
 * to what is left are the page's. At `max`, where given, the plus is gone. `error` is read out when it appears.
 */
export function QuantityField({
  id,
  label,
  value,
  min = 1,
  max,
  error,
  onChange,
}: {
  id: string
  label: string
  value: number
  min?: number
  max?: number
  error?: string | undefined
  onChange: (quantity: number) => void
}) {
  const input = useRef<HTMLInputElement>(null)
  const [draft, setDraft] = useState<string | null>(null)
  // An emptied field stays empty while it is being typed in; any other text that is not the value gives way to it.
  const shown = draft === '' || (draft !== null && Number(draft) === value) ? draft : String(value)
  const atMax = max !== undefined && value >= max
  const errorId = `${id}-error`

  function type(event: ChangeEvent<HTMLInputElement>) {
    const text = event.currentTarget.value
    setDraft(text)
    const quantity = Math.max(min, Math.floor(Number(text)))
    if (text !== '' && Number.isSafeInteger(quantity) && quantity !== value) onChange(quantity)
  }

  function step(by: 1 | -1) {
    const quantity = value + by
    if (quantity < min) return
    setDraft(null)
    onChange(quantity)
    // The plus disappears at the limit: keep the focus in the field.
    if (max !== undefined && quantity >= max) input.current?.focus()
  }

  return (
    <div className={styles.quantity}>
      <div className={styles.stepper} role="group" aria-label={label}>
        <button
          type="button"
          className={styles.step}
          aria-label="One less"
          aria-disabled={value <= min || undefined}
          onClick={() => step(-1)}
        >
          <Icon name="minus" />
        </button>
        <input
          ref={input}
          id={id}
          className={styles.input}
          type="number"
          inputMode="numeric"
          min={min}
          max={max}
          step={1}
          value={shown}
          aria-label={label}
          aria-describedby={error ? errorId : undefined}
          aria-invalid={error ? true : undefined}
          onChange={type}
          onBlur={() => setDraft(null)}
        />
        <button
          type="button"
          className={styles.step}
          aria-label="One more"
          data-gone={atMax || undefined}
          onClick={() => step(1)}
        >
          <Icon name="plus" />
        </button>
      </div>
      {error && <FieldError id={errorId} error={error} spoken />}
    </div>
  )
}
