import { expect, test } from 'vitest'
import { deliveryProgress } from './delivery-progress.ts'

const statuses = (substate: string) => deliveryProgress(substate)?.map(({ status }) => status)
const texts = (substate: string, hasPlan = false) =>
  deliveryProgress(substate, { hasPlan })?.map(({ text }) => text)

test('lists payment, wallet and email in this order [DELI-02..04]', () => {
  expect(statuses('payment_complete')).toEqual(['done', 'current', 'waiting'])
  expect(statuses('delivering_to_ticket_wallet')).toEqual(['done', 'current', 'waiting'])
  expect(statuses('delivering_to_email')).toEqual(['done', 'done', 'current'])
  expect(statuses('delivered')).toEqual(['done', 'done', 'done'])
})

test('has a message for pending and for completed deliveries [DELI-02..04]', () => {
  expect(texts('delivering_to_ticket_wallet')).toEqual([
    'Payment complete',
    'Delivering your tickets to your Bitticket wallet',
    'Sending your ticket wallet to your email',
  ])
  expect(texts('delivered')).toEqual([
    'Payment complete',
    'Tickets delivered to your Bitticket wallet',
    'Ticket wallet sent to your email',
  ])
})

test('shows a failed delivery and the pending email, or a failed email', () => {
  expect(statuses('delivery_failed')).toEqual(['done', 'failed', 'waiting'])
  expect(statuses('email_failed')).toEqual(['done', 'done', 'failed'])
  expect(deliveryProgress('fetching_user')).toBeNull()
})

test('explains with an instalment plan that tickets are checked and some come at the end of the schedule [DELI-11]', () => {
  expect(texts('delivering_to_ticket_wallet', true)?.[1]).toBe(
    'Checking your tickets. Some are delivered at the end of your payment schedule',
  )
  expect(texts('delivered', true)?.[1]).toBe(
    'Tickets checked. Some are delivered at the end of your payment schedule',
  )
})

test('says of free tickets that they are booked, and of no payment', () => {
  expect(deliveryProgress('payment_complete', { isFree: true })?.[0]?.text).toBe('Booked. Nothing to pay.')
  expect(deliveryProgress('loading', { isFree: true })?.[0]?.text).toBe('Booked. Nothing to pay.')
})
