import { expect, it } from 'vitest'
import { createActor, type ActorRefFrom } from 'xstate'
import type { OrderOffers } from './order-completed.ts'
import { fakeShop } from './testing/fake-shop.ts'
import type { transfersMachine } from './transfers.ts'
import { noTransfers, openOffer, transferLine } from './testing/samples.ts'

const everything: OrderOffers = {
  lines: [transferLine],
  attempt: 'k1',
  offers: [],
  isSent: false,
  hasStay: true,
  canResend: true,
  canCorrectEmail: true,
}

async function startOrder(offers: Partial<OrderOffers> = everything) {
  const shop = fakeShop()
  const actor = createActor(shop.charts.orderCompleted).start()
  await shop.reply('loadOrder', {
    lines: [],
    attempt: '',
    offers: [],
    isSent: false,
    hasStay: false,
    canResend: false,
    canCorrectEmail: false,
    ...offers,
  })
  return {
    ...shop,
    actor,
    send: actor.send.bind(actor),
    where: () => actor.getSnapshot().value.view,
    context: () => actor.getSnapshot().context,
    can: (event: Parameters<typeof actor.send>[0]) => actor.getSnapshot().can(event),
  }
}

const completeRow = (transfers: ActorRefFrom<typeof transfersMachine>) => {
  const [row] = transfers.getSnapshot().context.rows
  if (!row) throw new Error('a line has no row')
  return { ...row, qty: 1, standing: 'complete' as const }
}

it('shows the order although its details cannot be loaded [DONE-26, DONE-27, ERRS-49]', async () => {
  const shop = fakeShop()
  const actor = createActor(shop.charts.orderCompleted).start()
  expect(actor.getSnapshot().value).toMatchObject({ view: 'overview', details: 'loading' })
  await shop.fail('loadOrder')
  expect(actor.getSnapshot().value).toMatchObject({ view: 'overview', details: 'loaded' })
  expect(shop.errors).toEqual([])
})

it('subscribes to important updates, also at a second attempt [DONE-15, DONE-16, ERRS-46, ERRS-48]', async () => {
  const order = await startOrder()
  order.send({ type: 'updates.subscribe' })
  await order.fail('subscribeToEvents')
  expect(order.errors).toEqual(['Unable to add to subscription. Please try again later'])
  expect(order.context().isSubscribed).toBe(false)
  order.send({ type: 'updates.subscribe' })
  await order.reply('subscribeToEvents')
  expect(order.successes).toEqual(['You have been subscribed to important event updates'])
  expect(order.context().isSubscribed).toBe(true)
  expect(order.where()).toBe('overview')
})

it('has three views, and leads back from the other two [DONE-01, DONE-02]', async () => {
  const order = await startOrder()
  expect(order.where()).toBe('overview')
  order.send({ type: 'transfer.open' })
  expect(order.where()).toBe('transfer_tickets')
  order.actor.getSnapshot().children.transfers?.send({ type: 'transfer.leave' })
  expect(order.where()).toBe('overview')
  order.send({ type: 'stay.open' })
  expect(order.where()).toBe('find_a_place')
  order.send({ type: 'overview.return' })
  expect(order.where()).toBe('overview')
})

it('opens only the views that the order allows [DONE-21, DONE-22]', async () => {
  const order = await startOrder({})
  expect(order.can({ type: 'transfer.open' })).toBe(false)
  expect(order.can({ type: 'stay.open' })).toBe(false)
  expect((await startOrder({ lines: [transferLine] })).can({ type: 'transfer.open' })).toBe(true)
  expect((await startOrder({ hasStay: true })).can({ type: 'stay.open' })).toBe(true)
})

it('offers no more transfers once tickets have been sent [DONE-21, OPEN-88]', async () => {
  const order = await startOrder()
  order.send({ type: 'transfer.open' })
  const { transfers } = order.actor.getSnapshot().children
  transfers?.send({ type: 'recipient.change', row: completeRow(transfers) })
  transfers?.send({ type: 'transfer.send' })
  await order.reply('setTransfers', noTransfers)
  transfers?.send({ type: 'transfer.leave' })
  expect(order.where()).toBe('overview')
  expect(order.can({ type: 'transfer.open' })).toBe(false)
})

