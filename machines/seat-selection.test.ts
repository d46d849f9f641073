import { afterEach, describe, expect, it, vi } from 'vitest'
import { createActor, SimulatedClock } from 'xstate'
import { fakeShop, settle } from './testing/fake-shop.ts'
import { chosenSeat, seatCategory } from './testing/samples.ts'
import type { SeatEvent } from './seat-selection.ts'

const other = { ...chosenSeat, label: 'Stalls-C-13', number: '13' }
const hold = (seconds: number) => ({
  seconds,
  deadline: performance.now() + seconds * 1_000,
  asOf: performance.now(),
})

function start() {
  const shop = fakeShop()
  const clock = new SimulatedClock()
  const actor = createActor(shop.charts.seatSelection, { clock, input: { eventDateId: 'friday' } }).start()
  const where = () => actor.getSnapshot().value
  const send = (event: SeatEvent) => actor.send(event)
  return {
    ...shop,
    clock,
    where,
    send,
    context: () => actor.getSnapshot().context,
    snapshot: () => actor.getSnapshot(),
  }
}

/** Starts with the seating plan drawn, and these seats chosen. */
async function open(seats = [chosenSeat]) {
  const chart = start()
  await chart.reply('loadSeating', { isOffered: true })
  await chart.reply('loadPlanScript')
  chart.send({ type: 'session.started', hold: hold(900) })
  chart.send({ type: 'plan.rendered' })
  await chart.reply('readPlan', { seats, message: '', categories: [seatCategory], isTogether: true })
  return chart
}

describe('loading', () => {
  it('reads the seating, then the script, then draws the seating plan and reads what it shows', async () => {
    const { where, reply, send, inputs, context } = start()
    expect(where()).toBe('loading')
    expect(inputs('loadSeating')).toEqual([{ eventDateId: 'friday' }])
    await reply('loadSeating', { isOffered: true })
    expect(where()).toBe('loading_script')
    await reply('loadPlanScript')
    expect(where()).toEqual({ open: 'rendering' })
    send({ type: 'plan.rendered' })
    expect(where()).toEqual({ open: 'reading' })
    await reply('readPlan', {
      seats: [chosenSeat],
      message: '',
      categories: [seatCategory],
      isTogether: true,
    })
    expect(where()).toEqual({ open: { choosing: 'held' } })
    expect(context()).toMatchObject({ seats: [chosenSeat], categories: [seatCategory] })
  })

  it('notifies of a message only if there is one, and loads again on request [SEAT-35, SEAT-36, SEAT-37]', async () => {
    const { where, fail, errors, send, snapshot } = start()
    await fail('loadSeating', new Error(''))
    expect(errors).toEqual([])
    expect(snapshot().hasTag('busy')).toBe(false)
    send({ type: 'seating.retry' })
    await fail('loadSeating', new Error('This date is over'))
    expect(errors).toEqual(['This date is over'])
    expect(where()).toBe('loading_failed')
  })

  it('asks for the script again, but not for the seating, if the seating plan cannot be drawn', async () => {
    const { where, reply, fail, send, inputs } = start()
    await reply('loadSeating', { isOffered: true })
    await fail('loadPlanScript')
    expect(where()).toBe('plan_failed')
    send({ type: 'seating.retry' })
    await reply('loadPlanScript')
    send({ type: 'plan.failed' })
    expect(where()).toBe('plan_failed')
    expect(inputs('loadSeating')).toHaveLength(1)
  })
})

