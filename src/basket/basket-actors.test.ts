import { QueryClient } from '@tanstack/react-query'
import { expect, it } from 'vitest'
import { createActor, toPromise } from 'xstate'
import { draft } from '#machines/testing/samples.ts'
import { openShop } from '#src/http/testing.ts'
import { actorsOf } from '#src/checkout/actors-of.ts'
import * as basketActors from './actors.ts'

/** The basket's actors, with a shop that records the last part of each call's path with its fields. */
function openBasket(reply = () => Response.json({})) {
  const calls = openShop(reply)
  const actors = actorsOf(new QueryClient(), basketActors)
  return { ...actors, sent: () => calls.map(({ line, fields }) => [line.split('/').at(-2), fields]) }
}

it('sends quantities in the order in which they were typed, so that the last one wins [CALL-04, BASK-44]', async () => {
  const basket = openBasket()
  const drafts = [draft, { ...draft, id: '12', quantity: 1 }, { ...draft, quantity: 5 }]
  const change = createActor(basket.updateTicketQuantity, { input: { drafts } }).start()
  expect(await toPromise(change)).toEqual({ sent: drafts })
  expect(basket.sent()).toEqual([
    ['update_ticket_quantity', { ticket_id: '11', quantity: '3' }],
    ['update_ticket_quantity', { ticket_id: '12', quantity: '1' }],
    ['update_ticket_quantity', { ticket_id: '11', quantity: '5' }],
  ])
})

it('sends no further quantity after one that was refused', async () => {
  const basket = openBasket(() => Response.json({ message: 'Sold out' }, { status: 422 }))
  const change = createActor(basket.updateTicketQuantity, { input: { drafts: [draft, draft] } })
  await expect(toPromise(change.start())).rejects.toThrow()
  expect(basket.sent()).toHaveLength(1)
})

it('changes and removes the gift vouchers of one value, in pounds [BASK-60, BASK-61, CALL-05, CALL-09]', async () => {
  const basket = openBasket()
  const drafts = [{ ...draft, kind: 'voucher' as const, id: '9', value: 2_550, quantity: 2 }]
  const change = createActor(basket.updateGiftVoucherQuantity, { input: { drafts } }).start()
  expect(await toPromise(change)).toEqual({ sent: drafts })
  const input = { voucherId: '9', value: 2_550 }
  await toPromise(createActor(basket.removeGiftVoucherFromBasket, { input }).start())
  expect(basket.sent()).toEqual([
    ['update_gift_voucher_quantity', { gift_voucher_id: '9', qty: '2', value: '25.50' }],
    ['remove_gift_voucher_from_basket', { gift_voucher_id: '9', value: '25.50' }],
  ])
})

it('removes a ticket, and takes refund protection or leaves it [BASK-59, CALL-06, CALL-08]', async () => {
  const basket = openBasket()
  await toPromise(createActor(basket.removeFromBasket, { input: { ticketId: '11' } }).start())
  for (const isWanted of [true, false])
    await toPromise(createActor(basket.updateRefundProtection, { input: { isWanted } }).start())
  expect(basket.sent()).toEqual([
    ['remove_from_basket', { ticket_id: '11' }],
    ['update_refund_protection', { refund_protection: 'true' }],
    ['update_refund_protection', { refund_protection: 'false' }],
  ])
})

it.each([
  [1, true],
  [0, false],
])(
  'takes a code with code_applied %i for applied: %s [BASK-56, CALL-07]',
  async (code_applied, isApplied) => {
    const basket = openBasket(() => Response.json({ code_applied }))
    const trial = createActor(basket.setCode, { input: { code: 'WINTER' } }).start()
    expect(await toPromise(trial)).toEqual({ isApplied })
    expect(basket.sent()).toEqual([['set_code', { code: 'WINTER' }]])
  },
)
