import { expect, it } from 'vitest'
import type { QuantityDraft } from '#machines/basket.ts'
import { whyNotReserve } from './why-not-reserve.ts'

const line = { ticket_id: '1', qty: 4, min_per_customer: 4, required_tickets: [] }

function drafted(quantity: number) {
  const draft: QuantityDraft = { kind: 'ticket', id: '1', value: 0, quantity, flag: 'none', isPending: true }
  return { 'ticket 1 0': draft }
}

it('explains that the basket is being updated if it is valid', () => {
  expect(whyNotReserve({ tickets: [line] }, {})).toBe('Your basket is being updated.')
})

it('explains that there are too few tickets, by the last typed quantity', () => {
  const tooFew = 'One type of ticket is below its minimum.'
  expect(whyNotReserve({ tickets: [{ ...line, qty: 3 }] }, {})).toBe(tooFew)
  expect(whyNotReserve({ tickets: [line] }, drafted(3))).toBe(tooFew)
  expect(whyNotReserve({ tickets: [{ ...line, qty: 3 }] }, drafted(4))).toBe('Your basket is being updated.')
})

it('says that there are too few tickets of one type, though enough of another', () => {
  expect(
    whyNotReserve(
      {
        tickets: [
          { ...line, qty: 3 },
          { ...line, ticket_id: '2' },
        ],
      },
      {},
    ),
  ).toBe('One type of ticket is below its minimum.')
})

it('explains that a required ticket is missing', () => {
  const needy = { ...line, required_tickets: [{ ids: ['2'], title: 'Adult' }] }
  expect(whyNotReserve({ tickets: [needy] }, {})).toBe('A required ticket is missing.')
  expect(whyNotReserve({ tickets: [needy, { ...line, ticket_id: '2' }] }, {})).toBe(
    'Your basket is being updated.',
  )
})