it('leads to the offered tickets once some were sent', async () => {
  const order = await startOrder()
  order.send({ type: 'transfer.open' })
  const { transfers } = order.actor.getSnapshot().children
  transfers?.send({ type: 'recipient.change', row: completeRow(transfers) })
  transfers?.send({ type: 'transfer.send' })
  await order.reply('setTransfers', { ...noTransfers, offers: [openOffer] })
  transfers?.send({ type: 'transfer.leave' })
  expect(order.context()).toMatchObject({ lines: [], offers: [openOffer], isSent: true })
  order.send({ type: 'transfer.open' })
  const reopened = order.actor.getSnapshot().children.transfers
  expect(reopened?.getSnapshot().value).toBe('sent')
  reopened?.send({ type: 'offer.cancel', id: openOffer.id })
  await order.reply('changeOffer', { ...noTransfers, message: '' })
  reopened?.send({ type: 'transfer.leave' })
  await order.reply('loadOrder', everything)
  expect(order.context()).toMatchObject({ lines: [transferLine], offers: [] })
  expect(order.can({ type: 'transfer.open' })).toBe(true)
})

it('does not wait for what can be transferred again while other calls are pending', async () => {
  const order = await startOrder({ ...everything, lines: [], offers: [openOffer] })
  order.send({ type: 'updates.subscribe' })
  order.send({ type: 'transfer.open' })
  const { transfers } = order.actor.getSnapshot().children
  transfers?.send({ type: 'offer.cancel', id: openOffer.id })
  await order.reply('changeOffer', { ...noTransfers, message: '' })
  transfers?.send({ type: 'transfer.leave' })
  expect(order.actor.getSnapshot().value).toMatchObject({
    view: 'overview',
    details: 'loading',
    updates: 'subscribing',
  })
  await order.fail('loadOrder')
  expect(order.actor.getSnapshot().value).toMatchObject({ view: 'overview', details: 'loaded' })
})

it('sends feedback, but none that is empty [SHAR-05, SHAR-06, ERRS-47]', async () => {
  const order = await startOrder()
  order.send({ type: 'feedback.open' })
  order.send({ type: 'feedback.send', message: ' \n ' })
  expect(order.where()).toBe('writing_feedback')
  order.send({ type: 'feedback.send', message: 'Lovely evening' })
  expect(order.where()).toBe('sending_feedback')
  expect(order.can({ type: 'feedback.send', message: 'Twice' })).toBe(false)
  await order.reply('sendFeedback')
  expect(order.inputs('sendFeedback')).toEqual([{ message: 'Lovely evening' }])
  expect(order.successes).toEqual(['Your feedback has been sent. Thanks!'])
  expect(order.where()).toBe('overview')
  expect(order.context().feedback).toBe('')
})

it('closes the feedback when sending fails, and keeps its text [SHAR-07, ERRS-45]', async () => {
  const order = await startOrder()
  order.send({ type: 'feedback.open' })
  order.send({ type: 'feedback.send', message: 'Lovely evening' })
  await order.fail('sendFeedback')
  expect(order.errors).toEqual(['Unable to send feedback. Please try again'])
  expect(order.where()).toBe('overview')
  expect(order.context().feedback).toBe('Lovely evening')
})

it('resends tickets and corrects the email only where the shop can', async () => {
  const order = await startOrder({})
  expect(order.can({ type: 'tickets.resend' })).toBe(false)
  expect(order.can({ type: 'email.correct' })).toBe(false)
})

it('reports whether the tickets were sent again', async () => {
  const order = await startOrder()
  order.send({ type: 'tickets.resend' })
  await order.fail('resendTickets')
  expect(order.errors).toEqual(['Unable to send your tickets again. Please try again later'])
  order.send({ type: 'tickets.resend' })
  await order.reply('resendTickets', { message: 'Please look in your spam folder too' })
  expect(order.errors.at(-1)).toBe('Please look in your spam folder too')
  order.send({ type: 'tickets.resend' })
  await order.reply('resendTickets', { message: '' })
  expect(order.successes).toEqual(['We have sent your tickets again'])
})

