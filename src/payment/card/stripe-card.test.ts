import type { StripeCardNumberElement } from '@stripe/stripe-js'
import { expect, test, vi } from 'vitest'
import { CardRefusal } from './card-fields.ts'
import { stripeCard, type StripeFields } from './stripe-card.ts'

const card = {} as StripeCardNumberElement // passed on unseen
const paid = { amount: 5_300, currency: 'GBP' }

function fields(reply: object, element: StripeCardNumberElement | null = card) {
  const createPaymentMethod = vi.fn().mockResolvedValue(reply)
  const elements = { getElement: vi.fn().mockReturnValue(element) }
  return {
    createPaymentMethod,
    form: stripeCard({ stripe: { createPaymentMethod }, elements } as StripeFields),
  }
}

test('creates a payment method from the mounted card with the full name as billing name [PAYM-58, PAYM-59]', async () => {
  const { createPaymentMethod, form } = fields({ paymentMethod: { id: 'pm_1', object: 'x' } })
  expect(await form.createPaymentMethod({ name: 'Ada Byron', ...paid })).toEqual({ id: 'pm_1' })
  expect(createPaymentMethod).toHaveBeenCalledWith({
    type: 'card',
    card,
    billing_details: { name: 'Ada Byron' },
  })
})

test("tells the card's face, as the shop saves it [INST-24]", async () => {
  const card = {
    brand: 'visa',
    last4: '4242',
    exp_month: 4,
    exp_year: 2031,
    funding: 'credit',
    country: 'GB',
  }
  const { form } = fields({ paymentMethod: { id: 'pm_1', card } })
  expect(await form.createPaymentMethod({ name: '', ...paid })).toEqual({
    id: 'pm_1',
    face: { brand: 'visa', last4: '4242', month: 4, year: 2031, funding: 'credit' },
  })
})

test('sends only known billing details [OPEN-77]', async () => {
  const { createPaymentMethod, form } = fields({ paymentMethod: { id: 'pm_1' } })
  await form.createPaymentMethod({ name: '', postcode: 'LS1 1AA', ...paid })
  await form.createPaymentMethod({ name: '', postcode: '', ...paid })
  expect(createPaymentMethod.mock.calls).toEqual([
    [{ type: 'card', card, billing_details: { address: { postal_code: 'LS1 1AA' } } }],
    [{ type: 'card', card, billing_details: {} }],
  ])
})

test.each([
  [{ message: 'Your card number is incomplete.' }, 'Your card number is incomplete.'],
  [{}, ''],
])("fails with the provider's message, '' for none: %j", async (error, message) => {
  const refusal = fields({ error }).form.createPaymentMethod({ name: '', ...paid })
  await expect(refusal).rejects.toBeInstanceOf(CardRefusal)
  await expect(refusal).rejects.toHaveProperty('message', message)
})

test('fails while the card fields are not mounted', async () => {
  const { createPaymentMethod, form } = fields({ paymentMethod: { id: 'pm_1' } }, null)
  await expect(form.createPaymentMethod({ name: '', ...paid })).rejects.toBeInstanceOf(CardRefusal)
  expect(createPaymentMethod).not.toHaveBeenCalled()
})
