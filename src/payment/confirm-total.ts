import type { QueryClient } from '@tanstack/react-query'
import type { Confirmation, Payment } from '#machines/payment-attempt.ts'
import { isUnread } from '#src/checkout/after-change.ts'
import type { Run } from '#src/checkout/lazy-actors.ts'
import { rereadForPayment } from './reread-for-payment.ts'
import { checkoutQuery } from '#src/checkout/checkout-calls.ts'
import type { Checkout } from '#src/checkout/schemas/checkout.ts'
import { formatMoney } from '#src/lib/money.ts'
import { isPaid } from '#src/checkout/rules/is-paid.ts'
import { planTerms } from './plan/plan-terms.ts'
import { failureOf } from './failure.ts'

/**
 * Confirms, before a payment, that the total and terms on screen, or in the wallet's sheet, are current. Reloads a stale
 * checkout; if they differ, the buyer has to check them and pay again.
 */
export async function confirmTotal(queryClient: QueryClient, { input }: Run<Payment>): Promise<Confirmation> {
  const shown = queryClient.getQueryData(checkoutQuery.queryKey)
  const agreed = input.walletTotal ?? shown?.basket_total
  if (shown && !isUnread(queryClient, checkoutQuery))
    return shown.basket_total === agreed ? confirmed(shown) : changed(newTotal(shown))
  try {
    const checkout = await rereadForPayment(queryClient)
    if (!checkout) return changed('Your basket is empty now. Please refresh the page.')
    if (isPaid(checkout)) return { status: 'success' }
    if (!shown || checkout.basket_total !== agreed) return changed(newTotal(checkout))
    if (planTerms(checkout, input) !== planTerms(shown, input))
      return changed('Your payments have changed. Please check them and pay again.')
    return confirmed(checkout)
  } catch (error) {
    const { kind, message } = failureOf(error)
    return { status: 'failed', kind: 'unsent', message: kind === 'refused' ? message : '' }
  }
}

const confirmed = ({ sale_reference }: Checkout): Confirmation => ({
  status: 'confirmed',
  sale: sale_reference,
})

const changed = (message: string): Confirmation => ({ status: 'failed', kind: 'changed', message })

function newTotal({ basket_total, currency }: Checkout) {
  return `The total has changed to ${formatMoney(basket_total, currency.symbol)}. Please check it and pay again.`
}
