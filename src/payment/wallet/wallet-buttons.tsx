import { Elements, ExpressCheckoutElement, useElements, useStripe } from '@stripe/react-stripe-js'
import type {
  StripeExpressCheckoutElementClickEvent,
  StripeExpressCheckoutElementConfirmEvent,
} from '@stripe/stripe-js'
import { useSelector } from '@xstate/react'
import { useRef, useState } from 'react'
import { useCheckout } from '#src/checkout/use-checkout.ts'
import { keepConfirmedWallet } from './stripe-wallet.ts'
import { demandedDetails } from '#src/checkout/rules/demanded-details.ts'
import { orderRows, orderSummary } from '#src/checkout/rules/fees.ts'
import { paymentMethods } from '#src/checkout/rules/payment-methods.ts'
import { formatMoney } from '#src/lib/money.ts'
import { Optional } from '#src/ui/optional.tsx'
import {
  selectCanPayByWallet,
  selectIsPrepared,
  selectMethod,
  type PaymentProps,
} from '#src/payment/payment-chart.ts'
import { paymentDetails } from '#src/payment/payment-details.ts'
import type { PaymentFormCheck } from '#src/payment/payment-form-fields.ts'
import { sendWalletPayment } from './send-wallet-payment.ts'
import { useCardProvider } from '#src/payment/card/use-card-provider.ts'
import { useIsDark } from '#src/ui/use-is-dark.ts'
import { useIsUsedBelow } from './use-is-used-below.ts'
import styles from './wallet-buttons.module.css'

/** Who pays in express checkout, by the names of the form's fields. */
type WalletOwner = Record<'full_name' | 'email' | 'contact_number', string | undefined>

/** The wallet tells once the buyer has confirmed. */
const unknownOwner: WalletOwner = { full_name: undefined, email: undefined, contact_number: undefined }

type WalletProps = PaymentProps & { form: PaymentFormCheck; isUsedBelow: boolean }

/**
 * Buttons of the device's wallets (Apple Pay, Google Pay, Link), where Stripe takes the payment and the device has one
 * (docs.stripe.com/elements/express-checkout-element).
 */
export function WalletButtons(props: Omit<WalletProps, 'isUsedBelow'>) {
  const { methods } = paymentMethods(useCheckout())
  const isPrepared = useSelector(props.chart, selectIsPrepared)
  const place = useRef<HTMLDivElement>(null)
  const isUsedBelow = useIsUsedBelow(place)
  if (!methods.includes('card')) return null
  // Stripe throws if it does not know the currency, for example; the card form takes the payment then.
  return (
    <div className={styles.place} ref={place}>
      {isPrepared && (
        <Optional>
          <StripeWallets {...props} isUsedBelow={isUsedBelow} />
        </Optional>
      )}
    </div>
  )
}

/** Group of the buttons; its amount follows the total. The shop charges payment methods of the type card only. */
function StripeWallets(props: WalletProps) {
  const { basket_total, currency } = useCheckout()
  const { provider } = useCardProvider()
  const isDark = useIsDark()
  return (
    <Elements
      stripe={provider}
      options={{
        locale: 'en-GB',
        mode: 'payment',
        amount: basket_total,
        currency: currency.code.toLowerCase(),
        paymentMethodCreation: 'manual',
        allowedPaymentMethodTypes: ['card'],
        appearance: { theme: isDark ? 'night' : 'stripe', variables: { borderRadius: '10px' } },
      }}
    >
      <Wallets {...props} />
    </Elements>
  )
}

/**
 * Shown once the provider has found a wallet, unless the buyer has begun to pay in another way meanwhile, or as long as they use what
 * the buttons would move.
 */
function Wallets({ chart, form, isUsedBelow }: WalletProps) {
  const checkout = useCheckout()
  const { express, currency } = checkout
  const { methods, preselected, showsList } = paymentMethods(checkout)
  const stripe = useStripe()
  const elements = useElements()
  const frame = useRef<HTMLElement>(null)
  const [state, setState] = useState<'unknown' | 'none' | 'found'>('unknown')
  const hasChosen = useSelector(chart, selectMethod) !== preselected
  const [isShown, setIsShown] = useState(false)
  // Not in an effect: no press may fall between the look and what appears.
  if (state === 'found' && !hasChosen && !isUsedBelow && !isShown) setIsShown(true)

  const check = (owner: WalletOwner) =>
    form.check({ method: 'wallet', ...(express && inEmptyFields(frame.current, owner)) })

  function openSheet({ resolve, reject }: StripeExpressCheckoutElementClickEvent) {
    if (!check(unknownOwner) || !selectCanPayByWallet(chart.getSnapshot())) return reject()
    chart.send({ type: 'wallet.opened', total: checkout.basket_total })
    resolve({ lineItems: orderRows(orderSummary(checkout)) })
  }

  async function pay(event: StripeExpressCheckoutElementConfirmEvent) {
    const fail = (message = '') => event.paymentFailed({ reason: 'fail', message })
    if (!stripe || !elements) return fail()
    const { error } = await elements.submit()
    if (error) return fail(error.message)
    const { name = '', email = '', phone = '' } = event.billingDetails ?? {}
    const values = check({ full_name: name, email, contact_number: phone })
    if (!values) return fail('Please check your details on the page.')
    keepConfirmedWallet({ stripe, elements })
    sendWalletPayment(chart, paymentDetails(values, checkout), event.paymentFailed)
  }

  if (state === 'none') return null
  return (
    <section
      className={styles.wallets}
      data-hidden={!isShown || undefined}
      inert={!isShown}
      aria-label={isShown ? 'Pay with a wallet' : undefined}
      ref={frame}
    >
      <ExpressCheckoutElement
        options={{
          buttonHeight: 48,
          ...(express && {
            billingAddressRequired: true,
            emailRequired: true,
            phoneNumberRequired: demandedDetails(checkout).phone,
          }),
        }}
        onReady={({ availablePaymentMethods }) => setState(availablePaymentMethods ? 'found' : 'none')}
        onLoadError={() => setState('none')}
        onClick={openSheet}
        onConfirm={(event) => void pay(event)}
      />
      {isShown && express && (
        <p className={styles.note}>Your wallet fills in the name and email that you leave empty.</p>
      )}
      {isShown && methods.includes('plan') && (
        <p className={styles.note}>
          A wallet pays all {formatMoney(checkout.basket_total, currency.symbol)} today.
        </p>
      )}
      {isShown && <p className={styles.or}>{showsList ? 'Or pay another way' : 'Or pay by card'}</p>}
    </section>
  )
}

/** What the wallet tells of its owner in place of what the form has empty fields for. */
function inEmptyFields(frame: HTMLElement | null, owner: WalletOwner): Partial<WalletOwner> {
  const form = frame?.closest('form')
  const typed = form ? new FormData(form) : new FormData()
  return Object.fromEntries(Object.entries(owner).filter(([name]) => typed.get(name) === ''))
}
