import { expect, it } from 'vitest'
import { checkoutSchema } from '#src/checkout/schemas/checkout.ts'
import type { Offer } from '#src/order/schemas.ts'
import { transferLines } from './order-offers.ts'

const line = { ticket_id: 1, event_name: 'Lantern Evening', ticket_name: 'Adult', qty: '2', price: '18.50' }
const seated = { ...line, ticket_id: 2, seats: [{ section: 'A', row: '1', number: '4' }] }
const linesOf = (checkout: object, offers: Offer[] = []) =>
  transferLines(checkoutSchema.parse(checkout), offers)

it('lets only tickets without seats be transferred, as "event name - ticket name" [DONE-21, XFER-33, XFER-34, OPEN-88]', () => {
  const dated = { ...line, nice_date: 'Fri 1 Jan 2027', thumbnail: '/pictures/lantern.svg' }
  const [date, picture] = [dated.nice_date, dated.thumbnail]
  expect(linesOf({ tickets: [dated, seated] })).toEqual([
    { ticketId: '1', title: 'Lantern Evening - Adult', qty: 2, date, picture },
  ])
  expect(linesOf({ tickets: [seated] })).toEqual([])
  expect(linesOf({ tickets: [] })).toEqual([])
})

it('lets nothing be transferred that the shop says is not transferable, such as a poster [XFER-34]', () => {
  expect(linesOf({ tickets: [{ ...line, non_transferable: 1 }] })).toEqual([])
  expect(linesOf({ tickets: [{ ...line, non_transferable: '0' }] })).toHaveLength(1)
})

it('names a line without a ticket name after its event alone', () => {
  expect(linesOf({ tickets: [{ ...line, ticket_name: '' }] })[0]?.title).toBe('Lantern Evening')
})

it('lets nothing more be transferred once tickets have been sent [DONE-21, OPEN-88]', () => {
  expect(linesOf({ tickets: [line], has_transfers: '1' })).toEqual([])
})

it('lets tickets be transferred again that came back, beside those that others can accept or have accepted', () => {
  const offer = { id: 'o1', ticket_id: '1', title: '', qty: 1, name: '', email: '', send_on: '' }
  const linesWith = (...statuses: string[]) =>
    linesOf(
      { tickets: [line] },
      statuses.map((status) => ({ ...offer, status })),
    )
  for (const standing of ['offered', 'scheduled', 'accepted']) {
    expect(linesWith(standing, 'declined')).toMatchObject([{ qty: 1 }])
    expect(linesWith(standing, 'offered')).toEqual([])
  }
  expect(linesWith('declined', 'cancelled')).toMatchObject([{ qty: 2 }])
})
