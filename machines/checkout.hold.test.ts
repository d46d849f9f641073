import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { facts as plainFacts } from './testing/facts.ts'
import { bankAnswer, expressDetails, guestDetails } from './testing/samples.ts'
import { holdOf, loaded, startCheckout } from './testing/start-checkout.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date', 'performance'] }))
afterEach(() => void vi.useRealTimers())

type Checkout = Awaited<ReturnType<typeof startCheckout>>

const seconds = (count: number) => vi.advanceTimersByTimeAsync(count * 1_000)

async function paying(held = 600) {
  const checkout = await startCheckout({ facts: { state: 'payment' }, seconds: held })
  await checkout.reply('prepareCard')
  checkout.send({ type: 'payment.pay', method: 'card', details: guestDetails })
  return checkout
}

describe('the end of the hold', () => {
  it.each([
    'donation',
    'gift_aid',
    'login',
    'marketing_preferences',
    'delivery_address',
    'ticket_questions_before',
    'payment',
  ] as const)(
    'brings the buyer from %s to the expired, reloaded basket [CONT-54, CONT-55, CONT-56]',
    async (state) => {
      const checkout = await startCheckout({ facts: { state }, seconds: 5 })
      await seconds(4)
      expect(checkout.where()).toMatch(new RegExp(`^${state}\\.`))
      await seconds(1)
      expect(checkout.where()).toBe('basket.reloading')
      expect(checkout.context()).toMatchObject({ isExpired: true, hold: null, isTimeOver: false })
      await checkout.reply('loadCheckout', loaded({}, null))
      expect(checkout.where()).toBe('basket.ready')
      expect(checkout.context().isExpired).toBe(true)
    },
  )

  it('runs no countdown before the reservation [CONT-51, CONT-57]', async () => {
    for (const state of ['basket', 'reserve', 'captcha'] as const) {
      const checkout = await startCheckout({ facts: { state, captchaSitekey: 'site' }, seconds: 5 })
      expect(checkout.secondsLeft()).toBeUndefined()
      await seconds(10)
      expect(checkout.where().split('.')[0]).toBe(state)
      checkout.actor.stop()
    }
  })

  it.each([
    'deliver_tickets',
    'ticket_questions_after',
    'waiver',
    'after_sale_messages',
    'order_completed',
  ] as const)('has no effect once paid, in %s [CONT-57, CONT-59]', async (state) => {
    const checkout = await startCheckout({ facts: { state, isPaymentComplete: true }, seconds: 5 })
    expect(checkout.secondsLeft()).toBeUndefined()
    await seconds(10)
    expect(checkout.where().split('.')[0]).toBe(state)
    checkout.actor.stop()
  })

  it('keeps the message of a reservation that failed before, after the reload [CONT-58]', async () => {
    const checkout = await startCheckout({ facts: { state: 'login' }, seconds: 5 })
    await checkout.reply('fetchUser', { isSignedIn: false, codeSentTo: '' })
    checkout.children().account?.send({ type: 'email.submit', email: 'ann@example.com' })
    await checkout.reply('sendOneTimeCode', { outcome: 'sent' })
    checkout.children().account?.send({ type: 'code.verify', code: '123456' })
    await checkout.reply('checkOneTimeCode', { outcome: 'reserving', message: 'The tickets are gone' })
    await checkout.reply('loadCheckout', loaded({}, null))
    expect(checkout.context().reservingError).toBe('The tickets are gone')
  })

  it('says so when the basket cannot be read again, and lets the buyer go on [ERRS-40]', async () => {
    const checkout = await startCheckout({ facts: { state: 'login' }, seconds: 1 })
    await seconds(1)
    await checkout.fail('loadCheckout')
    expect(checkout.errors).toEqual(['Unable to get Checkout data. Please try again later'])
    expect(checkout.where()).toBe('basket.ready')
    expect(checkout.context().isExpired).toBe(true)
  })

  it('lets a corrected hold run its new time [CONT-61]', async () => {
    const checkout = await startCheckout({
      facts: { state: 'gift_aid' },
      seconds: 10,
      standing: { updateBasketState: { hold: { seconds: 100, deadline: 100_000 + performance.now() } } },
    })
    checkout.send({
      type: 'declaration.save',
      declaration: { is_gift_aid: false, subscribe: false, uk_based: true, address1: '', postcode: '' },
    })
    await checkout.reply('updateDonation', { facts: plainFacts })
    expect(checkout.where()).toBe('login.identifying')
    expect(checkout.secondsLeft()).toBe(100)
    await seconds(99)
    expect(checkout.where()).toBe('login.identifying')
    await seconds(1)
    expect(checkout.where()).toBe('basket.reloading')
  })

  it('is not brought about by what the server said of the time before the reservation [CONT-61]', async () => {
    const checkout = await startCheckout({ seconds: null, standing: {} })
    checkout.send({ type: 'basket.reserve' })
    await vi.advanceTimersByTimeAsync(300)
    await checkout.reply('reserveTickets', {
      outcome: 'reserved',
      hold: holdOf(600),
      isSupportedBrowser: true,
    })
    await checkout.reply('updateBasketState', { hold: holdOf(0) })
    expect(checkout.told()).toEqual(['reserve', 'login'])
    expect(checkout.where()).toBe('login.identifying')
    expect(checkout.secondsLeft()).toBe(600)
  })
})

