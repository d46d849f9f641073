import { queryOptions } from '@tanstack/react-query'
import { request } from '#src/http/client.ts'
import { reading } from '#src/http/reading.ts'
import type { BankTransfer, CardPayment, ClaimRequest, InstalmentPayment, SquarePayment } from './requests.ts'
import {
  bankPageSchema,
  bankStatusReplySchema,
  cardCredentialsSchema,
  paymentErrorSchema,
  paymentReplySchema,
  squareCredentialsSchema,
  type BankPage,
  type BankStatus,
  type CardCredentials,
  type PaymentError,
  type PaymentReply,
  type SquareCredentials,
} from './schemas.ts'
import { ignored } from '#src/http/wire.ts'

/** Script address of the second card provider [CALL-34]. */
export const squareScript = '/ajax/checkout/checkout/javascript-square/'

/** Loads the credentials of the card form; not one of the documented calls. */
export function getCardCredentials(): Promise<CardCredentials> {
  return request(cardCredentialsSchema, 'POST', '/ajax/checkout/checkout/get_card_credentials/')
}

export const cardCredentialsQuery = queryOptions({
  queryKey: ['card-credentials'],
  queryFn: () => getCardCredentials(),
  ...reading,
})

/** Loads the credentials of the second card provider's form [CALL-34]. */
export function getSquareCredentials(): Promise<SquareCredentials> {
  return request(squareCredentialsSchema, 'POST', '/ajax/checkout/checkout/get_square_credentials/')
}

export const squareCredentialsQuery = queryOptions({
  queryKey: ['square-credentials'],
  queryFn: () => getSquareCredentials(),
  ...reading,
})

/** Pays by card. Not one of the documented calls; its reply is that of `payWithInstalment`. */
export function payWithCard(payment: CardPayment): Promise<PaymentReply> {
  return request(paymentReplySchema, 'POST', '/ajax/checkout/checkout/pay_with_card/', payment)
}

/** Pays by the second card provider. Not one of the documented calls; its reply is that of `payWithInstalment`. */
export function payWithSquare(payment: SquarePayment): Promise<PaymentReply> {
  return request(paymentReplySchema, 'POST', '/ajax/checkout/checkout/pay_with_square/', payment)
}

/** Sets up a payment plan and pays its first instalment [CALL-23]. */
export function payWithInstalment(payment: InstalmentPayment): Promise<PaymentReply> {
  return request(paymentReplySchema, 'POST', '/ajax/checkout/checkout/pay_with_instalment/', payment)
}

/**
 * Creates a bank transfer; returns the address of the bank's page [CALL-24]. The documented body is empty; the contact
 * number is sent only if the buyer was asked for it.
 */
export function createTruelayerPayment(details: BankTransfer = {}): Promise<BankPage> {
  return request(bankPageSchema, 'POST', '/ajax/checkout/checkout/create_truelayer_payment/', details)
}

/** Loads the status of the bank transfer [CALL-27]. */
export async function getTruelayerStatus(signal: AbortSignal): Promise<BankStatus> {
  const reply = await request(
    bankStatusReplySchema,
    'POST',
    '/ajax/checkout/checkout/get_truelayer_status/',
    {},
    { signal },
  )
  return reply.truelayer_status
}

/** Loads the error message of the last payment, '' for none, and whether it is still open [CALL-25]. */
export function getPaymentError(): Promise<PaymentError> {
  return request(paymentErrorSchema, 'POST', '/ajax/checkout/checkout/get_payment_error/')
}

/** Claims a free basket for this email [CALL-26]. */
export function claimFreeTickets(email: string): Promise<void> {
  const body: ClaimRequest = { email }
  return request(ignored, 'POST', '/ajax/checkout/checkout/claim_free_tickets/', body)
}
