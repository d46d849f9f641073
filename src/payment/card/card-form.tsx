import {
  CardCvcElement,
  CardExpiryElement,
  CardNumberElement,
  Elements,
  useElements,
  useStripe,
} from '@stripe/react-stripe-js'
import { useCallback } from 'react'
import { cardFields } from './card-fields.ts'
import { stripeCard } from './stripe-card.ts'
import { CardField } from './card-field.tsx'
import { CardSafety } from './card-safety.tsx'
import { useCardStyle } from './card-style.ts'
import { tellCardChange, type PaymentProps } from '#src/payment/payment-chart.ts'
import type { PaymentFormFields } from '#src/payment/payment-form-fields.ts'
import { isSimulated, SandboxNote } from './sandbox-note.tsx'
import { useCardProvider } from './use-card-provider.ts'
import styles from './card-form.module.css'

type CardProps = PaymentProps & { form: PaymentFormFields }

/** Card fields of the provider, which the chart has loaded before this renders [PAYM-58]. */
export function CardForm({ chart, form }: CardProps) {
  const { provider, script } = useCardProvider()
  return (
    <Elements stripe={provider} options={{ locale: 'en-GB' }}>
      <CardFields chart={chart} form={form} />
      <SandboxNote isSimulated={isSimulated(script)} />
    </Elements>
  )
}

function CardFields({ chart, form }: CardProps) {
  const stripe = useStripe()
  const elements = useElements()
  const style = useCardStyle()
  const tellChange = useCallback(() => tellCardChange(chart), [chart])
  const register = useCallback(() => {
    if (!stripe || !elements) return undefined
    tellChange()
    return cardFields.register(stripeCard({ stripe, elements }))
  }, [stripe, elements, tellChange])

  return (
    <div className={styles.group} role="group" aria-label="Card details" ref={register}>
      <div className={styles.fields}>
        <CardField
          form={form}
          name="card_number"
          label="Card number"
          element={CardNumberElement}
          options={{ style, showIcon: true }}
          onEdit={tellChange}
        />
        <CardField
          form={form}
          name="card_expiry"
          label="Expiry date"
          element={CardExpiryElement}
          options={{ style }}
          onEdit={tellChange}
        />
        <CardField
          form={form}
          name="card_cvc"
          label="Security code"
          element={CardCvcElement}
          options={{ style }}
          onEdit={tellChange}
        />
      </div>
      <CardSafety provider="Stripe" />
    </div>
  )
}