it('changes the email once its code is confirmed, and no more after that', async () => {
  const order = await startOrder()
  order.send({ type: 'email.correct' })
  order.send({ type: 'email.submit', email: 'ann@example.com' })
  await order.reply('sendEmailCode', { message: 'Too many codes' })
  expect(order.where()).toEqual({ correcting_email: 'entering' })
  expect(order.context().message).toBe('Too many codes')
  order.send({ type: 'email.submit', email: 'ann@example.com' })
  expect(order.context().message).toBe('')
  await order.reply('sendEmailCode', { message: '' })
  order.send({ type: 'code.verify', code: '000000' })
  await order.reply('changeEmail', { message: 'Wrong code' })
  expect(order.where()).toEqual({ correcting_email: 'confirming' })
  expect(order.context().message).toBe('Wrong code')
  order.send({ type: 'code.verify', code: '123456' })
  expect(order.inputs('changeEmail').at(-1)).toEqual({ email: 'ann@example.com', code: '123456' })
  await order.reply('changeEmail', { message: '' })
  expect(order.where()).toBe('overview')
  expect(order.can({ type: 'email.correct' })).toBe(false)
  expect(order.successes).toEqual(['Your tickets are on their way to the new address'])
})

it('explains a failed correction of the email, which can be left', async () => {
  const order = await startOrder()
  order.send({ type: 'email.correct' })
  order.send({ type: 'email.submit', email: 'ann@example.com' })
  await order.fail('sendEmailCode')
  expect(order.context().message).toBe('Unable to send the code. Please try again later')
  order.send({ type: 'email.submit', email: 'ann@example.com' })
  await order.reply('sendEmailCode', { message: '' })
  order.send({ type: 'code.verify', code: '123456' })
  await order.fail('changeEmail')
  expect(order.context().message).toBe('Unable to check the code. Please try again later')
  order.send({ type: 'overview.return' })
  expect(order.where()).toBe('overview')
  expect(order.context().message).toBe('')
})

it('takes every action while the details are loading and other calls are pending', async () => {
  const shop = fakeShop()
  const actor = createActor(shop.charts.orderCompleted).start()
  actor.send({ type: 'updates.subscribe' })
  actor.send({ type: 'feedback.open' })
  await shop.reply('loadOrder', everything)
  expect(actor.getSnapshot().value.view).toBe('writing_feedback')
  actor.send({ type: 'overview.return' })
  actor.send({ type: 'tickets.resend' })
  for (const type of ['transfer.open', 'stay.open', 'feedback.open', 'email.correct'] as const)
    expect(actor.getSnapshot().can({ type }), type).toBe(true)
  actor.send({ type: 'transfer.open' })
  await shop.reply('subscribeToEvents')
  await shop.reply('resendTickets', { message: '' })
  expect(shop.successes).toEqual([
    'You have been subscribed to important event updates',
    'We have sent your tickets again',
  ])
  expect(actor.getSnapshot().value.view).toBe('transfer_tickets')
})

it.each(['updates.subscribe', 'tickets.resend'] as const)(
  'does not repeat %s while it is pending',
  async (type) => {
    const order = await startOrder()
    order.send({ type })
    expect(order.can({ type })).toBe(false)
  },
)

it('asks again for what the order allows if an offer changes while it is asking', async () => {
  const shop = fakeShop()
  const actor = createActor(shop.charts.orderCompleted).start()
  const offers = [openOffer, { ...openOffer, id: 'o2' }]
  await shop.reply('loadOrder', {
    lines: [],
    offers,
    isSent: false,
    attempt: 'k1',
    hasStay: false,
    canResend: false,
    canCorrectEmail: false,
  })
  const takeBack = async (id: string, left: typeof offers) => {
    actor.send({ type: 'transfer.open' })
    const transfers = actor.getSnapshot().children.transfers as ActorRefFrom<typeof transfersMachine>
    transfers.send({ type: 'offer.cancel', id })
    await shop.reply('changeOffer', { ...noTransfers, message: '', offers: left })
    transfers.send({ type: 'transfer.leave' })
    return actor.getSnapshot().children.loadOrder
  }
  const first = await takeBack('o1', offers.slice(1))
  const second = await takeBack('o2', [])
  expect(actor.getSnapshot().value.details).toBe('loading')
  expect(second).not.toBe(first)
})
