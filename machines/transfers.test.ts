import { describe, expect, it } from 'vitest'
import { createActor } from 'xstate'
import { changedRow, type TransferRow } from '#src/order/rules/transfers.ts'
import type { Offer } from '#src/order/schemas.ts'
import { fakeShop } from './testing/fake-shop.ts'
import { noTransfers, openOffer } from './testing/samples.ts'
import { ticketsLeft, type TransferLine } from './transfers.ts'

const adults = { ticketId: 'adult', title: 'Lantern Evening - Adult', qty: 3 }
const children = { ticketId: 'child', title: 'Lantern Evening - Child', qty: 1 }
const ada = { name: 'Ada Lovelace', email: 'ada@example.com', qty: 1 }

function start(lines: TransferLine[] = [adults, children], offers: Offer[] = []) {
  const shop = fakeShop()
  const actor = createActor(shop.charts.transfers, { input: { lines, offers, attempt: 'k1' } }).start()
  const context = () => actor.getSnapshot().context
  const row = (id: number) => context().rows.find((one) => one.id === id) as TransferRow
  return {
    ...shop,
    actor,
    context,
    row,
    where: () => actor.getSnapshot().value,
    ids: () => context().rows.map(({ id }) => id),
    fill: (id: number, change: Partial<TransferRow>) =>
      actor.send({ type: 'recipient.change', row: changedRow(row(id), change, '2026-11-22') }),
    add: (ticketId = 'adult') => actor.send({ type: 'recipient.add', ticketId }),
    remove: (id: number) => actor.send({ type: 'recipient.remove', id }),
    send: () => actor.send({ type: 'transfer.send' }),
    leave: () => actor.send({ type: 'transfer.leave' }),
  }
}

describe('the form', () => {
  it('starts with an empty row for each line, the first line open [XFER-04]', () => {
    const { context } = start()
    expect(context().rows).toMatchObject([
      { ticket_id: 'adult', qty: 0, name: '', email: '', is_gift: false, send_gift: 'Send now' },
      { ticket_id: 'child', qty: 0, name: '', email: '', is_gift: false, send_gift: 'Send now' },
    ])
    expect(context().open).toBe('adult')
  })

  it('starts with one ticket for the recipient of the only line, and for each recipient that is added', () => {
    const { context, add, row } = start([adults])
    expect(context().rows).toMatchObject([{ qty: 1, standing: 'incomplete' }])
    add()
    expect(row(1).qty).toBe(1)
  })

  it('opens a line, and closes it again', () => {
    const { actor, context } = start()
    actor.send({ type: 'line.toggle', ticketId: 'child' })
    expect(context().open).toBe('child')
    actor.send({ type: 'line.toggle', ticketId: 'child' })
    expect(context().open).toBe('')
  })

  it('adds a row only while tickets of the line are left [XFER-15, XFER-25, XFER-26]', () => {
    const { fill, add, ids, context } = start()
    add()
    fill(0, { qty: 2 })
    fill(2, { qty: 1 })
    expect(ticketsLeft(context(), 'adult')).toBe(0)
    add()
    expect(ids()).toEqual([0, 1, 2])
    add('child')
    expect(ids()).toEqual([0, 1, 2])
  })

  it('takes no more tickets than the line has, over all its rows [XFER-25]', () => {
    const { fill, add, row } = start()
    add()
    fill(0, { qty: 2 })
    fill(2, { qty: 2 })
    expect(row(2).qty).toBe(1)
    fill(0, { qty: 3 })
    expect(row(0).qty).toBe(2)
  })

  it('takes no negative quantity [XFER-27]', () => {
    const { fill, row } = start()
    fill(0, { qty: -1 })
    expect(row(0).qty).toBe(0)
  })

  it('removes every row but the first of a line [XFER-10]', () => {
    const { add, remove, ids } = start()
    add()
    add()
    remove(2)
    expect(ids()).toEqual([0, 1, 3])
    remove(0)
    expect(ids()).toEqual([0, 1, 3])
  })

  it('gives each row an id of its own, also after one was removed', () => {
    const { add, remove, ids } = start()
    add()
    add()
    remove(2)
    add()
    expect(ids()).toEqual([0, 1, 3, 4])
  })
})

