import { useRef, useState, type ChangeEvent } from 'react'
import { FieldError } from './field-error.tsx'
import { Icon } from './icon.tsx'
import styles from './quantity-field.module.css'

/**
 * A number input between minus and plus buttons. `label` is for screen readers ("Quantity of Balcony"). `onChange` is
 * called on each edit with an integer of at least `min`; the caller debounces, and clamps typed input to `max`. At `max` the
 * plus button is disabled, or marked as gone if it `goesAtMax`. `error` is announced when it appears, and `tooLow` once less
 * than `min` was typed.
 */
export function QuantityField({
  id,
  label,
  value,
  min = 1,
  max,
  goesAtMax,
  tooLow,
  error,
  onChange,
}: {
  id: string
  label: string
  value: number
  min?: number
  max?: number
  goesAtMax?: boolean
  tooLow?: string
  error?: string | undefined
  onChange: (quantity: number) => void
}) {
  const input = useRef<HTMLInputElement>(null)
  const [draft, setDraft] = useState<string | null>(null)
  // Shows what was typed while it is empty or equals the value, otherwise the value.
  const shown = draft === '' || (draft !== null && Number(draft) === value) ? draft : String(value)
  const atMax = max !== undefined && value >= max
  const isLow = draft && Number(draft) < min
  const problem = error ?? (isLow && tooLow)
  const errorId = `${id}-error`

  function type(event: ChangeEvent<HTMLInputElement>) {
    const text = event.currentTarget.value
    setDraft(text)
    const quantity = Math.max(min, Math.floor(Number(text)))
    if (text !== '' && Number.isSafeInteger(quantity) && quantity !== value) onChange(quantity)
  }

  function step(by: 1 | -1) {
    const quantity = value + by
    if (quantity < min || (by > 0 && atMax)) return
    setDraft(null)
    onChange(quantity)
    // A button that goes leaves the focus in the field.
    if (goesAtMax && quantity === max) input.current?.focus()
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
          aria-describedby={problem ? errorId : undefined}
          aria-invalid={problem ? true : undefined}
          onChange={type}
          onBlur={() => isLow || setDraft(null)}
        />
        <button
          type="button"
          className={styles.step}
          aria-label="One more"
          aria-disabled={atMax || undefined}
          data-gone={(goesAtMax && atMax) || undefined}
          onClick={() => step(1)}
        >
          <Icon name="plus" />
        </button>
      </div>
      {problem && <FieldError id={errorId} error={problem} spoken />}
    </div>
  )
}
