import { expect, it } from 'vitest'
import { checkoutSchema } from '#src/checkout/schemas/checkout.ts'
import { basketWarnings } from './basket-warnings.ts'
import { expired } from './rules/expired.ts'

const quiet = checkoutSchema.parse({
  state: 'basket',
  basket_total: '20.00',
  tickets: [{ ticket_id: '1', qty: 1, price: '20.00' }],
})
const fine = { reservingError: '', showsExpiryNotice: false, hasEmptied: false }

it('has no warnings for a valid basket', () => {
  expect(basketWarnings(quiet, fine)).toEqual([])
})

it('warns that the checkout time expired, unless there is a reservation error [BASK-62]', () => {
  expect(basketWarnings(quiet, { ...fine, showsExpiryNotice: true })).toEqual([
    'Your checkout time expired. If the tickets are still available, you can try to reserve them again.',
  ])
  expect(basketWarnings(quiet, { ...fine, reservingError: 'Sold out', showsExpiryNotice: true })).toEqual([
    'Sold out',
  ])
})

it('tells once that the checkout time expired, also if the server says so, and not beside another reason [BASK-62]', () => {
  const checkout = { ...quiet, reserving_error: expired }
  expect(basketWarnings(checkout, fine)).toEqual([expired])
  expect(basketWarnings(checkout, { ...fine, showsExpiryNotice: true })).toEqual([expired])
  expect(basketWarnings(checkout, { ...fine, reservingError: 'Sold out' })).toEqual(['Sold out'])
})

it('says no longer that the time expired once the buyer has emptied the basket, but what else happened', () => {
  const emptied = { ...fine, hasEmptied: true }
  expect(basketWarnings(quiet, { ...emptied, showsExpiryNotice: true })).toEqual([])
  expect(basketWarnings({ ...quiet, reserving_error: expired }, emptied)).toEqual([])
  expect(basketWarnings(quiet, { ...emptied, reservingError: 'Try later' })).toEqual(['Try later'])
})

it("shows the server's errors of the reservation and of the basket, each text once [CONT-68, CONT-69]", () => {
  const checkout = {
    ...quiet,
    reserving_error: 'Sold out',
    basket_errors: ['One ticket was taken out', 'Sold out'],
  }
  expect(basketWarnings(checkout, { ...fine, reservingError: 'Sold out' })).toEqual([
    'Sold out',
    'One ticket was taken out',
  ])
})

it('warns about tickets that were removed for their currency [BASK-63, ERRS-11]', () => {
  expect(basketWarnings({ ...quiet, had_mismatching_currencies: true }, fine)).toEqual([
    'Unfortunately, some tickets had to be removed because they are being sold using a different currency from tickets already in the basket. Please purchase them separately',
  ])
})

it('warns before the reservation that the organiser takes no payments yet [PAYM-52]', () => {
  const unconfigured = { state: 'basket', organisers: [{ id: '1', name: 'Rooftop', is_saas: 1 }], opoa: {} }
  const warnings = (total: string) =>
    basketWarnings(checkoutSchema.parse({ ...unconfigured, basket_total: total }), fine)
  expect(warnings('20.00')).toEqual([
    'The organiser has not set up payments yet, so these tickets can be reserved but not paid for.',
  ])
  expect(warnings('0.00')).toEqual([])
})