describe('while a payment is open', () => {
  /** Each state in which a payment is open: how the buyer gets there with five seconds left. */
  const open: Record<string, () => Promise<Checkout>> = {
    'payment.paying': () => paying(5),
    async 'payment.saving_account'() {
      const checkout = await startCheckout({ facts: { state: 'payment', isExpress: true }, seconds: 5 })
      await checkout.reply('prepareCard')
      checkout.send({ type: 'payment.pay', method: 'card', details: expressDetails })
      return checkout
    },
    'payment.claiming': () => startCheckout({ facts: { state: 'payment', isFree: true }, seconds: 5 }),
    async 'payment.redirecting'() {
      const checkout = await paying(5)
      await checkout.reply('payWithCard', { status: 'redirect_to_url', url: 'https://bank.example/3ds' })
      return checkout
    },
    async 'payment.creating_bank_payment'() {
      const checkout = await startCheckout({ facts: { state: 'payment' }, seconds: 5 })
      await checkout.reply('prepareCard')
      checkout.send({ type: 'payment.pay', method: 'bank', details: guestDetails })
      return checkout
    },
    'awaiting_truelayer.polling': () => startCheckout({ facts: { state: 'awaiting_truelayer' }, seconds: 5 }),
    'awaiting_truelayer.cancelled': () =>
      startCheckout({ facts: { state: 'awaiting_truelayer', isBankCancelled: true }, seconds: 5 }),
  }

  it.each(Object.keys(open))('the end of the hold leaves %s alone [OPEN-47, CONT-57]', async (where) => {
    const checkout = await open[where]!()
    expect(checkout.where()).toBe(where)
    await seconds(20)
    expect(checkout.where()).toBe(where)
    expect(checkout.secondsLeft()).toBe(0)
    expect(checkout.context().isTimeOver).toBe(true)
    checkout.actor.stop()
  })

  it('a page that does not open in half a minute is given up, and the server says where the buyer stands', async () => {
    const checkout = await open['payment.redirecting']!()
    await seconds(30)
    expect(checkout.where()).toBe('determining.loading')
    checkout.actor.stop()
  })

  it('a payment that succeeds after the time is a payment [OPEN-47]', async () => {
    const checkout = await paying(5)
    await seconds(30)
    await checkout.reply('payWithCard', {
      status: 'success',
      facts: { ...plainFacts, isPaymentComplete: true },
    })
    expect(checkout.where()).toBe('deliver_tickets.delivering')
  })

  it('a payment declined after the time brings the buyer to the expired basket [OPEN-47]', async () => {
    const checkout = await paying(5)
    await seconds(30)
    await checkout.reply('payWithCard', { status: 'unsuccessful', message: 'Declined' })
    expect(checkout.where()).toBe('basket.reloading')
    expect(checkout.context().isExpired).toBe(true)
  })

  it('a free claim that fails after the time brings the buyer to the expired basket [OPEN-47]', async () => {
    const checkout = await open['payment.claiming']!()
    await seconds(30)
    await checkout.fail('claimFreeTickets')
    expect(checkout.where()).toBe('basket.reloading')
  })

  it('an account that cannot be saved after the time brings the buyer to the expired basket', async () => {
    const checkout = await open['payment.saving_account']!()
    await seconds(30)
    await checkout.fail('saveExpressAccount')
    expect(checkout.where()).toBe('basket.reloading')
  })

  it('leaving the bank for another method after the time leads to the expired basket [OPEN-47]', async () => {
    const checkout = await open['awaiting_truelayer.cancelled']!()
    await seconds(30)
    checkout.send({ type: 'method.switch' })
    expect(checkout.where()).toBe('basket.reloading')
    expect(checkout.context().isExpired).toBe(true)
  })

  it('the basket cannot be edited', async () => {
    const checkout = await paying()
    checkout.send({ type: 'basket.edit' })
    expect(checkout.inputs('destroySale')).toEqual([])
    expect(checkout.where()).toBe('payment.paying')
  })

  it('a hold that the server lengthens meanwhile ends again after its new time [CONT-60]', async () => {
    const checkout = await open['awaiting_truelayer.polling']!()
    await seconds(10)
    expect(checkout.context().isTimeOver).toBe(true)
    checkout.send({ type: 'page.shown' })
    await checkout.reply('refreshCheckout', loaded({ state: 'awaiting_truelayer' }, 120))
    expect(checkout.context().isTimeOver).toBe(false)
    expect(checkout.secondsLeft()).toBe(120)
    await checkout.reply('getTruelayerStatus', { ...bankAnswer, status: 'failed' })
    checkout.send({ type: 'method.switch' })
    await checkout.reply('getPaymentError', { text: '' })
    expect(checkout.where()).toBe('payment.preparing')
    await seconds(120)
    expect(checkout.where()).toBe('basket.reloading')
  })
})

