import { expect, test } from 'vitest'
import { protectionCover } from './refund-protection.ts'

const covered = { title: 'Hamlet', refund_protection: true }
const uncovered = { title: 'Raffle', refund_protection: false }
const stream = { title: 'The Tidewrights, Live Stream', refund_protection: false }
const cover = (...events: (typeof covered)[]) => protectionCover({ has_refund_protection: true, events })

test('offers protection that covers an event and names the events it does not cover [BASK-34]', () => {
  expect(cover(covered, uncovered)).toBe('Does not cover Raffle.')
  expect(cover(covered)).toBe('')
})

test('names what it covers if that is the shorter list, and keeps titles with commas apart', () => {
  expect(cover(uncovered, covered, stream)).toBe('Covers only Hamlet.')
  expect(cover(covered, stream, uncovered, covered)).toBe(
    'Does not cover The Tidewrights, Live Stream; Raffle.',
  )
})

test('offers no protection that covers no event, or that the checkout lacks [BASK-34]', () => {
  expect(cover(uncovered)).toBeNull()
  expect(cover()).toBeNull()
  expect(protectionCover({ has_refund_protection: false, events: [covered] })).toBeNull()
})