describe('the best seats, asked for before the seating plan is there,', () => {
  const wanted = { number: 3, category: 'stalls', isTogether: false }
  const plan = { seats: [], message: '', categories: [seatCategory], isTogether: true }

  it.each(['loading_script', 'rendering', 'reading'])('are found once it has been read: %s', async (when) => {
    const { reply, send, where, inputs, context } = start()
    const askIn = (state: string) => state === when && send({ type: 'seat.find', wanted })
    await reply('loadSeating', { isOffered: true })
    askIn('loading_script')
    await reply('loadPlanScript')
    askIn('rendering')
    send({ type: 'plan.rendered' })
    askIn('reading')
    await reply('readPlan', plan)
    expect(where()).toEqual({ open: { asking: 'finding' } })
    expect(inputs('holdBestSeats')).toEqual([{ eventDateId: 'friday', ...wanted }])
    await reply('holdBestSeats', { seats: [chosenSeat], message: '' })
    expect(where()).toEqual({ open: { choosing: 'held' } })
    expect(context()).toMatchObject({ isAsked: false, seats: [chosenSeat], wanted })
  })

  it('are not looked for when it has failed meanwhile and is loaded again', async () => {
    const { reply, fail, send, where } = start()
    await reply('loadSeating', { isOffered: true })
    send({ type: 'seat.find', wanted })
    await fail('loadPlanScript')
    send({ type: 'seating.retry' })
    await reply('loadPlanScript')
    send({ type: 'plan.rendered' })
    await reply('readPlan', plan)
    expect(where()).toEqual({ open: { choosing: 'held' } })
  })
})

describe('a seating plan that does not answer', () => {
  const minute = 60_000

  it('is offered again if its script does not load within a minute [F23]', async () => {
    const { where, reply, clock } = start()
    await reply('loadSeating', { isOffered: true })
    clock.increment(minute)
    expect(where()).toBe('plan_failed')
  })

  it('is offered again if it is not drawn, or cannot be read, within a minute [F23]', async () => {
    const { where, reply, send, clock } = start()
    await reply('loadSeating', { isOffered: true })
    await reply('loadPlanScript')
    clock.increment(minute)
    expect(where()).toBe('plan_failed')
    send({ type: 'seating.retry' })
    await reply('loadPlanScript')
    send({ type: 'plan.rendered' })
    clock.increment(minute)
    expect(where()).toBe('plan_failed')
  })

  it('is offered again if its new session does not start within a minute [F23]', async () => {
    const { where, send, clock } = await open()
    send({ type: 'session.expired' })
    send({ type: 'session.renew' })
    clock.increment(minute)
    expect(where()).toBe('plan_failed')
  })

  it('says so after a minute when seats are changed or looked for [F23]', async () => {
    const { where, send, clock, context } = await open()
    send({ type: 'seat.remove', label: chosenSeat.label })
    clock.increment(minute)
    expect(where()).toEqual({ open: { choosing: 'held' } })
    expect(context().message).toBe('That could not be changed just now. Please try again.')
    send({ type: 'seat.find', wanted: { number: 2, category: '', isTogether: true } })
    clock.increment(minute)
    expect(where()).toEqual({ open: { choosing: 'held' } })
    expect(context().message).toBe('The seating plan does not answer. Please try again.')
  })
})

