import { describe, expect, it } from 'vitest'
import { createActor, SimulatedClock } from 'xstate'
import { fakeShop } from './testing/fake-shop.ts'
import { chosenSeat } from './testing/samples.ts'

function start() {
  const shop = fakeShop()
  const clock = new SimulatedClock()
  const actor = createActor(shop.charts.freeSeats, { clock, input: { eventDateId: 'friday' } }).start()
  return {
    ...shop,
    clock,
    send: actor.send.bind(actor),
    released: () => actor.getSnapshot().context.released,
    where: () => actor.getSnapshot().value,
    reads: () => shop.inputs('loadFreeSeats').length,
  }
}

/** Starts with the list open and read. */
async function open() {
  const list = start()
  list.send({ type: 'list.open' })
  await list.reply('loadFreeSeats', { isListed: true })
  return list
}

describe('the list of free seats', () => {
  it('is read when it is opened, not before', () => {
    const { send, inputs, clock, reads } = start()
    send({ type: 'seats.changed' })
    clock.increment(60_000)
    expect(reads()).toBe(0)
    send({ type: 'list.open' })
    expect(inputs('loadFreeSeats')).toEqual([{ eventDateId: 'friday' }])
  })

  it('is read again every 15 seconds while it is open', async () => {
    const { send, clock, reads, reply } = await open()
    clock.increment(14_999)
    expect(reads()).toBe(1)
    clock.increment(1)
    expect(reads()).toBe(2)
    await reply('loadFreeSeats', { isListed: true })
    clock.increment(15_000)
    expect(reads()).toBe(3)
    await reply('loadFreeSeats', { isListed: true })
    send({ type: 'list.close' })
    clock.increment(60_000)
    expect(reads()).toBe(3)
  })

  it('is read once, three seconds after the last of several changes', async () => {
    const { send, clock, reads } = await open()
    send({ type: 'seats.changed' })
    clock.increment(2_000)
    send({ type: 'seats.changed' })
    clock.increment(2_999)
    expect(reads()).toBe(1)
    clock.increment(1)
    expect(reads()).toBe(2)
  })

  it('adds what the buyer has released, until it is read again after that', async () => {
    const { send, clock, reply, released } = await open()
    clock.increment(15_000)
    send({ type: 'seats.released', seats: [chosenSeat] })
    expect(released()).toEqual([chosenSeat])
    clock.increment(3_000)
    expect(released()).toEqual([chosenSeat])
    await reply('loadFreeSeats', { isListed: true })
    expect(released()).toEqual([])
  })

  it('forgets a reading that began before a change', async () => {
    const { send, clock, waiting, where } = start()
    send({ type: 'list.open' })
    send({ type: 'seats.changed' })
    expect(waiting()).toEqual([])
    clock.increment(3_000)
    expect(waiting()).toEqual(['loadFreeSeats'])
    expect(where()).toEqual({ open: 'loading' })
  })

  it('that cannot be read waits for the buyer to try again', async () => {
    const { send, clock, fail, reads, reply, where } = await open()
    clock.increment(15_000)
    await fail('loadFreeSeats')
    clock.increment(60_000)
    expect(where()).toEqual({ open: 'failed' })
    expect(reads()).toBe(2)
    send({ type: 'list.retry' })
    await reply('loadFreeSeats', { isListed: true })
    expect(where()).toEqual({ open: 'listed' })
  })

  it('is not asked for again if the back-end has none', async () => {
    const { send, clock, reads, reply } = start()
    send({ type: 'list.open' })
    await reply('loadFreeSeats', { isListed: false })
    send({ type: 'list.close' })
    send({ type: 'list.open' })
    send({ type: 'seats.changed' })
    clock.increment(60_000)
    expect(reads()).toBe(1)
  })
})
