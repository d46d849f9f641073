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
  selectState,
  type PaymentProps,
} from '#src/payment/payment-chart.ts'
import { paymentDetails } from '#src/payment/payment-details.ts'
import type { PaymentFormCheck } from '#src/payment/payment-form-fields.ts'
import { sendWalletPayment } from './send-wallet-payment.ts'
import { useCardProvider } from '#src/payment/card/use-card-provider.ts'
import { useIsDark } from '#src/ui/use-is-dark.ts'
import { useIsUsedBelow } from './use-is-used-below.ts'
import skeleton from '#src/payment/card/card-skeleton.module.css'
import styles from './wallet-buttons.module.css'

/** Who pays in express checkout, by the names of the form's fields. */
type WalletOwner = Record<'full_name' | 'email' | 'contact_number', string | undefined>

/** The wallet tells once the buyer has confirmed. */
const unknownOwner: WalletOwner = { full_name: undefined, email: undefined, contact_number: undefined }

/** Whether the device has a wallet. */
type Finding = 'unknown' | 'none' | 'found'

type FormProps = PaymentProps & { form: PaymentFormCheck }
type WalletProps = FormProps & { onFind: (finding: Finding) => void }

/**
 * Buttons of the device's wallets (Apple Pay, Google Pay, Link), where Stripe takes the payment and the device has one
 * (docs.stripe.com/elements/express-checkout-element). Their room is kept until the provider has told whether there is one, and
 * changes only while the buyer uses nothing that it would move.
 */
export function WalletButtons({ chart, form }: FormProps) {
  const checkout = useCheckout()
  const { express, currency, basket_total } = checkout
  const { methods, preselected, showsList } = paymentMethods(checkout)
  const isPrepared = useSelector(chart, selectIsPrepared)
  const hasFailed = useSelector(chart, selectState) === 'preparation_failed'
  const hasChosen = useSelector(chart, selectMethod) !== preselected
  const place = useRef<HTMLDivElement>(null)
  const isUsedBelow = useIsUsedBelow(place)
  const [finding, setFinding] = useState<Finding>('unknown')
  const [hasRoom, setHasRoom] = useState(true)
  const wantsRoom = finding === 'found' || (finding === 'unknown' && !hasFailed)
  // Not in an effect: no press may fall between the look and what moves.
  if (wantsRoom !== hasRoom && !isUsedBelow && !(wantsRoom && hasChosen)) setHasRoom(wantsRoom)
  const isShown = hasRoom && finding === 'found'
  const isLoading = hasRoom && wantsRoom && !isShown
  if (!methods.includes('card')) return null

  return (
    <div className={styles.place} ref={place}>
      {(hasRoom || finding !== 'none') && (
        <section
          className={styles.wallets}
          data-hidden={!isShown || undefined}
          data-roomless={!hasRoom || undefined}
          inert={!isShown}
          aria-label={isShown ? 'Pay with a wallet' : undefined}
        >
          <div
            className={isLoading ? `${styles.buttons} ${skeleton.skeleton}` : styles.buttons}
            data-loading={isLoading || undefined}
          >
            {isPrepared && finding !== 'none' && (
              // Stripe throws if it does not know the currency, for example; the card form takes the payment then.
              <Optional onFail={() => setFinding('none')}>
                <StripeWallets chart={chart} form={form} onFind={setFinding} />
              </Optional>
            )}
          </div>
          {express && (
            <p className={styles.note}>Your wallet fills in the name and email that you leave empty.</p>
          )}
          {methods.includes('plan') && (
            <p className={styles.note}>
              A wallet pays all {formatMoney(basket_total, currency.symbol)} today.
            </p>
          )}
          <p className={styles.or}>{showsList ? 'Or pay another way' : 'Or pay by card'}</p>
        </section>
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

/** The buttons of the provider, which tells once it knows whether there are any. */
function Wallets({ chart, form, onFind }: WalletProps) {
  const checkout = useCheckout()
  const { express } = checkout
  const stripe = useStripe()
  const elements = useElements()
  const frame = useRef<HTMLDivElement>(null)

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

  return (
    <div ref={frame}>
      <ExpressCheckoutElement
        options={{
          buttonHeight: 48,
          ...(express && {
            billingAddressRequired: true,
            emailRequired: true,
            phoneNumberRequired: demandedDetails(checkout).phone,
          }),
        }}
        onReady={({ availablePaymentMethods }) => onFind(availablePaymentMethods ? 'found' : 'none')}
        onLoadError={() => onFind('none')}
        onClick={openSheet}
        onConfirm={(event) => void pay(event)}
      />
    </div>
  )
}

/** What the wallet tells of its owner in place of what the form has empty fields for. */
function inEmptyFields(frame: HTMLElement | null, owner: WalletOwner): Partial<WalletOwner> {
  const form = frame?.closest('form')
  const typed = form ? new FormData(form) : new FormData()
  return Object.fromEntries(Object.entries(owner).filter(([name]) => typed.get(name) === ''))
}