describe('choosing', () => {
  it('follows the seating plan [SEAT-10, SEAT-11]', async () => {
    const { send, context } = await open([])
    send({ type: 'seat.selected', seat: chosenSeat })
    send({ type: 'seat.selected', seat: other })
    expect(context().seats).toEqual([chosenSeat, other])
    send({ type: 'seat.deselected', label: chosenSeat.label })
    expect(context().seats).toEqual([other])
  })

  it('adds nothing while a hold call is pending [SEAT-12, SEAT-13] [F26]', async () => {
    const { send, where, made } = await open()
    send({ type: 'hold.started' })
    expect(where()).toEqual({ open: { choosing: 'holding' } })
    send({ type: 'basket.add' })
    send({ type: 'hold.completed' })
    expect(made.map(({ name }) => name)).not.toContain('addSeats')
    send({ type: 'basket.add' })
    expect(where()).toEqual({ open: 'adding' })
  })

  it('remembers a hold call that began while seats were being found', async () => {
    const { send, where, reply } = await open()
    send({ type: 'seat.find', wanted: { number: 2, category: '', isTogether: true } })
    send({ type: 'hold.started' })
    await reply('holdBestSeats', { seats: [chosenSeat, other], message: '' })
    expect(where()).toEqual({ open: { choosing: 'holding' } })
  })

  it('adds nothing without a seat, or against a rule of the hall [SEAT-08, SEAT-15, SEAT-16]', async () => {
    const { send, where } = await open([])
    send({ type: 'basket.add' })
    expect(where()).toEqual({ open: { choosing: 'held' } })
    send({ type: 'seat.selected', seat: chosenSeat })
    send({ type: 'selection.validated', violations: ['consecutiveSeats'] })
    send({ type: 'basket.add' })
    expect(where()).toEqual({ open: { choosing: 'held' } })
  })

  it('adds seats that are not together to a buyer who has asked for such, but no single seat left empty', async () => {
    const { send, where, reply } = await open([])
    send({ type: 'seat.find', wanted: { number: 2, category: '', isTogether: false } })
    send({ type: 'selection.validated', violations: ['consecutiveSeats', 'noOrphanSeats'] })
    await reply('holdBestSeats', { seats: [chosenSeat, other], message: '' })
    send({ type: 'basket.add' })
    expect(where()).toEqual({ open: { choosing: 'held' } })
    send({ type: 'selection.validated', violations: ['consecutiveSeats'] })
    send({ type: 'basket.add' })
    expect(where()).toEqual({ open: 'adding' })
  })

  it('still lets a buyer who has asked for seats apart add them after a reload', async () => {
    const chart = start()
    const { send, where, reply } = chart
    await reply('loadSeating', { isOffered: true })
    await reply('loadPlanScript')
    send({ type: 'plan.rendered' })
    send({ type: 'selection.validated', violations: ['consecutiveSeats'] })
    await reply('readPlan', {
      ...{ seats: [chosenSeat, other], message: '', categories: [seatCategory] },
      isTogether: false,
    })
    send({ type: 'basket.add' })
    expect(where()).toEqual({ open: 'adding' })
  })

  it('drops a seat that could not be held [F26]', async () => {
    const { send, context, inputs, reply } = await open([chosenSeat, other])
    send({ type: 'hold.failed', labels: [other.label], message: 'Seat 13 has just been taken' })
    expect(inputs('changeSeats')).toEqual([{ eventDateId: 'friday', choose: [], release: [other.label] }])
    await reply('changeSeats', { seats: [chosenSeat], message: '' })
    expect(context().seats).toEqual([chosenSeat])
    expect(context().message).toBe('Seat 13 has just been taken')
  })
})

describe('the list of free seats', () => {
  it('is read again after a seat was chosen in it, found, or released on the map', async () => {
    const { send, snapshot, reply, clock, inputs } = await open()
    const reads = () => inputs('loadFreeSeats').length
    snapshot().children.freeSeats?.send({ type: 'list.open' })
    await reply('loadFreeSeats', { isListed: true })
    const after = async (change: () => Promise<void> | void) => {
      const before = reads()
      await change()
      clock.increment(3_000)
      await reply('loadFreeSeats', { isListed: true })
      expect(reads()).toBe(before + 1)
    }
    await after(() => {
      send({ type: 'seat.choose', seat: { label: other.label, ticketType: '31' } })
      return reply('changeSeats', { seats: [chosenSeat, other], message: '' })
    })
    await after(() => {
      send({ type: 'seat.find', wanted: { number: 1, category: '', isTogether: true } })
      return reply('holdBestSeats', { seats: [chosenSeat], message: '' })
    })
    await after(() => send({ type: 'seat.deselected', label: chosenSeat.label }))
  })
})

