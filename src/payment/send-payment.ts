import type { QueryClient } from '@tanstack/react-query'
import type { Sending } from '#machines/payment-attempt.ts'
import type { Run } from '#src/checkout/lazy-actors.ts'
import * as calls from './calls.ts'
import type { PaymentRequest } from './requests.ts'
import type { PaymentReply } from './schemas.ts'
import { failureOf } from './failure.ts'

/** Sends the request of a payment, and returns what came of it. */
export async function sendPayment(
  _queryClient: QueryClient,
  { input }: Run<{ request: PaymentRequest }>,
): Promise<Sending> {
  try {
    return sendingOf(await send(input.request))
  } catch (error) {
    return { status: 'failed', ...failureOf(error) }
  }
}

async function send({ call, body }: PaymentRequest): Promise<Partial<PaymentReply>> {
  switch (call) {
    case 'payWithCard':
      return calls.payWithCard(body)
    case 'payWithSquare':
      return calls.payWithSquare(body)
    case 'payWithInstalment':
      return calls.payWithInstalment(body)
    case 'createTruelayerPayment':
      return { status: 'redirect_to_url', ...(await calls.createTruelayerPayment(body)) }
  }
}

function sendingOf({ status = 'pending', url = '', message = '', charged }: Partial<PaymentReply>): Sending {
  if (status === 'redirect_to_url') return { status, url }
  if (status !== 'unsuccessful') return { status }
  return { status: 'failed', kind: 'declined', message, isUncharged: message !== '' && !charged }
}
