import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { facts as plainFacts } from './testing/facts.ts'
import { heldSteps } from './testing/held-steps.ts'
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

describe('expiry of the hold', () => {
  it.each(heldSteps)(
    'moves the buyer from %s to the reloaded basket with an expiry notice [CONT-54, CONT-55, CONT-56]',
    async (state) => {
      const checkout = await startCheckout({ facts: { state }, seconds: 5 })
      await seconds(4)
      expect(checkout.where()).toMatch(new RegExp(`^${state}\\.`))
      await seconds(1)
      expect(checkout.where()).toBe('basket.reloading')
      expect(checkout.context()).toMatchObject({ showsExpiryNotice: true, hold: null, isHoldExpired: false })
      await checkout.reply('loadCheckout', loaded({}, null))
      expect(checkout.where()).toBe('basket.ready')
      expect(checkout.context().showsExpiryNotice).toBe(true)
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

  it('keeps an earlier reservation error after the reload [CONT-58]', async () => {
    const checkout = await startCheckout({ facts: { state: 'login' }, seconds: 5 })
    await checkout.reply('fetchUser', { isSignedIn: false, codeSentTo: '', confirmed: null })
    checkout.children().account?.send({ type: 'email.submit', email: 'ann@example.com' })
    await checkout.reply('sendOneTimeCode', { outcome: 'sent' })
    checkout.children().account?.send({ type: 'code.verify', code: '123456' })
    await checkout.reply('checkOneTimeCode', { outcome: 'reserving', message: 'The tickets are gone' })
    await checkout.reply('loadCheckout', loaded({}, null))
    expect(checkout.context().reservingError).toBe('The tickets are gone')
  })

  it('shows a notification and lets the buyer continue when the basket cannot be reloaded [ERRS-40]', async () => {
    const checkout = await startCheckout({ facts: { state: 'login' }, seconds: 1 })
    await seconds(1)
    await checkout.fail('loadCheckout')
    expect(checkout.errors).toEqual(['Unable to get Checkout data. Please try again later'])
    expect(checkout.where()).toBe('basket.ready')
    expect(checkout.context().showsExpiryNotice).toBe(true)
  })

  it('follows a corrected hold [CONT-61]', async () => {
    const checkout = await startCheckout({
      facts: { state: 'gift_aid' },
      seconds: 10,
      standing: { updateBasketState: { hold: { ...holdOf(100) } } },
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

  describe('when the shop has given more time meanwhile', () => {
    async function extended() {
      const checkout = await startCheckout({
        facts: { state: 'gift_aid', canExtendHold: true },
        seconds: 100,
        standing: {},
      })
      const asked = holdOf(100)
      return {
        checkout,
        asked,
        /** The buyer goes on to the next step, which is reported. */
        async report() {
          checkout.send({
            type: 'declaration.save',
            declaration: { is_gift_aid: false, subscribe: false, uk_based: true, address1: '', postcode: '' },
          })
          await checkout.reply('updateDonation', { facts: plainFacts })
        },
        /** The buyer asks for more time, and gets it. */
        async extend() {
          await seconds(1)
          checkout.children().holdExtension?.send({ type: 'hold.extend' })
          await checkout.reply('extendHold', { isExtended: true, message: '', hold: holdOf(300) })
          expect(checkout.secondsLeft()).toBe(300)
        },
      }
    }

    it('keeps it when a report that was made before is answered [CONT-61]', async () => {
      const { checkout, asked, report, extend } = await extended()
      await report()
      await extend()
      await checkout.reply('updateBasketState', { hold: asked })
      expect(checkout.secondsLeft()).toBe(300)
      expect(checkout.context().hold?.seconds).toBe(300)
    })

    it('goes on counting from it when such a report is answered much later, and offers no more time again [CONT-61]', async () => {
      const { checkout, asked, report, extend } = await extended()
      await report()
      await extend()
      await seconds(190)
      const offer = () => checkout.children().holdExtension?.getSnapshot().value
      const before = [checkout.secondsLeft(), offer()]
      await checkout.reply('updateBasketState', { hold: asked })
      expect([checkout.secondsLeft(), offer()]).toEqual(before)
    })

    it('keeps it when a checkout that was asked for before arrives, and takes the rest of it [CONT-60]', async () => {
      const { checkout, asked, extend } = await extended()
      checkout.send({ type: 'page.shown' })
      await extend()
      await checkout.reply('refreshCheckout', {
        ...loaded({ state: 'gift_aid', hasQuestionsBefore: true }),
        hold: asked,
      })
      expect(checkout.secondsLeft()).toBe(300)
      expect(checkout.context().facts.hasQuestionsBefore).toBe(true)
    })
  })

  it('ignores hold corrections from before the reservation [CONT-61]', async () => {
    const checkout = await startCheckout({ seconds: null, standing: {} })
    checkout.send({ type: 'basket.reserve' })
    await vi.advanceTimersByTimeAsync(300)
    await checkout.reply('reserveTickets', {
      outcome: 'reserved',
      facts: plainFacts,
      hold: holdOf(600),
      isSupportedBrowser: true,
    })
    await checkout.reply('updateBasketState', { hold: holdOf(0) })
    expect(checkout.reported()).toEqual(['reserve', 'login'])
    expect(checkout.where()).toBe('login.identifying')
    expect(checkout.secondsLeft()).toBe(600)
  })
})

describe('while a payment is open', () => {
  /** Brings the buyer to each state with an open payment, with five seconds left. */
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
      await checkout.answerPayment({ status: 'redirect_to_url', url: 'https://bank.example/3ds' })
      return checkout
    },
    'awaiting_truelayer.polling': () => startCheckout({ facts: { state: 'awaiting_truelayer' }, seconds: 5 }),
    'awaiting_truelayer.cancelled': () =>
      startCheckout({ facts: { state: 'awaiting_truelayer', isBankCancelled: true }, seconds: 5 }),
  }

  it.each(Object.keys(open))(
    'expiry of the hold does not interrupt %s [OPEN-47, CONT-57] [F17]',
    async (where) => {
      const checkout = await open[where]!()
      expect(checkout.where()).toBe(where)
      await seconds(20)
      expect(checkout.where()).toBe(where)
      expect(checkout.secondsLeft()).toBe(0)
      expect(checkout.context().isHoldExpired).toBe(true)
      checkout.actor.stop()
    },
  )

  it('a page that does not open within 30 seconds is given up, and the checkout is reloaded', async () => {
    const checkout = await open['payment.redirecting']!()
    await seconds(30)
    expect(checkout.where()).toBe('determining.loading')
    checkout.actor.stop()
  })

  it('a payment whose end is not known yet is checked every 3 seconds, also after expiry [OPEN-47] [F17]', async () => {
    const checkout = await paying(5)
    for (let checks = 2; checks < 6; checks += 1) {
      await checkout.answerPayment({ status: 'pending' })
      expect(checkout.where()).toBe('payment.checking')
      await seconds(3)
      expect(checkout.inputs('sendPayment')).toHaveLength(checks)
    }
    expect(checkout.context().isHoldExpired).toBe(true)
    await checkout.answerPayment({ status: 'success', facts: { ...plainFacts, isPaymentComplete: true } })
    expect(checkout.where()).toBe('deliver_tickets.delivering')
  })

  it('a payment whose end stays unknown is no longer checked by itself, only by the buyer', async () => {
    const checkout = await paying(5)
    for (let checks = 0; checks < 20; checks += 1) {
      await checkout.answerPayment({ status: 'pending' })
      await seconds(3)
    }
    expect(checkout.where()).toBe('payment.unsettled')
    await seconds(60)
    expect(checkout.inputs('sendPayment')).toHaveLength(20)
    expect(checkout.can({ type: 'payment.pay', method: 'card', details: guestDetails })).toBe(false)
    checkout.send({ type: 'payment.check' })
    await checkout.answerPayment({ status: 'success', facts: { ...plainFacts, isPaymentComplete: true } })
    expect(checkout.where()).toBe('deliver_tickets.delivering')
  })

  it('a payment that succeeds after expiry counts [OPEN-47] [F17]', async () => {
    const checkout = await paying(5)
    await seconds(30)
    await checkout.answerPayment({
      status: 'success',
      facts: { ...plainFacts, isPaymentComplete: true },
    })
    expect(checkout.where()).toBe('deliver_tickets.delivering')
  })

  it('a payment declined after expiry leads to the expired basket [OPEN-47] [F17]', async () => {
    const checkout = await paying(5)
    await seconds(30)
    await checkout.answerPayment({ status: 'unsuccessful', message: 'Declined', isDeclined: true })
    expect(checkout.where()).toBe('basket.reloading')
    expect(checkout.context().showsExpiryNotice).toBe(true)
  })

  it('a free claim that fails after expiry leads to the expired basket [OPEN-47]', async () => {
    const checkout = await open['payment.claiming']!()
    await seconds(30)
    await checkout.fail('claimFreeTickets')
    expect(checkout.where()).toBe('basket.reloading')
  })

  it('an account that cannot be saved after expiry leads to the expired basket', async () => {
    const checkout = await open['payment.saving_account']!()
    await seconds(30)
    await checkout.fail('saveExpressAccount')
    expect(checkout.where()).toBe('basket.reloading')
  })

  it('switching from bank to another method after expiry leads to the expired basket [OPEN-47]', async () => {
    const checkout = await open['awaiting_truelayer.cancelled']!()
    await seconds(30)
    checkout.send({ type: 'method.switch' })
    expect(checkout.where()).toBe('basket.reloading')
    expect(checkout.context().showsExpiryNotice).toBe(true)
  })

  it('the basket cannot be edited', async () => {
    const checkout = await paying()
    checkout.send({ type: 'basket.edit' })
    expect(checkout.inputs('destroySale')).toEqual([])
    expect(checkout.where()).toBe('payment.paying')
  })

  it('a hold extended by the server expires after its new time [CONT-60]', async () => {
    const checkout = await open['awaiting_truelayer.polling']!()
    await seconds(10)
    expect(checkout.context().isHoldExpired).toBe(true)
    checkout.send({ type: 'page.shown' })
    await checkout.reply('refreshCheckout', loaded({ state: 'awaiting_truelayer' }, 120))
    expect(checkout.context().isHoldExpired).toBe(false)
    expect(checkout.secondsLeft()).toBe(120)
    await checkout.reply('getTruelayerStatus', { ...bankAnswer, status: 'failed' })
    checkout.send({ type: 'method.switch' })
    await checkout.reply('getPaymentError', { text: '', isPending: false, isUncharged: false })
    expect(checkout.where()).toBe('payment.preparing')
    await seconds(120)
    expect(checkout.where()).toBe('basket.reloading')
  })
})

describe('editing the basket', () => {
  it('releases the tickets and shows the reloaded basket [CONT-48, CONT-49]', async () => {
    const checkout = await startCheckout({ facts: { state: 'donation' } })
    checkout.send({ type: 'basket.edit' })
    expect(checkout.where()).toBe('donation.choosing')
    await checkout.reply('destroySale')
    expect(checkout.where()).toBe('basket.reloading')
    expect(checkout.context()).toMatchObject({ hold: null, showsExpiryNotice: false })
    expect(checkout.reported()).toEqual(['basket'])
  })

  it('waits for a payment that has started meanwhile', async () => {
    const checkout = await startCheckout({ facts: { state: 'payment' } })
    await checkout.reply('prepareCard')
    checkout.send({ type: 'basket.edit' })
    checkout.send({ type: 'payment.pay', method: 'card', details: guestDetails })
    await checkout.reply('destroySale')
    expect(checkout.where()).toBe('payment.paying')
    await checkout.answerPayment({
      status: 'unsuccessful',
      message: 'The tickets were given back.',
      isDeclined: true,
    })
    expect(checkout.where()).toBe('basket.reloading')
    expect(checkout.context()).toMatchObject({ showsExpiryNotice: false, isReleased: false })
  })

  it('stays on the step when the tickets cannot be released [ERRS-42]', async () => {
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

  it('continues from one step to the next without restarting', async () => {
    const checkout = await startCheckout({ facts: { state: 'donation' }, seconds: 600 })
    await seconds(3)
    checkout.send({ type: 'donation.skip', charityId: '7' })
    expect(checkout.secondsLeft()).toBe(597)
  })
})