describe('sending', () => {
  it('sends nothing while no row is used, and opens the first line [XFER-28, XFER-29, XFER-30]', () => {
    const { send, where, made, context, actor } = start()
    actor.send({ type: 'line.toggle', ticketId: 'adult' })
    send()
    expect(where()).toBe('form')
    expect(context().open).toBe('adult')
    expect(made).toEqual([])
  })

  it('opens the first line with an invalid row, in the order of the lines [XFER-29, XFER-30]', () => {
    const { fill, add, send, context, made } = start()
    fill(0, ada)
    fill(1, { name: 'Bo' })
    send()
    expect(context().open).toBe('child')
    add('adult')
    send()
    expect(context().open).toBe('adult')
    expect(made).toEqual([])
  })

  it('sends when every used row is valid, although nothing is transferred from another line [XFER-28]', () => {
    const { fill, send, where, inputs, row } = start()
    fill(0, ada)
    send()
    expect(where()).toBe('sending')
    expect(inputs('setTransfers')).toEqual([{ rows: [row(0), row(1)], attempt: 'k1' }])
  })

  it('ends with the tickets sent [XFER-17, XFER-18]', async () => {
    const { fill, send, where, reply, leave, actor } = start()
    fill(0, ada)
    send()
    leave()
    expect(where()).toBe('sending')
    await reply('setTransfers', noTransfers)
    expect(where()).toBe('sent')
    leave()
    expect(actor.getSnapshot()).toMatchObject({ status: 'done', output: { isSent: true } })
  })

  it('ends with nothing sent when the buyer goes back', () => {
    const { fill, leave, actor } = start()
    fill(0, ada)
    leave()
    expect(actor.getSnapshot()).toMatchObject({ status: 'done', output: { isSent: false } })
  })

  it("clears the send state on failure, with a toast and the shop's reason, until the next attempt [XFER-35, ERRS-44]", async () => {
    const { fill, send, where, fail, reply, errors, context, row } = start()
    fill(0, ada)
    send()
    await fail('setTransfers', new Error('These tickets have been refunded'))
    await fail('readOffers')
    expect(where()).toBe('form')
    expect(errors).toEqual(['Unable to send tickets. Please try again later'])
    expect(context().message).toBe('These tickets have been refunded')
    expect(row(0)).toMatchObject(ada)
    send()
    expect(context().message).toBe('')
    await reply('setTransfers', noTransfers)
    expect(where()).toBe('sent')
  })
})

describe('after a failure to send', () => {
  const accepted: Offer = { ...openOffer, id: 'o0', status: 'accepted' }
  const reason = 'You cannot transfer more tickets than you have'

  async function failed(recipient: Partial<TransferRow> = ada, offers = [accepted]) {
    const form = start([adults], offers)
    form.actor.send({ type: 'transfer.more' })
    form.fill(0, recipient)
    form.send()
    await form.fail('setTransfers', new Error(recipient === ada ? '' : reason))
    expect(form.where()).toBe('checking')
    return form
  }

  it('shows the tickets that were sent all the same, to be checked before more are sent with another key', async () => {
    const { where, context, actor, reply, leave } = await failed()
    await reply('readOffers', { lines: [adults], offers: [accepted, openOffer], attempt: 'k2' })
    expect(where()).toBe('sent')
    expect(context()).toMatchObject({
      offers: [accepted, openOffer],
      message: 'Some of these tickets were sent already. Please check them before you send more.',
      rows: [{ name: '' }],
      isSent: false,
      attempt: 'k2',
    })
    leave()
    expect(actor.getSnapshot()).toMatchObject({ output: { isChanged: true } })
  })

  it("shows what was sent elsewhere with the shop's reason", async () => {
    const { where, context, reply } = await failed({ ...ada, qty: 3 })
    await reply('readOffers', { lines: [adults], offers: [accepted, openOffer], attempt: 'k2' })
    expect(where()).toBe('sent')
    expect(context().message).toBe(reason)
  })

  it('keeps what was typed and the key while nothing was sent, beside all tickets that are left', async () => {
    const { where, context, row, send, inputs, reply } = await failed()
    const offers = [{ ...accepted, status: 'declined' }]
    await reply('readOffers', { lines: [{ ...adults, qty: 4 }, children], offers, attempt: 'k2' })
    expect(where()).toBe('form')
    expect(row(0)).toMatchObject(ada)
    expect(context().rows[1]).toMatchObject({ ticket_id: 'child', name: '', isFirst: true })
    expect(ticketsLeft(context(), 'adult')).toBe(3)
    send()
    expect(inputs('setTransfers')).toMatchObject([{ attempt: 'k1' }, { attempt: 'k1' }])
  })

  it('keeps nothing of a line with fewer tickets than were chosen', async () => {
    const { context, reply } = await failed({ ...ada, qty: 3 })
    await reply('readOffers', { lines: [{ ...adults, qty: 2 }], offers: [accepted], attempt: 'k2' })
    expect(context()).toMatchObject({ rows: [{ name: '', qty: 1 }], open: 'adult', message: reason })
  })

  it('leaves the form as it was if the back-end lists no offers', async () => {
    const form = await failed(ada, [])
    await form.reply('readOffers', noTransfers)
    expect(form.where()).toBe('form')
    expect(form.context().lines).toEqual([adults])
    expect(form.row(0)).toMatchObject(ada)
  })
})