describe('the session', () => {
  it('is over at the end of its time, also if the seating plan does not say so', async () => {
    const { clock, where, context } = await open()
    clock.increment(899_000)
    expect(where()).toEqual({ open: { choosing: 'held' } })
    for (let second = 0; second < 900; second += 1) clock.increment(1_000)
    expect(where()).toEqual({ open: 'expired' })
    expect(context().seats).toEqual([chosenSeat])
  })

  it('remembers what the seating plan releases, until the buyer decides', async () => {
    const { send, where, inputs, context, reply } = await open()
    send({ type: 'session.expired' })
    send({ type: 'seat.deselected', label: chosenSeat.label })
    expect(where()).toEqual({ open: 'expired' })
    send({ type: 'session.renew' })
    expect(inputs('renewSession')).toEqual([
      { eventDateId: 'friday', choose: [{ label: chosenSeat.label, ticketType: '31' }] },
    ])
    send({ type: 'session.started', hold: hold(900) })
    await reply('renewSession', { seats: [chosenSeat], message: '' })
    expect(where()).toEqual({ open: { choosing: 'held' } })
    expect(context().isExpired).toBe(false)
  })

  it.each([
    ['a seat is chosen', { type: 'seat.choose', seat: { label: other.label, ticketType: '31' } }],
    ['seats are found', { type: 'seat.find', wanted: { number: 2, category: '', isTogether: true } }],
  ] satisfies [string, SeatEvent][])('that ends while %s is told to the buyer', async (_, event) => {
    const { send, where, context, reply, inputs } = await open()
    send(event)
    send({ type: 'session.expired' })
    expect(where()).toEqual({ open: 'expired' })
    expect(context().seats).toEqual([chosenSeat])
    send({ type: 'session.restart' })
    await reply('renewSession', { seats: [], message: '' })

    send(event)
    send({ type: 'session.expired' })
    expect(inputs('renewSession')).toHaveLength(2)
    await reply('renewSession', { seats: [], message: '' })
    expect(where()).toEqual({ open: { choosing: 'held' } })
    expect(context().message).toMatch('Your time had run out just then')
  })

  it('ends in silence for seats that are in the basket, and does not ask for them again', async () => {
    const inBasket = { ...chosenSeat, isInBasket: true }
    const only = await open([inBasket])
    only.send({ type: 'session.expired' })
    expect(only.where()).toEqual({ open: 'renewing' })
    expect(only.inputs('renewSession')).toEqual([{ eventDateId: 'friday', choose: [] }])
    const both = await open([inBasket, other])
    both.send({ type: 'session.expired' })
    expect(both.where()).toEqual({ open: 'expired' })
    both.send({ type: 'session.renew' })
    const choose = [{ label: other.label, ticketType: other.ticketType }]
    expect(both.inputs('renewSession')).toEqual([{ eventDateId: 'friday', choose }])
  })

  it('can start afresh without the seats', async () => {
    const { send, inputs } = await open()
    send({ type: 'session.expired' })
    send({ type: 'session.restart' })
    expect(inputs('renewSession')).toEqual([{ eventDateId: 'friday', choose: [] }])
  })

  it('that ends while seats are added waits for the reply', async () => {
    const { send, where, reply } = await open()
    send({ type: 'basket.add' })
    send({ type: 'session.expired' })
    expect(where()).toEqual({ open: 'adding' })
    await reply('addSeats', { outcome: 'refused', message: 'Sold out' })
    expect(where()).toEqual({ open: 'expired' })
  })
})

describe('the seats of the basket', () => {
  const inBasket = { ...other, category: '', isInBasket: true, canBeRemoved: true }

  it('are listed when the basket has been read, in every state of the seating plan', async () => {
    const { send, where, reply, context } = await open([])
    send({ type: 'seat.selected', seat: chosenSeat })
    send({ type: 'basket.add' })
    await reply('listBasketSeats', { inBasket: [inBasket] })
    expect(where()).toEqual({ open: 'adding' })
    expect(context().seats).toEqual([inBasket, chosenSeat])
  })

  it('are marked if the seating plan shows them as chosen, and gone if the basket has them no more', async () => {
    const { reply, context } = await open([{ ...inBasket, label: 'Circle-A-1', row: 'A' }, other, chosenSeat])
    await reply('listBasketSeats', { inBasket: [inBasket] })
    expect(context().seats).toEqual([{ ...other, isInBasket: true, canBeRemoved: true }, chosenSeat])
  })

  it('are missing from the list, and no more, if the basket cannot be read', async () => {
    const { fail, where, context } = await open()
    await fail('listBasketSeats')
    expect(where()).toEqual({ open: { choosing: 'held' } })
    expect(context()).toMatchObject({ seats: [chosenSeat], message: '' })
  })
})

