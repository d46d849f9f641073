import { afterAll, beforeAll, expect, it } from 'vitest'

import { newEmail } from '#server/testing/buyers.ts'
import { call, checkoutOf, offer } from '#server/testing/offers.ts'
import { typeCard } from '#server/testing/payers.ts'
import { createTestShop, type Fields, type TestShop, type Visitor } from '#server/testing/test-shop.ts'
import { demandedDetails } from '#src/checkout/rules/demanded-details.ts'
import { missingDetail } from '#src/checkout/rules/missing-details.ts'
import { checkoutSchema } from '#src/checkout/schemas/checkout.ts'

let shop: TestShop
beforeAll(async () => void (shop = await createTestShop()))
afterAll(() => shop.close())

const truths = [false, true]
const home = {
  selected_user_address_id: 'new',
  first_name: 'Ada',
  last_name: 'Lovelace',
  address_1: '12 St James’s Square',
  address_2: '',
  town: 'London',
  postcode: 'SW1Y 4JH',
  country: '1',
  state: '',
}

interface Shape {
  isExpress: boolean
  isPosted: boolean
  hasVoucher: boolean
  needsPhone: boolean
  isFree: boolean
}

const shapes: Shape[] = truths.flatMap((isExpress) =>
  truths.flatMap((isPosted) =>
    truths.flatMap((hasVoucher) =>
      truths.flatMap((needsPhone) =>
        truths
          // A voucher costs something.
          .filter((isFree) => !(isFree && hasVoucher))
          .map((isFree) => ({ isExpress, isPosted, hasVoucher, needsPhone, isFree })),
      ),
    ),
  ),
)

/** Reserves such a basket for a guest whose name and email are known. */
async function reserved({ isExpress, isPosted, hasVoucher, needsPhone, isFree }: Shape): Promise<Visitor> {
  const event = await offer(shop.db, {
    organiser: { provider: 'stripe', is_express: isExpress, requires_phone_number: needsPhone },
    tickets: { adult: { deliverable: isPosted, price: isFree ? 0 : 1_000 } },
  })
  const product = `${event.id}-gift`
  await shop.db
    .insertInto('gift_voucher_products')
    .values({
      id: product,
      organiser_id: event.organiserId,
      name: 'Gift voucher',
      min_value: 500,
      max_value: 5_000,
      valid_months: 12,
    })
    .execute()
  const visitor = await shop.visitor()
  await visitor.post('/do/checkout/add/', { ticket: [event.entry(1)] })
  if (hasVoucher) await visitor.post('/do/checkout/add/', { gift_voucher_id: product, value: '25', qty: 1 })
  const { json } = await call(visitor, 'reserve_tickets')
  if (!json.reserved) throw new Error(JSON.stringify(json))
  await shop.db
    .updateTable('sales')
    .set({ guest_email: newEmail(), guest_name: 'Ada Lovelace' })
    .where('reference', '=', json.sale_reference)
    .execute()
  return visitor
}

/** What the page can send before it pays. */
const details = truths.flatMap((address) =>
  truths.flatMap((names) => truths.map((phone) => ({ address, names, phone }))),
)

it.each(shapes)(
  'demands of the basket %j what the page asks for, and nothing else [ADDR-24, ADDR-25, OPEN-78, PAYM-07]',
  async (shape) => {
    for (const given of details) {
      const visitor = await reserved(shape)
      const demanded = demandedDetails(checkoutSchema.parse(await checkoutOf(visitor)))
      const number = given.phone ? { contact_number: '0113 496 0000' } : {}
      const names = given.names ? { gift_voucher_from: 'Ada', gift_voucher_to: 'Grace' } : noNames
      if (given.address) await call(visitor, 'set_delivery_address', { address: home, ...names, ...number })
      const missing = missingDetail(demanded, {
        hasAddress:
          given.address && !(demanded.voucherNames && !given.names) && !(demanded.phone && !given.phone),
        voucherFrom: names.gift_voucher_from,
        voucherTo: names.gift_voucher_to,
      })
      const noNumber = demanded.phone && !given.phone && !shape.isFree ? 'Type a valid phone number' : ''
      const { status, json } = await pay(visitor, shape, number)
      const expected = missing || noNumber
      expect([status, json.message ?? ''], JSON.stringify(given)).toEqual(
        expected ? [422, expected] : [200, ''],
      )
    }
  },
)

const noNames = { gift_voucher_from: '', gift_voucher_to: '' }

async function pay(visitor: Visitor, { isFree }: Shape, number: Fields) {
  if (isFree) return call(visitor, 'claim_free_tickets', { email: '' })
  return call(visitor, 'pay_with_card', {
    payment_method_id: await typeCard(shop),
    attempt: crypto.randomUUID(),
    ...number,
  })
}

it('demands the names on a voucher that came into the basket after the address', async () => {
  const visitor = await reserved({
    isExpress: true,
    isPosted: true,
    hasVoucher: true,
    needsPhone: false,
    isFree: false,
  })
  const { sale_reference } = await checkoutOf(visitor)
  await shop.db
    .updateTable('sales')
    .set({ delivery_address: JSON.stringify(home) })
    .where('reference', '=', sale_reference)
    .execute()
  const { status, json } = await pay(visitor, { isFree: false } as Shape, {})
  expect([status, json.message]).toEqual([422, 'Who is the gift voucher from?'])
})
