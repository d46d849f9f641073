import { expect, test } from 'vitest'
import { instalmentOptions, type PayableCheckout, paymentMethods } from './payment-methods.ts'

const option = { label: 'Months', schedule: [] }
const plans = { '1': option, '3': option, '10': option }
const cardOnly = { methods: ['card'], preselected: 'card', showsList: false, isUnavailable: false }

const methodsFor = (changes: Partial<PayableCheckout>) =>
  paymentMethods({
    basket_total: 5000,
    express: false,
    sagepay_or_stripe: '',
    payment_plan_schedule_options: {},
    currency: { code: 'GBP' },
    opoa: { provider: '' },
    organisers: [{ is_saas: false }],
    ...changes,
  })

test('offers only Square for an organiser with Square [PAYM-31]', () => {
  const square = { methods: ['square'], preselected: 'square', showsList: false, isUnavailable: false }
  expect(methodsFor({ opoa: { provider: 'square' } })).toEqual(square)
  expect(methodsFor({ opoa: { provider: 'square' }, express: true })).toEqual(square)
  expect(methodsFor({ opoa: { provider: 'square' }, payment_plan_schedule_options: plans })).toEqual(square)
})

test('lists bank transfer and card in pounds and euros, with none preselected [PAYM-33, PAYM-41]', () => {
  for (const code of ['GBP', 'EUR'])
    expect(methodsFor({ currency: { code } })).toEqual({
      methods: ['bank', 'card'],
      preselected: null,
      showsList: true,
      isUnavailable: false,
    })
})

test('offers no bank transfer in other currencies and preselects card, hiding the list [PAYM-34, PAYM-40, PAYM-41]', () => {
  expect(methodsFor({ currency: { code: 'USD' } })).toEqual(cardOnly)
})

test('offers only card if the provider is Stripe [PAYM-35, PAYM-39]', () => {
  expect(methodsFor({ opoa: { provider: 'stripe' } })).toEqual(cardOnly)
  expect(methodsFor({ sagepay_or_stripe: 'Stripe' })).toEqual(cardOnly)
  expect(methodsFor({ sagepay_or_stripe: 'sagepay' }).methods).toEqual(['bank', 'card'])
})

test('offers card exactly once below, at and above 2000 [PAYM-36, PAYM-37]', () => {
  for (const basket_total of [1, 1999_99, 2000_00, 2000_01])
    for (const code of ['GBP', 'USD'])
      expect(
        methodsFor({ basket_total, currency: { code } }).methods.filter((method) => method === 'card'),
      ).toHaveLength(1)
})

test('offers only card in express checkout, even with plan options [PAYM-38]', () => {
  expect(methodsFor({ express: true })).toEqual(cardOnly)
  expect(methodsFor({ express: true, payment_plan_schedule_options: plans })).toEqual(cardOnly)
})

test('lists card and the plan for Stripe with plan options [PAYM-39, PAYM-41]', () => {
  const withPlans = { payment_plan_schedule_options: plans }
  const listed = { preselected: null, showsList: true, isUnavailable: false }
  expect(methodsFor({ ...withPlans, opoa: { provider: 'stripe' } })).toEqual({
    methods: ['card', 'plan'],
    ...listed,
  })
  expect(methodsFor({ ...withPlans, currency: { code: 'USD' } })).toEqual({
    methods: ['card', 'plan'],
    ...listed,
  })
  expect(methodsFor(withPlans)).toEqual({ methods: ['bank', 'card', 'plan'], ...listed })
})

test('omits payment in full from the instalment options [INST-04]', () => {
  expect(instalmentOptions({ payment_plan_schedule_options: plans })).toEqual(['3', '10'])
  expect(methodsFor({ payment_plan_schedule_options: { '1': option }, currency: { code: 'USD' } })).toEqual(
    cardOnly,
  )
})

test('offers nothing if a software-as-a-service organiser has no provider, unless the basket is free [PAYM-52]', () => {
  const nothing = { methods: [], preselected: null, showsList: false }
  const organisers = [{ is_saas: true }]
  expect(methodsFor({ organisers })).toEqual({ ...nothing, isUnavailable: true })
  expect(methodsFor({ organisers, basket_total: 0 })).toEqual({ ...nothing, isUnavailable: false })
  expect(methodsFor({ organisers, opoa: { provider: 'stripe' } }).isUnavailable).toBe(false)
  expect(methodsFor({ organisers: [] }).isUnavailable).toBe(false)
})
