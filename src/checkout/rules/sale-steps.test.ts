import { describe, expect, it } from 'vitest'

import { firstHeldStep, saleSteps, stepFacts, type Step, type SteppedSale } from './sale-steps.ts'

const plain: SteppedSale = {
  organisers: [{ charity: false }],
  charity: null,
  express: false,
  donation: null,
  donation_amount: 0,
  marketing_preferences: null,
  require_delivery_address: false,
  gift_vouchers: [],
  has_require_phone_number: false,
  tickets: [{ ticket_id: 'adult' }],
  before_payment_questions: {},
  after_payment_questions: {},
  has_waivers: false,
  after_sale_messages: [],
}
const charity = { organisers: [{ charity: true }], charity: {} }
const everything = {
  marketing_preferences: {},
  require_delivery_address: true,
  before_payment_questions: { adult: ['?'] },
  after_payment_questions: { adult: ['?'] },
  has_waivers: true,
  after_sale_messages: ['!'],
}

const alwaysThere: Step[] = [
  'basket',
  'captcha',
  'reserve',
  'payment',
  'awaiting_truelayer',
  'deliver_tickets',
  'order_completed',
]
/** Returns the steps of a sale that not every sale has. */
function extraSteps(changes: Partial<SteppedSale>) {
  const facts = stepFacts({ ...plain, ...changes })
  const steps = Object.entries(saleSteps).filter(([, step]) => step.isIn(facts))
  expect(steps.map(([name]) => name)).toEqual(expect.arrayContaining(alwaysThere))
  return steps.map(([name]) => name as Step).filter((name) => !alwaysThere.includes(name))
}

describe('the steps of a sale', () => {
  it('are only the account for a plain basket [CONT-22]', () => {
    expect(extraSteps({})).toEqual(['login'])
  })

  it('exclude all steps between reservation and payment in express [CONT-21]', () => {
    expect(extraSteps({ ...everything, express: true })).toEqual([
      'ticket_questions_after',
      'waiver',
      'after_sale_messages',
    ])
  })

  it('are all steps for a charity, even in express [CONT-20]', () => {
    expect(extraSteps({ ...everything, ...charity, donation_amount: 500, express: true })).toEqual([
      'donation',
      'gift_aid',
      'login',
      'marketing_preferences',
      'delivery_address',
      'ticket_questions_before',
      'ticket_questions_after',
      'waiver',
      'after_sale_messages',
    ])
  })

  it('include the donation only if the first organiser is a charity and the charity is known', () => {
    expect(extraSteps({ ...charity, organisers: [{ charity: false }, { charity: true }] })).toEqual(['login'])
    expect(extraSteps({ ...charity, charity: null })).toEqual(['login'])
    expect(extraSteps({ ...charity, organisers: [] })).toEqual(['login'])
  })

  it('include Gift Aid if there is a donation, in pence or decimal text [CONT-23]', () => {
    const withDonation = ['donation', 'gift_aid', 'login']
    expect(extraSteps({ ...charity, donation_amount: 1 })).toEqual(withDonation)
    expect(extraSteps({ ...charity, donation_amount: '0.01' })).toEqual(withDonation)
    expect(extraSteps({ ...charity, donation: { amount_before_booking_fee: '5.00' } })).toEqual(withDonation)
    expect(extraSteps({ ...charity, donation: { amount_before_booking_fee: 0 } })).toEqual([
      'donation',
      'login',
    ])
    expect(extraSteps({ ...charity, donation_amount: '0.00' })).toEqual(['donation', 'login'])
    expect(extraSteps({ donation_amount: 500 })).toEqual(['login'])
  })

  it('include the delivery address for posted tickets and gift vouchers', () => {
    expect(extraSteps({ require_delivery_address: true })).toEqual(['login', 'delivery_address'])
    expect(extraSteps({ gift_vouchers: ['voucher'] })).toEqual(['login', 'delivery_address'])
  })

  it('include the questions of tickets in the basket only', () => {
    const questions = { adult: [], child: ['?'] }
    const asked = { before_payment_questions: questions, after_payment_questions: questions }
    expect(extraSteps(asked)).toEqual(['login'])
    expect(extraSteps({ ...asked, tickets: [{ ticket_id: 'adult' }, { ticket_id: 'child' }] })).toEqual([
      'login',
      'ticket_questions_before',
      'ticket_questions_after',
    ])
  })

  it('begin after the reservation with the donation, the account, or the payment in express [CONT-20..22]', () => {
    const first = (changes: Partial<SteppedSale>) => firstHeldStep(stepFacts({ ...plain, ...changes }))
    expect(first({ ...charity, express: true })).toBe('donation')
    expect(first({})).toBe('login')
    expect(first({ express: true })).toBe('payment')
  })
})

it('requires a hold from the donation to the bank, and the payment afterwards', () => {
  const inPhase = (phase: string) =>
    Object.entries(saleSteps)
      .filter(([, step]) => step.phase === phase)
      .map(([name]) => name)
  expect(inPhase('basket')).toEqual(['basket', 'captcha', 'reserve'])
  expect(inPhase('held')).toEqual([
    'donation',
    'gift_aid',
    'login',
    'marketing_preferences',
    'delivery_address',
    'ticket_questions_before',
    'payment',
    'awaiting_truelayer',
  ])
  expect(inPhase('paid')).toEqual([
    'deliver_tickets',
    'ticket_questions_after',
    'waiver',
    'after_sale_messages',
    'order_completed',
  ])
})