describe('editing the basket', () => {
  it('gives the tickets back and shows the reloaded basket [CONT-48, CONT-49]', async () => {
    const checkout = await startCheckout({ facts: { state: 'donation' } })
    checkout.send({ type: 'basket.edit' })
    expect(checkout.where()).toBe('donation.choosing')
    await checkout.reply('destroySale')
    expect(checkout.where()).toBe('basket.reloading')
    expect(checkout.context()).toMatchObject({ hold: null, isExpired: false })
    expect(checkout.told()).toEqual(['basket'])
  })

  it('lets a payment that was begun meanwhile finish first', async () => {
    const checkout = await startCheckout({ facts: { state: 'payment' } })
    await checkout.reply('prepareCard')
    checkout.send({ type: 'basket.edit' })
    checkout.send({ type: 'payment.pay', method: 'card', details: guestDetails })
    await checkout.reply('destroySale')
    expect(checkout.where()).toBe('payment.paying')
    await checkout.reply('payWithCard', { status: 'unsuccessful', message: 'The tickets were given back.' })
    expect(checkout.where()).toBe('basket.reloading')
    expect(checkout.context()).toMatchObject({ isExpired: false, isReleased: false })
  })

  it('stays where it is when the tickets cannot be given back [ERRS-42]', async () => {
    const checkout = await startCheckout({ facts: { state: 'donation' } })
    checkout.send({ type: 'basket.edit' })
    await checkout.fail('destroySale')
    expect(checkout.errors).toEqual(['Unable to edit Basket. Please try again later'])
    expect(checkout.where()).toBe('donation.choosing')
    checkout.send({ type: 'basket.edit' })
    expect(checkout.inputs('destroySale')).toHaveLength(2)
  })
})

describe('the countdown on the page', () => {
  it('shows 597 three seconds after 600 [CONT-52]', async () => {
    const checkout = await startCheckout({ facts: { state: 'login' }, seconds: 600 })
    await seconds(3)
    expect(checkout.secondsLeft()).toBe(597)
  })

  it('goes on from one step to the next without starting again', async () => {
    const checkout = await startCheckout({ facts: { state: 'donation' }, seconds: 600 })
    await seconds(3)
    checkout.send({ type: 'donation.skip', charityId: '7' })
    expect(checkout.secondsLeft()).toBe(597)
  })
})
