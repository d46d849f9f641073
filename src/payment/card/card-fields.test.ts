import { expect, test } from 'vitest'
import { cardFields, CardRefusal } from './card-fields.ts'

const billing = { name: 'Ada Byron', amount: 5_300, currency: 'GBP' }
const form = (id: string) => ({ createPaymentMethod: () => Promise.resolve({ id }) })

test('fails without a mounted card form', async () => {
  await expect(cardFields.createPaymentMethod(billing)).rejects.toBeInstanceOf(CardRefusal)
})

test('keeps a newer form when an older one is removed later', async () => {
  const older = cardFields.register(form('pm_older'))
  const newer = cardFields.register(form('pm_newer'))
  older()
  expect(await cardFields.createPaymentMethod(billing)).toEqual({ id: 'pm_newer' })
  newer()
  await expect(cardFields.createPaymentMethod(billing)).rejects.toBeInstanceOf(CardRefusal)
})
