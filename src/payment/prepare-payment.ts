import type { QueryClient } from '@tanstack/react-query'
import type { Payment, Preparation } from '#machines/payment-attempt.ts'
import type { Run } from '#src/checkout/lazy-actors.ts'
import type { PaymentMethod } from '#src/checkout/rules/payment-methods.ts'
import type { PaymentRequest } from './requests.ts'
import { CardRefusal } from '#src/payment/card/card-fields.ts'
import { bankRequest } from './bank/bank-request.ts'
import { cardRequest } from './card/card-request.ts'
import { planRequest } from './plan/plan-request.ts'
import { squareRequest } from './square/square-request.ts'
import { walletRequest } from './wallet/wallet-request.ts'

/** Prepares the request of a payment, with a new idempotency key. Nothing is sent to the shop yet [PAYM-58, PAYM-61]. */
export async function preparePayment(
  queryClient: QueryClient,
  { input }: Run<Payment>,
): Promise<Preparation> {
  const key = crypto.randomUUID()
  try {
    return {
      status: 'prepared',
      key,
      request: await requests[input.method ?? 'card'](queryClient, input, key),
    }
  } catch (error) {
    if (!(error instanceof CardRefusal)) throw error
    // Without a message there was no card form to read.
    const isUncharged = error.message !== ''
    return { status: 'failed', kind: 'card_refused', message: error.message, isUncharged }
  }
}

type Prepare = (
  queryClient: QueryClient,
  payment: Payment,
  key: string,
) => Promise<PaymentRequest> | PaymentRequest

/** What each method sends; a missing one fails to compile. */
const requests: Record<PaymentMethod, Prepare> = {
  card: (queryClient, { details }, key) => cardRequest(queryClient, details, key),
  square: (queryClient, { details }, key) => squareRequest(queryClient, details, key),
  wallet: (_, { details }, key) => walletRequest(details, key),
  bank: (_, { details }) => bankRequest(details),
  plan: (queryClient, { details, plan }, key) => {
    if (!plan) throw new CardRefusal('')
    return planRequest(queryClient, details, plan, key)
  },
}
