import { expect, test } from 'vitest'
import { refundProtectionOffer } from './refund-protection.ts'

const covered = { title: 'Hamlet', refund_protection: true }
const uncovered = { title: 'Raffle', refund_protection: false }

test('offers protection that covers an event and names the events it does not cover [BASK-34]', () => {
  expect(refundProtectionOffer({ has_refund_protection: true, events: [covered, uncovered] })).toEqual({
    isOffered: true,
    uncoveredTitles: ['Raffle'],
  })
})

test('offers no protection that covers no event, or that the checkout lacks [BASK-34]', () => {
  const none = { isOffered: false, uncoveredTitles: [] }
  expect(refundProtectionOffer({ has_refund_protection: true, events: [uncovered] })).toEqual(none)
  expect(refundProtectionOffer({ has_refund_protection: true, events: [] })).toEqual(none)
  expect(refundProtectionOffer({ has_refund_protection: false, events: [covered] })).toEqual(none)
})
