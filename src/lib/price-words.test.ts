import { expect, it } from 'vitest'
import { formatMoney } from './money.ts'
import { priceWords, times } from './price-words.ts'

const pounds = (pence: number) => formatMoney(pence, '£')

it('says what will be charged first, and the price and the fee as its parts [BASK-31]', () => {
  expect(priceWords({ price: 1850, fee: 150 }, pounds)).toEqual({
    charged: '£20.00',
    parts: '£18.50 +\u00a0£1.50\u00a0fee',
  })
})

it('names a fee that is inside the price [BASK-30]', () => {
  expect(priceWords({ price: 1500, fee: 120, isFeeInside: true }, pounds)).toEqual({
    charged: '£16.20',
    parts: 'includes £1.20\u00a0fee',
  })
})

it('has no parts without a fee, and says FREE for nothing to pay [BASK-29]', () => {
  expect(priceWords({ price: 1500, fee: 0, isFeeInside: true }, pounds)).toEqual({
    charged: '£15.00',
    parts: '',
  })
  for (const price of [0, -100])
    expect(priceWords({ price, fee: 0 }, pounds)).toEqual({ charged: 'FREE', parts: '' })
  expect(priceWords({ price: 0, fee: 0 }, pounds, 'Free').charged).toBe('Free')
})

it('keeps FREE beside the fee of a free ticket that has one [BASK-29]', () => {
  for (const isFeeInside of [true, false])
    expect(priceWords({ price: 0, fee: 100, isFeeInside }, pounds)).toEqual({
      charged: '£1.00',
      parts: 'FREE +\u00a0£1.00\u00a0fee',
    })
})

it('multiplies price and fee alike', () => {
  expect(times(3, { price: 1850, fee: 150, isFeeInside: true })).toEqual({
    price: 5550,
    fee: 450,
    isFeeInside: true,
  })
})
