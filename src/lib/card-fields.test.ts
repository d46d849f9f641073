import type { StripeCardNumberElement } from '@stripe/stripe-js'
import { expect, test, vi } from 'vitest'
import { cardFields, CardRefusal, type MountedFields } from './card-fields.ts'

const card = {} as StripeCardNumberElement // the holder hands it on and looks at nothing in it

function fields(reply: object) {
  const createPaymentMethod = vi.fn().mockResolvedValue(reply)
  const elements = { getElement: vi.fn().mockReturnValue(card) }
  return { createPaymentMethod, fields: { stripe: { createPaymentMethod }, elements } as MountedFields }
}

test('creates a payment method from the mounted card with the full name as billing name [PAYM-58, PAYM-59]', async () => {
  const { createPaymentMethod, fields: mounted } = fields({ paymentMethod: { id: 'pm_1', object: 'x' } })
  const unregister = cardFields.register(mounted)
  expect(await cardFields.createPaymentMethod({ name: 'Ada Byron' })).toEqual({ id: 'pm_1' })
  expect(createPaymentMethod).toHaveBeenCalledWith({
    type: 'card',
    card,
    billing_details: { name: 'Ada Byron' },
  })
  unregister()
})

test('sends only known billing details [OPEN-77]', async () => {
  const { createPaymentMethod, fields: mounted } = fields({ paymentMethod: { id: 'pm_1' } })
  const unregister = cardFields.register(mounted)
  await cardFields.createPaymentMethod({ name: '', postcode: 'LS1 1AA' })
  await cardFields.createPaymentMethod({ name: '', postcode: '' })
  expect(createPaymentMethod.mock.calls).toEqual([
    [{ type: 'card', card, billing_details: { address: { postal_code: 'LS1 1AA' } } }],
    [{ type: 'card', card, billing_details: {} }],
  ])
  unregister()
})

test("fails with the provider's message, '' for none", async () => {
  for (const [error, message] of [
    [{ message: 'Your card number is incomplete.' }, 'Your card number is incomplete.'],
    [{}, ''],
  ] as const) {
    const unregister = cardFields.register(fields({ error }).fields)
    const refusal = cardFields.createPaymentMethod({ name: '' })
    await expect(refusal).rejects.toBeInstanceOf(CardRefusal)
    await expect(refusal).rejects.toHaveProperty('message', message)
    unregister()
  }
})

test('fails without mounted card fields', async () => {
  await expect(cardFields.createPaymentMethod({ name: '' })).rejects.toBeInstanceOf(CardRefusal)
})

test('keeps newer fields when older ones are removed later', async () => {
  const older = cardFields.register(fields({ paymentMethod: { id: 'pm_older' } }).fields)
  const newer = cardFields.register(fields({ paymentMethod: { id: 'pm_newer' } }).fields)
  older()
  expect(await cardFields.createPaymentMethod({ name: '' })).toEqual({ id: 'pm_newer' })
  newer()
})