describe('removing a seat of the basket', () => {
  const inBasket = { ...other, isInBasket: true, canBeRemoved: true }
  const removed = { isRemoved: true, message: '', inBasket: [] }

  it('asks the shop once, and takes the seat alone off the list', async () => {
    const { send, where, inputs, reply, context, snapshot } = await open([inBasket, chosenSeat])
    send({ type: 'basket.remove', label: inBasket.label })
    send({ type: 'basket.remove', label: inBasket.label })
    send({ type: 'basket.add' })
    expect(where()).toEqual({ open: 'removing' })
    expect(snapshot().hasTag('busy')).toBe(true)
    expect(inputs('removeSeat')).toEqual([{ eventDateId: 'friday', label: inBasket.label }])
    await reply('removeSeat', removed)
    expect(where()).toEqual({ open: { choosing: 'held' } })
    expect(context()).toMatchObject({ seats: [chosenSeat], message: '' })
  })

  it('lists what the basket has then, also if the shop refuses, and tells why', async () => {
    const { send, where, reply, errors, context } = await open([inBasket, chosenSeat])
    send({ type: 'basket.remove', label: inBasket.label })
    await reply('removeSeat', { isRemoved: false, message: 'A payment is in progress', inBasket: [inBasket] })
    expect(where()).toEqual({ open: { choosing: 'held' } })
    expect(errors).toEqual(['A payment is in progress'])
    expect(context().seats).toEqual([inBasket, chosenSeat])
    send({ type: 'basket.remove', label: inBasket.label })
    await reply('removeSeat', { isRemoved: false, message: '', inBasket: [] })
    expect(context().seats).toEqual([chosenSeat])
    expect(context().message).toMatch('could not remove that seat')
  })

  it('that has no answer ends after a minute with a word about it', async () => {
    const { send, where, clock, context } = await open([inBasket])
    send({ type: 'basket.remove', label: inBasket.label })
    clock.increment(60_000)
    expect(where()).toEqual({ open: { choosing: 'held' } })
    expect(context()).toMatchObject({ seats: [inBasket], message: expect.stringMatching('could not remove') })
  })

  it('lets go of the seats that could not be held meanwhile, after it', async () => {
    const { send, where, reply, inputs, context } = await open([inBasket, chosenSeat])
    send({ type: 'basket.remove', label: inBasket.label })
    send({ type: 'hold.failed', labels: [chosenSeat.label], message: 'Seat 12 has just been taken' })
    expect(where()).toEqual({ open: 'removing' })
    await reply('removeSeat', removed)
    expect(where()).toEqual({ open: { asking: 'changing' } })
    expect(inputs('changeSeats')).toEqual([
      { eventDateId: 'friday', choose: [], release: [chosenSeat.label] },
    ])
    await reply('changeSeats', { seats: [], message: '' })
    expect(where()).toEqual({ open: { choosing: 'held' } })
    expect(context()).toMatchObject({ seats: [], message: 'Seat 12 has just been taken' })
  })

  it('is not interrupted by the end of the session, which comes after it', async () => {
    const { send, where, reply } = await open([inBasket, chosenSeat])
    send({ type: 'basket.remove', label: inBasket.label })
    send({ type: 'session.expired' })
    expect(where()).toEqual({ open: 'removing' })
    await reply('removeSeat', removed)
    expect(where()).toEqual({ open: 'expired' })
  })

  it('is still offered after a session that has started anew', async () => {
    const { send, context } = await open([inBasket, chosenSeat])
    send({ type: 'session.expired' })
    send({ type: 'session.started', hold: hold(900) })
    expect(context().seats).toEqual([inBasket])
  })
})

