import type { QueryClient } from '@tanstack/react-query'
import { paymentAttemptMachine } from '#machines/payment-attempt.ts'
import { actorsOf } from '#src/checkout/actors-of.ts'
import { openAddress } from '#src/checkout/open-address.ts'
import { confirmTotal } from './confirm-total.ts'
import { lookUpPayment } from './look-up-payment.ts'
import { reloadCheckout } from './paid-facts.ts'
import { getPaymentError } from './payment-error.ts'
import { preparePayment } from './prepare-payment.ts'
import { rememberAttempts } from './remember-attempts.ts'
import { sendPayment } from './send-payment.ts'

/** Returns the payment attempt chart with its actors. */
export const paymentAttemptChart = (queryClient: QueryClient) =>
  paymentAttemptMachine.provide({
    actors: actorsOf(queryClient, {
      confirmTotal,
      preparePayment,
      sendPayment,
      reloadCheckout,
      lookUpPayment,
      getPaymentError,
      openAddress,
    }),
    actions: { rememberAttempts: (_, { attempts }) => rememberAttempts(attempts) },
  })
