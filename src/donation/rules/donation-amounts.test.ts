import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { checkoutSchema } from '#src/checkout/schemas/checkout.ts'
import {
  donationAmount,
  donationFee,
  giftAidValue,
  isDonationEnough,
  needsGiftAidAddress,
  withDonation,
} from './donation-amounts.ts'

const charity = {
  base_fee: 20,
  booking_fee: 1.4,
  booking_fee_includes_vat: false,
  booking_fee_vat: 20,
  booking_fee_cap: null,
}

test('requires a donation of at least 1 [DONA-08]', () => {
  expect(isDonationEnough(null)).toBe(false)
  expect(isDonationEnough(99)).toBe(false)
  expect(isDonationEnough(100)).toBe(true)
})

test('charges the base fee plus a percentage of the amount [DONA-15]', () => {
  expect(donationFee(1000, charity)).toBe(34)
  expect(donationFee(1000, { ...charity, base_fee: 0, booking_fee: 0 })).toBe(0)
  expect(donationFee(0, charity)).toBe(0)
})

test('rounds the fee half up, once and exactly [DONA-15]', () => {
  expect(donationFee(250, { ...charity, base_fee: 0, booking_fee: 0.6 })).toBe(2)
  expect(donationFee(249, { ...charity, base_fee: 0, booking_fee: 0.6 })).toBe(1)
  // 1.15 % of 3000 is 34.5, which a float makes 34.49…
  expect(donationFee(3000, { ...charity, base_fee: 0, booking_fee: 1.15 })).toBe(35)
})

test('adds VAT to the whole fee if the charity adds it [DONA-16]', () => {
  expect(donationFee(5000, { ...charity, booking_fee_includes_vat: true })).toBe(108)
  expect(donationFee(5000, charity)).toBe(90)
})

test('limits the fee to the cap after VAT [DONA-17]', () => {
  const capped = { ...charity, booking_fee_includes_vat: true, booking_fee_cap: 100 }
  expect(donationFee(5000, capped)).toBe(100)
  expect(donationFee(100, capped)).toBe(26)
})

test('never lowers the fee for a larger donation, and never exceeds the cap [DONA-15..17]', () => {
  const percent = fc.integer({ min: 0, max: 2500 }).map((hundredths) => hundredths / 100)
  const charities = fc.record({
    base_fee: fc.nat(500),
    booking_fee: percent,
    booking_fee_includes_vat: fc.boolean(),
    booking_fee_vat: percent,
    booking_fee_cap: fc.option(fc.nat(10_000)),
  })
  fc.assert(
    fc.property(charities, fc.nat(100_000_000), fc.nat(100_000), (terms, amount, more) => {
      const fee = donationFee(amount, terms)
      expect(Number.isSafeInteger(fee) && fee >= 0).toBe(true)
      expect(donationFee(amount + more, terms)).toBeGreaterThanOrEqual(fee)
      expect(fee).toBeLessThanOrEqual(terms.booking_fee_cap ?? Infinity)
    }),
    { numRuns: 10_000 },
  )
})

test('adds 25 % to a donation with Gift Aid [GIFT-14]', () => {
  expect(giftAidValue(2000)).toBe(2500)
  expect(giftAidValue(1)).toBe(1)
  expect(giftAidValue(2)).toBe(3)
})

test('requires an address for Gift Aid from £20 [GIFT-10, GIFT-11]', () => {
  expect(needsGiftAidAddress(2000)).toBe(true)
  expect(needsGiftAidAddress(1999)).toBe(false)
})

describe('the donation of a checkout', () => {
  const charity = {
    id: '7',
    base_fee: '0.20',
    booking_fee: 0,
    booking_fee_includes_vat: false,
    booking_fee_vat: 0,
    booking_fee_cap: null,
  }
  const basket = checkoutSchema.parse({ state: 'donation', basket_total: '20.00', charity })
  const donated = checkoutSchema.parse({
    state: 'donation',
    basket_total: '25.20',
    charity,
    donation: { amount_before_booking_fee: '5.00', booking_fee: '0.20', is_gift_aid: 1 },
    donation_amount: '5.00',
  })

  test("is its amount before the fee, or the checkout's own amount [ENTI-08]", () => {
    expect(donationAmount(donated)).toBe(5_00)
    expect(donationAmount({ donation: null, donation_amount: 3_00 })).toBe(3_00)
    expect(donationAmount({ ...donated, donation_amount: 0 })).toBe(5_00)
    expect(donationAmount(basket)).toBe(0)
  })

  test('is added to the total with its fee [DONA-15]', () => {
    expect(withDonation(basket, 10_00)).toEqual({
      ...basket,
      donation: { amount_before_booking_fee: 10_00, booking_fee: 20, is_gift_aid: false },
      donation_amount: 10_00,
      basket_total: 30_20,
    })
  })

  test('replaces the previous one and keeps its Gift Aid [DONA-15]', () => {
    expect(withDonation(donated, 10_00)).toEqual({
      ...donated,
      donation: { amount_before_booking_fee: 10_00, booking_fee: 20, is_gift_aid: true },
      donation_amount: 10_00,
      basket_total: 30_20,
    })
  })

  test('is subtracted from the total when withdrawn [DONA-14]', () => {
    expect(withDonation(donated, 0)).toEqual({
      ...donated,
      donation: null,
      donation_amount: 0,
      basket_total: 20_00,
    })
  })

  test('has no fee without a charity', () => {
    expect(withDonation({ ...basket, charity: null }, 10_00)).toMatchObject({
      donation: { booking_fee: 0 },
      basket_total: 30_00,
    })
  })
})
