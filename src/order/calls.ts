import { queryOptions } from '@tanstack/react-query'
import { request } from '#src/http/client.ts'
import { reading } from '#src/http/reading.ts'
import type { CodeRequest, EmailRequest } from '#src/account/requests.ts'
import type {
  CancelTransferRequest,
  CorrectTransferRequest,
  FeedbackRequest,
  TransferEntry,
  TransfersRequest,
} from './requests.ts'
import {
  rewardReferrerLinkSchema,
  simpleInfoSchema,
  transfersSchema,
  type Offer,
  type OfferChange,
  type SimpleInfo,
} from './schemas.ts'
import { ignored } from '#src/http/wire.ts'

/** Loads reference and email of the order [CALL-35]. */
export function getSimpleInfo(): Promise<SimpleInfo> {
  return request(simpleInfoSchema, 'GET', '/ajax/checkout/checkout/get_simple_info/')
}

export const simpleInfoQuery = queryOptions({
  queryKey: ['simple-info'],
  queryFn: () => getSimpleInfo(),
  ...reading,
})

/** Loads the buyer's reward link, '' if there is none [CALL-36]. */
export function getRewardReferrerLink(): Promise<string> {
  return request(rewardReferrerLinkSchema, 'GET', '/ajax/checkout/checkout/get_reward_referrer_link/')
}

export const rewardReferrerLinkQuery = queryOptions({
  queryKey: ['reward-referrer-link'],
  queryFn: () => getRewardReferrerLink(),
  ...reading,
})

/** Sends the buyer's feedback [CALL-37]. */
export function sendCustomerFeedback(message: string): Promise<void> {
  const body: FeedbackRequest = { message }
  return request(ignored, 'POST', '/ajax/checkout/checkout/send_customer_feedback/', body)
}

/** Subscribes the buyer to event updates [CALL-38]. */
export function subscribeToEvents(): Promise<void> {
  return request(ignored, 'POST', '/ajax/checkout/checkout/subscribe_to_events/')
}

/** Has the tickets sent to the email of the order again: our own call, which other back-ends may lack. */
export function resendTickets(): Promise<void> {
  return request(ignored, 'POST', '/ajax/checkout/checkout/resend_tickets/')
}

/** Sends a one-time code to a corrected email: our own call, which other back-ends may lack. */
export function sendEmailCode(email: string): Promise<void> {
  const body: EmailRequest = { email }
  return request(ignored, 'POST', '/ajax/checkout/checkout/send_email_code/', body)
}

/** Changes the email of the order to one that the code proves, and sends the tickets there: our own call. */
export function changeEmail(proof: CodeRequest): Promise<void> {
  return request(ignored, 'POST', '/ajax/checkout/checkout/change_email/', proof)
}

/**
 * Transfers tickets to other people [CALL-39]. Returns the order's offers, if the back-end lists them. `attempt` is our own: a
 * repeated request with the same key changes nothing.
 */
export async function setTransfers(transfers: TransferEntry[], attempt: string): Promise<Offer[]> {
  const body: TransfersRequest = { transfers, attempt }
  const reply = await request(transfersSchema, 'POST', '/ajax/checkout/checkout/set_transfers/', body)
  return reply.transfers
}

/** Changes an offer, and returns the order's offers: our own calls, which other back-ends may lack. */
export async function changeOffer({ id, recipient }: OfferChange): Promise<Offer[]> {
  const call = recipient ? 'correct_transfer' : 'cancel_transfer'
  const body: CancelTransferRequest | CorrectTransferRequest = { transfer_id: id, ...recipient }
  return (await request(transfersSchema, 'POST', `/ajax/checkout/checkout/${call}/`, body)).transfers
}
