import { expect, it } from 'vitest'
import { checkoutSchema } from '#src/checkout/schemas/checkout.ts'
import { whyNotTransferable } from './not-transferable.ts'

const line = { ticket_id: 1, event_name: 'Lantern Evening', ticket_name: 'Adult', qty: '2', price: '18.50' }
const whyOf = (...lines: object[]) =>
  whyNotTransferable(checkoutSchema.parse({ tickets: lines.map((one) => ({ ...line, ...one })) }).tickets)

it('says once for several seated lines why they cannot be transferred, and whom to ask [XFER-34]', () => {
  expect(whyOf({ seats: ['A-1-2'] }, { seats: ['A-1-3'] }, {})).toEqual([
    'Tickets with a numbered seat cannot be transferred here. To give one to somebody else, contact the organiser.',
  ])
})

it('says when what comes by post can be passed on', () => {
  expect(whyOf({ non_transferable: 1, is_posted: 1 })).toEqual([
    'What comes by post cannot be transferred here. You can give it to somebody else once it has arrived.',
  ])
})

it('names other tickets that the back-end does not let be transferred', () => {
  expect(whyOf({ non_transferable: 1 })).toEqual(['Lantern Evening - Adult cannot be transferred here.'])
})

it('says nothing of tickets that can be transferred', () => {
  expect(whyOf({})).toEqual([])
})
