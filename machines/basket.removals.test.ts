import { expect, it } from 'vitest'
import { createActor, SimulatedClock, type EventFromLogic } from 'xstate'
import type { basketMachine, QuantityDraft } from './basket.ts'
import { facts } from './testing/facts.ts'
import { fakeShop } from './testing/fake-shop.ts'
import { draft } from './testing/samples.ts'

const voucher: QuantityDraft = { ...draft, kind: 'voucher', id: '21', value: 2_500 }
const removal = {
  type: 'ticket.remove',
  ticketId: '11',
  undo: { quantity: 2, name: 'Adult', place: 0 },
} as const
const adult = { kind: 'ticket', id: '11', value: 0, quantity: 2, name: 'Adult', place: 0 }

/** Starts the basket chart with a shop that answers as told. */
function open(changes = {}) {
  const shop = fakeShop()
  const clock = new SimulatedClock()
  const chart = createActor(shop.charts.basket.provide({ actions: { sendChanged: () => {} } }), {
    clock,
    input: { facts: { ...facts, ...changes }, isFresh: true },
  }).start()
  return {
    ...shop,
    clock,
    chart,
    send: (event: EventFromLogic<typeof basketMachine>) => chart.send(event),
    removed: () => chart.getSnapshot().context.removed,
    where: () => JSON.stringify(chart.getSnapshot().value),
    reload: () => shop.reply('loadCheckout', { facts, hold: null }),
  }
}

/** A basket from which tickets have just been removed. */
async function removed() {
  const basket = open()
  basket.send(removal)
  await basket.reply('removeFromBasket')
  await basket.reload()
  expect(basket.removed()).toEqual(adult)
  return basket
}

it('remembers a removed line with its quantity, and puts it back at once, with a call that sets its quantity', async () => {
  const basket = await removed()
  basket.send({ type: 'ticket.add', draft })
  expect(basket.inputs('updateTicketQuantity')).toEqual([{ drafts: [draft] }])
  await basket.reply('updateTicketQuantity', { sent: [draft] })
  expect(basket.removed()).toBeNull()
  await basket.reload()
  expect(basket.where()).toBe('{"open":"ready"}')
  expect(basket.chart.getSnapshot().context.drafts).toEqual({})
})

it('puts gift vouchers back by their own call', async () => {
  const basket = open()
  basket.send({
    type: 'voucher.remove',
    voucherId: '21',
    value: 2_500,
    undo: { quantity: 3, name: 'Gift', place: 2 },
  })
  await basket.reply('removeGiftVoucherFromBasket')
  await basket.reload()
  expect(basket.removed()).toEqual({
    kind: 'voucher',
    id: '21',
    value: 2_500,
    quantity: 3,
    name: 'Gift',
    place: 2,
  })
  basket.send({ type: 'voucher.add', draft: voucher })
  expect(basket.inputs('updateGiftVoucherQuantity')).toEqual([{ drafts: [voucher] }])
})

it('forgets a removed line once another one is removed that cannot be put back', async () => {
  const basket = await removed()
  basket.send({ type: 'voucher.remove', voucherId: '21', value: 2_500 })
  expect(basket.removed()).toBeNull()
})

it('forgets a line that could not be removed', async () => {
  const basket = open()
  basket.send(removal)
  await basket.fail('removeFromBasket')
  expect(basket.removed()).toBeNull()
  expect(basket.errors).toEqual(['Unable to remove the Ticket from the basket. Please try again later'])
})

it('remembers the last of two removed lines', async () => {
  const basket = await removed()
  basket.send({ ...removal, ticketId: '12', undo: { quantity: 1, name: 'Child', place: 1 } })
  await basket.reply('removeFromBasket')
  await basket.reload()
  expect(basket.removed()).toMatchObject({ id: '12', name: 'Child' })
})

it('says that the quantity cannot be saved if a line cannot be put back, and shows what the shop has', async () => {
  const basket = await removed()
  basket.send({ type: 'ticket.add', draft })
  await basket.fail('updateTicketQuantity')
  expect(basket.errors).toEqual(['Unable to update Ticket quantity. Please try again later'])
  await basket.reload()
  expect(basket.where()).toBe('{"open":"ready"}')
  // It can be tried again.
  expect(basket.removed()).toEqual(adult)
})

it('forgets a removed line once another quantity is saved', async () => {
  const basket = await removed()
  basket.send({ type: 'voucher.add', draft: voucher })
  expect(basket.removed()).toEqual(adult)
  await basket.reply('updateGiftVoucherQuantity', { sent: [voucher] })
  expect(basket.removed()).toBeNull()
})

it('adds no line where the shop does not say that it can', () => {
  const basket = open({ canAddLines: false })
  for (const event of [
    { type: 'ticket.add', draft },
    { type: 'voucher.add', draft: voucher },
  ] as const) {
    expect(basket.chart.getSnapshot().can(event)).toBe(false)
    basket.send(event)
  }
  expect(basket.waiting()).toEqual([])
})
