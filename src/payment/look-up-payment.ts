import { isPassing } from '#src/http/errors.ts'
import { getPaymentError } from './payment-error.ts'

/**
 * Asks the shop about a payment whose reply was lost, without sending it. A back-end that lacks or refuses the call tells
 * nothing. Throws if it cannot be asked now.
 */
export function lookUpPayment(): Promise<{ text: string; isPending: boolean }> {
  return getPaymentError().catch((error: unknown) => {
    if (isPassing(error)) throw error
    return { text: '', isPending: false }
  })
}
