import { useRef, useState, type ComponentType } from 'react'
import type { StripeElementChangeEvent } from '@stripe/stripe-js'
import { FieldError } from '#src/ui/field-error.tsx'
import { completeField } from '#src/payment/payment-details.ts'
import type { PaymentFormFields } from '#src/payment/payment-form-fields.ts'
import styles from './card-form.module.css'

interface ProviderElement {
  focus(): void
}

type ElementProps<Options> = {
  id: string
  options: Options
  onReady: (element: ProviderElement) => void
  onChange: (event: StripeElementChangeEvent) => void
}

/**
 * A card field of the provider with the page's label and error. The input stays with the provider; the form holds only
 * whether it is complete, or the provider's error.
 */
export function CardField<Options>({
  form,
  name,
  label,
  element: Element,
  options,
  onEdit,
}: {
  form: PaymentFormFields
  name: 'card_number' | 'card_expiry' | 'card_cvc'
  label: string
  element: ComponentType<ElementProps<Options>>
  options: Options
  onEdit: () => void
}) {
  const { id, error } = form.field(name)
  const [problem, setProblem] = useState('')
  const value = useRef<HTMLInputElement>(null)
  const field = useRef<ProviderElement>(null)
  const inputId = `${id}-input`
  const shown = problem || error

  function change({ complete, error }: StripeElementChangeEvent) {
    onEdit()
    setProblem(error?.message ?? '')
    if (!value.current) return
    value.current.value = complete ? completeField : (error?.message ?? '')
    // Notifies the form as any other field does.
    value.current.dispatchEvent(new Event('input', { bubbles: true }))
  }

  return (
    <div
      className={styles.field}
      id={id}
      tabIndex={-1}
      onFocus={(event) => event.target === event.currentTarget && field.current?.focus()}
    >
      <label className={styles.label} htmlFor={inputId}>
        {label}
      </label>
      <div className={styles.frame} data-invalid={shown ? true : undefined}>
        <Element
          id={inputId}
          options={options}
          onReady={(element) => {
            field.current = element
          }}
          onChange={change}
        />
      </div>
      {/* Uncontrolled: React would reset a value at the next render. */}
      <input type="hidden" name={name} ref={value} />
      {shown && <FieldError id={`${id}-error`} error={shown} spoken={problem !== ''} />}
    </div>
  )
}
