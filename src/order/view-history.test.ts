// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createActor, type ActorRefFrom } from 'xstate'
import type { orderCompletedMachine } from '#machines/order-completed.ts'
import { fakeShop, type FakeShop } from '#machines/testing/fake-shop.ts'
import { noTransfers, openOffer } from '#machines/testing/samples.ts'
import { fakeHistory } from '#src/checkout/testing/fake-history.ts'
import { leaveView, viewHistory } from './view-history.ts'

/** The entry of the step, as `step-history.ts` has made it. */
const ofStep = { checkout: { step: 'order_completed', depth: 0 } }

let made: ReturnType<typeof fakeHistory>
let shop: FakeShop
let order: ActorRefFrom<typeof orderCompletedMachine>

beforeEach(async () => {
  made = fakeHistory()
  made.entries = [ofStep]
  shop = fakeShop()
  order = createActor(shop.charts.orderCompleted.provide({ actors: { viewHistory } })).start()
  await shop.reply('loadOrder', {
    lines: [],
    attempt: 'k1',
    offers: [openOffer],
    isSent: false,
    hasStay: true,
    canResend: false,
    canCorrectEmail: false,
  })
})

afterEach(() => {
  order.stop()
  vi.restoreAllMocks()
})

const view = () => order.getSnapshot().value.view
const transfers = () => order.getSnapshot().children.transfers

it.each([
  ['the places to stay', 'stay.open'],
  ['the transfers', 'transfer.open'],
] as const)('leads from %s to the overview with the Back of the browser, and then away', (_, type) => {
  order.send({ type })
  expect(made.entries).toEqual([ofStep, { ...ofStep, isView: true }])
  history.back()
  expect(view()).toBe('overview')
  expect([made.at, made.isLeft]).toEqual([0, false])
  history.back()
  expect(made.isLeft).toBe(true)
})

it.each(['stay.open', 'transfer.open'] as const)(
  'takes its entry back with the Back of the page after %s, so that one more leads away',
  (type) => {
    order.send({ type })
    leaveView(order, transfers())
    expect(view()).toBe('overview')
    expect([made.at, made.isLeft]).toEqual([0, false])
    history.back()
    expect(made.isLeft).toBe(true)
  },
)

it('stays with the Back of the browser while an offer is being changed, and leads to the overview afterwards', async () => {
  order.send({ type: 'transfer.open' })
  transfers()?.send({ type: 'offer.cancel', id: openOffer.id })
  history.back()
  expect(view()).toBe('transfer_tickets')
  expect(made.at).toBe(1)
  await shop.reply('changeOffer', { ...noTransfers, message: '' })
  history.back()
  expect(view()).toBe('overview')
  expect([made.at, made.isLeft]).toEqual([0, false])
})

it('stays on the overview with Forward, and opens a view again at that entry', () => {
  order.send({ type: 'stay.open' })
  history.back()
  history.forward()
  expect(view()).toBe('overview')
  order.send({ type: 'stay.open' })
  expect([made.at, made.entries.length]).toEqual([1, 2])
})
