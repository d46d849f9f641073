import {
  CardCvcElement,
  CardExpiryElement,
  CardNumberElement,
  Elements,
  useElements,
  useStripe,
} from '@stripe/react-stripe-js'
import { useCallback } from 'react'
import { cardFields } from '#src/lib/card-fields.ts'
import { stripeCard } from '#src/lib/stripe-card.ts'
import { CardField } from './card-field.tsx'
import { CardSafety } from './card-safety.tsx'
import { useCardStyle } from './card-style.ts'
import type { PaymentFormFields } from './payment-form-fields.ts'
import { SandboxNote } from './sandbox-note.tsx'
import { useCardProvider } from './use-card-provider.ts'
import styles from './card-form.module.css'

/** Card fields of the provider, which the chart has loaded before this renders [PAYM-58]. */
export function CardForm({ form }: { form: PaymentFormFields }) {
  const { provider, script } = useCardProvider()
  return (
    <Elements stripe={provider} options={{ locale: 'en-GB' }}>
      <CardFields form={form} />
      <SandboxNote script={script} />
    </Elements>
  )
}

function CardFields({ form }: { form: PaymentFormFields }) {
  const stripe = useStripe()
  const elements = useElements()
  const style = useCardStyle()
  const register = useCallback(
    () => (stripe && elements ? cardFields.register(stripeCard({ stripe, elements })) : undefined),
    [stripe, elements],
  )

  return (
    <div role="group" aria-label="Card details" ref={register}>
      <div className={styles.fields}>
        <CardField
          form={form}
          name="card_number"
          label="Card number"
          element={CardNumberElement}
          options={{ style, showIcon: true }}
        />
        <CardField
          form={form}
          name="card_expiry"
          label="Expiry date"
          element={CardExpiryElement}
          options={{ style }}
        />
        <CardField
          form={form}
          name="card_cvc"
          label="Security code"
          element={CardCvcElement}
          options={{ style }}
        />
      </div>
      <CardSafety provider="Stripe" />
    </div>
  )
}
