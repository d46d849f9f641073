import { describe, expect, it } from 'vitest'
import type { Facts } from '#src/checkout/rules/facts.ts'
import { settle } from './testing/fake-shop.ts'
import { startCheckout } from './testing/start-checkout.ts'

const back = { type: 'step.back' } as const
const stepOf = (where: string) => where.split('.')[0]

const all: Partial<Facts> = {
  isCharity: true,
  hasDonation: true,
  hasMarketingPreferences: true,
  needsDeliveryAddress: true,
  hasQuestionsBefore: true,
}

/** Goes back from payment as far as possible. Returns the steps, and those reported to the shop. */
async function goBack(facts: Partial<Facts>) {
  const checkout = await startCheckout({ facts: { ...facts, state: 'payment' } })
  const steps = [stepOf(checkout.where())]
  while (checkout.actor.getSnapshot().can(back)) {
    checkout.send(back)
    await settle()
    steps.push(stepOf(checkout.where()))
  }
  return {
    steps,
    reported: checkout.inputs('updateBasketState').map((input) => (input as { state: string }).state),
  }
}

describe('the way back', () => {
  it.each<[string, Partial<Facts>, string[]]>([
    [
      'every step',
      all,
      [
        'ticket_questions_before',
        'delivery_address',
        'marketing_preferences',
        'login',
        'gift_aid',
        'donation',
      ],
    ],
    ['no optional step', {}, ['login']],
    ['an address only', { needsDeliveryAddress: true }, ['delivery_address', 'login']],
    ['emails to choose only', { hasMarketingPreferences: true }, ['marketing_preferences', 'login']],
    [
      'questions and emails to choose',
      { hasMarketingPreferences: true, hasQuestionsBefore: true },
      ['ticket_questions_before', 'marketing_preferences', 'login'],
    ],
    ['questions only', { hasQuestionsBefore: true }, ['ticket_questions_before', 'login']],
    ['a charity without a donation', { isCharity: true }, ['login', 'donation']],
    ['express checkout', { isExpress: true, hasQuestionsBefore: true, needsDeliveryAddress: true }, []],
  ])('leads from payment through %s, and tells the shop each step [CONT-50]', async (_, facts, steps) => {
    const gone = await goBack(facts)
    expect(gone.steps).toEqual(['payment', ...steps])
    expect(gone.reported).toEqual(steps)
  })

  it('is closed while a payment is open, and open again once it has failed', async () => {
    const checkout = await startCheckout({ facts: { state: 'payment' } })
    checkout.send({ type: 'payment.opened' })
    expect(checkout.actor.getSnapshot().can(back)).toBe(false)
    checkout.send({ type: 'payment.settled', attempts: [] })
    expect(checkout.actor.getSnapshot().can(back)).toBe(true)
  })

  it.each(['basket', 'awaiting_truelayer', 'deliver_tickets', 'order_completed'] as const)(
    'is closed at %s',
    async (state) => {
      const checkout = await startCheckout({ facts: { ...all, state } })
      expect(checkout.actor.getSnapshot().can(back)).toBe(false)
    },
  )

  it('leads from payment straight to the account and to the address, to change them', async () => {
    for (const [type, step] of [
      ['account.change', 'login'],
      ['address.change', 'delivery_address'],
    ] as const) {
      const checkout = await startCheckout({ facts: { ...all, state: 'payment' } })
      checkout.send({ type })
      expect(stepOf(checkout.where())).toBe(step)
    }
  })

  it('keeps the hold: its end leads back to the basket from the step before, too [CONT-56]', async () => {
    const checkout = await startCheckout({ facts: { ...all, state: 'payment' }, seconds: 60 })
    checkout.send(back)
    checkout.send({ type: 'countdown.expired' })
    expect(stepOf(checkout.where())).toBe('basket')
  })
})