describe('offers', () => {
  const opened = () => start([], [openOffer, { ...openOffer, id: 'o2', status: 'accepted' }])
  const right = { name: 'Bo Right', email: 'right@example.com' }

  it('are shown at once if no tickets can be transferred', () => {
    expect(opened().where()).toBe('sent')
  })

  it('are listed after the tickets were sent', async () => {
    const { fill, send, reply, where, context } = start()
    fill(0, ada)
    send()
    await reply('setTransfers', { ...noTransfers, offers: [openOffer] })
    expect(where()).toBe('sent')
    expect(context()).toMatchObject({ isSent: true, offers: [openOffer] })
  })

  it('leave the other tickets to be offered in an empty form, with another key [XFER-25]', async () => {
    const { actor, fill, send, reply, where, inputs, context } = start([adults])
    fill(0, ada)
    send()
    await reply('setTransfers', { offers: [openOffer], lines: [{ ...adults, qty: 2 }], attempt: 'k2' })
    actor.send({ type: 'transfer.more' })
    expect(where()).toBe('form')
    expect(context().rows).toMatchObject([{ name: '', qty: 1 }])
    expect(ticketsLeft(context(), 'adult')).toBe(1)
    fill(0, ada)
    send()
    expect(inputs('setTransfers')).toMatchObject([{ attempt: 'k1' }, { attempt: 'k2' }])
  })

  it('are taken back, one call at a time', async () => {
    const { actor, where, inputs, reply, context } = opened()
    actor.send({ type: 'offer.cancel', id: 'o1' })
    actor.send({ type: 'offer.cancel', id: 'o1' })
    expect(where()).toBe('changing')
    expect(inputs('changeOffer')).toEqual([{ id: 'o1', recipient: null }])
    await reply('changeOffer', { ...noTransfers, message: '' })
    expect(where()).toBe('sent')
    expect(context().offers).toEqual([])
  })

  it('are corrected, or kept', async () => {
    const { actor, where, inputs, reply } = opened()
    actor.send({ type: 'offer.correct', id: 'o1' })
    actor.send({ type: 'offer.keep' })
    expect(where()).toBe('sent')
    actor.send({ type: 'offer.correct', id: 'o1' })
    actor.send({ type: 'correction.send', ...right })
    expect(inputs('changeOffer')).toEqual([{ id: 'o1', recipient: right }])
    await reply('changeOffer', { ...noTransfers, message: '', offers: [{ ...openOffer, ...right }] })
    expect(where()).toBe('sent')
  })

  it('stay as they are once they are answered', () => {
    const { actor, where } = opened()
    for (const type of ['offer.cancel', 'offer.correct'] as const) actor.send({ type, id: 'o2' })
    expect(where()).toBe('sent')
  })

  it('can be corrected again after a refusal, unless somebody has answered meanwhile', async () => {
    const { actor, where, reply, context } = opened()
    actor.send({ type: 'offer.correct', id: 'o1' })
    actor.send({ type: 'correction.send', ...right })
    await reply('changeOffer', { ...noTransfers, message: 'Too many today', offers: [openOffer] })
    expect(where()).toBe('correcting')
    expect(context().message).toBe('Too many today')
    actor.send({ type: 'correction.send', ...right })
    await reply('changeOffer', {
      ...noTransfers,
      message: 'Bo has accepted',
      offers: [{ ...openOffer, status: 'accepted' }],
    })
    expect(where()).toBe('sent')
    expect(context().message).toBe('Bo has accepted')
  })

  it('are announced as unchanged if the shop does not answer', async () => {
    const { actor, where, fail, errors } = opened()
    actor.send({ type: 'offer.cancel', id: 'o1' })
    await fail('changeOffer')
    expect(where()).toBe('sent')
    expect(errors).toEqual(['Unable to change the offer. Please try again later'])
  })

  it('are shown first while tickets that came back can be offered again', async () => {
    const { actor, where, fill, send, reply, leave } = start([children], [openOffer])
    expect(where()).toBe('sent')
    actor.send({ type: 'transfer.more' })
    expect(where()).toBe('form')
    fill(0, ada)
    send()
    await reply('setTransfers', { ...noTransfers, offers: [openOffer, { ...openOffer, id: 'o2' }] })
    actor.send({ type: 'transfer.more' })
    expect(where()).toBe('sent')
    leave()
    expect(actor.getSnapshot()).toMatchObject({ output: { isSent: true, isChanged: false } })
  })

  it('are no form that is offered again while none has come back', () => {
    const { actor, where } = opened()
    actor.send({ type: 'transfer.more' })
    expect(where()).toBe('sent')
  })

  it('leave the form first if all were declined or not sent', () => {
    const offers = ['declined', 'cancelled'].map((status) => ({ ...openOffer, status }))
    expect(start([adults], offers).where()).toBe('form')
  })

  it('are no transfer any more once all are taken back', async () => {
    const { fill, send, reply, actor, leave } = start()
    fill(0, ada)
    send()
    await reply('setTransfers', { ...noTransfers, offers: [openOffer] })
    actor.send({ type: 'offer.cancel', id: 'o1' })
    await reply('changeOffer', { ...noTransfers, message: '' })
    leave()
    expect(actor.getSnapshot()).toMatchObject({ output: { isSent: false, isChanged: true, offers: [] } })
  })
})