describe('adding', () => {
  it('sends only the seats that are not in the basket, and leaves for the checkout [SEAT-14]', async () => {
    const { send, where, inputs, reply } = await open([{ ...other, isInBasket: true }, chosenSeat])
    send({ type: 'basket.add' })
    expect(inputs('addSeats')).toEqual([{ eventDateId: 'friday', seats: [chosenSeat], isUnclear: false }])
    await reply('addSeats', { outcome: 'added' })
    expect(where()).toBe('leaving')
    expect(inputs('openAddress')).toEqual([{ address: '/checkout/' }])
  })

  it('keeps the seats that the shop takes over from the seating plan, also for another attempt', async () => {
    const { send, reply, context, inputs } = await open()
    send({ type: 'basket.add' })
    send({ type: 'hold.failed', labels: [chosenSeat.label], message: 'Seat 12 has just been taken' })
    send({ type: 'seat.deselected', label: chosenSeat.label })
    expect(context()).toMatchObject({ seats: [chosenSeat], message: '' })
    await reply('addSeats', { outcome: 'unclear', message: 'Please try again' })
    send({ type: 'basket.add' })
    expect(inputs('addSeats').at(-1)).toMatchObject({ seats: [chosenSeat], isUnclear: true })
  })

  it('links to the basket if the browser does not leave within 30 seconds', async () => {
    const { send, where, reply, clock } = await open()
    send({ type: 'basket.add' })
    await reply('addSeats', { outcome: 'added' })
    clock.increment(30_000)
    expect(where()).toBe('added')
  })

  it('remembers a result that is not clear for the next attempt', async () => {
    const { send, reply, inputs, errors, context } = await open()
    send({ type: 'basket.add' })
    await reply('addSeats', { outcome: 'unclear', message: '' })
    expect(errors).toEqual([])
    expect(context().message).toMatch('try again')
    send({ type: 'basket.add' })
    expect(inputs('addSeats').at(-1)).toMatchObject({ isUnclear: true })
  })

  it('loads everything again when the buyer comes back to the page', async () => {
    const { send, where, reply, context } = await open()
    send({ type: 'basket.add' })
    await reply('addSeats', { outcome: 'added' })
    send({ type: 'page.restored' })
    await settle()
    expect(where()).toBe('loading')
    expect(context()).toMatchObject({ seats: [], hold: null })
  })
})

describe('a device that has slept', () => {
  afterEach(() => void vi.restoreAllMocks())

  /** Moves the device's clock by an hour, while the monotonic one stands still. */
  function sleep({ clock }: Pick<Awaited<ReturnType<typeof open>>, 'clock'>) {
    const now = Date.now()
    vi.spyOn(Date, 'now').mockImplementation(() => now + 60 * 60 * 1_000)
    clock.increment(1_000)
  }

  it('loads the seating plan again, which knows what is left of the session and of the seats [F7]', async () => {
    const chart = await open()
    sleep(chart)
    await settle()
    expect(chart.where()).toBe('loading')
    expect(chart.context()).toMatchObject({ seats: [], hold: null })
  })

  it('does not ask for other seats for a session that may be over [F7]', async () => {
    const chart = await open()
    chart.send({ type: 'seat.remove', label: chosenSeat.label })
    sleep(chart)
    await settle()
    expect(chart.where()).toBe('loading')
  })

  it('does not wait for the reply about a seat that is being removed [F7]', async () => {
    const chart = await open([chosenSeat, { ...other, isInBasket: true, canBeRemoved: true }])
    chart.send({ type: 'basket.remove', label: other.label })
    sleep(chart)
    await settle()
    expect(chart.where()).toBe('loading')
  })

  it('waits for the reply of the shop while the seats are being added [F7, F22]', async () => {
    const chart = await open()
    chart.send({ type: 'basket.add' })
    sleep(chart)
    await settle()
    expect(chart.where()).toEqual({ open: 'adding' })
    await chart.reply('addSeats', { outcome: 'added' })
    expect(chart.where()).toBe('leaving')
  })
})
