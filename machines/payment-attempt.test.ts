import { describe, expect, it } from 'vitest'
import { createActor, SimulatedClock } from 'xstate'
import type { Attempt, AttemptInput, Sending } from './payment-attempt.ts'
import { fakeShop } from './testing/fake-shop.ts'
import { facts } from './testing/facts.ts'
import { guestDetails, planChoice, prepared } from './testing/samples.ts'
import { startCheckout } from './testing/start-checkout.ts'

const generic = 'There was an error with your payment. Please try again.'
const card = { method: 'card', details: guestDetails } as const
const unknown =
  'We could not find out whether your last payment was taken, so we have not sent another one. If it was, we will email you your tickets. Please try again in a minute.'
const remembered: Attempt = { key: 'key-0', sale: facts.sale, method: 'card', doubt: 'sent', again: null }
const confirmed = { status: 'confirmed', sale: facts.sale } as const

/** The request of a card payment with this key. */
const requestBy = (attempt: string) =>
  ({ call: 'payWithCard', body: { payment_method_id: 'pm_1', attempt } }) as const

/** Starts an attempt to pay with the fake shop. */
function start(input: Partial<AttemptInput> = {}) {
  const shop = fakeShop()
  const clock = new SimulatedClock()
  const actor = createActor(shop.charts.paymentAttempt, {
    clock,
    input: { payment: card, card: '', sale: facts.sale, attempts: [], isRecalled: false, ...input },
  }).start()
  return {
    ...shop,
    actor,
    clock,
    check: () => clock.increment(3_000),
    state: () => actor.getSnapshot().value,
    output: () => actor.getSnapshot().output,
    /** Confirms, prepares and sends, up to the shop's reply. */
    async send(reply: Sending) {
      await shop.reply('confirmTotal', confirmed)
      await shop.reply('preparePayment', prepared)
      await shop.reply('sendPayment', reply)
    },
  }
}

const lost = { status: 'failed', kind: 'lost', message: '' } as const
const declined = { status: 'failed', kind: 'declined', message: 'Declined', isUncharged: true } as const

describe('an attempt to pay', () => {
  it('is remembered for a reload before it is sent, and no longer once it is answered', async () => {
    const attempt = start()
    await attempt.send(declined)
    expect(attempt.remembered.map((known) => known.map(({ key, doubt }) => [key, doubt]))).toEqual([
      [['key-1', 'sent']],
      [],
    ])
    expect(attempt.output()).toMatchObject({ message: 'Declined', isDeclined: true, attempts: [] })
  })

  it('has ended once the shop has taken the payment', async () => {
    const attempt = start()
    await attempt.send({ status: 'success' })
    expect(attempt.output()).toEqual({ status: 'success', attempts: [] })
  })

  it('ends with the generic message if the card cannot be read [PAYM-49]', async () => {
    const attempt = start()
    await attempt.reply('confirmTotal', confirmed)
    await attempt.fail('preparePayment')
    await attempt.reply('reloadCheckout', { isPaid: false })
    expect(attempt.output()).toMatchObject({ status: 'unsuccessful', message: generic, isDeclined: false })
  })

  it('ends after 30 seconds if the card form does not answer, and sends nothing [PAYM-49] [F23]', async () => {
    const attempt = start()
    await attempt.reply('confirmTotal', confirmed)
    attempt.clock.increment(29_999)
    expect(attempt.state()).toBe('preparing')
    attempt.clock.increment(1)
    await attempt.reply('reloadCheckout', { isPaid: false })
    expect(attempt.output()).toMatchObject({ status: 'unsuccessful', message: generic, attempts: [] })
    expect(attempt.inputs('sendPayment')).toEqual([])
  })

  it("leaves the buyer five minutes for the bank's question in Square's form", async () => {
    const attempt = start({ payment: { ...card, method: 'square' } })
    await attempt.reply('confirmTotal', confirmed)
    attempt.clock.increment(299_999)
    expect(attempt.state()).toBe('preparing')
    attempt.clock.increment(1)
    expect(attempt.state()).toBe('reloading')
  })

  it('is in doubt if sending it breaks off without a word [OPEN-47]', async () => {
    const attempt = start()
    await attempt.reply('confirmTotal', confirmed)
    await attempt.reply('preparePayment', prepared)
    await attempt.fail('sendPayment')
    await attempt.fail('reloadCheckout')
    expect(attempt.state()).toBe('checking')
    expect(attempt.remembered.at(-1)).toMatchObject([{ key: 'key-1', doubt: 'lost' }])
  })

  it('stays open once the provider has it, whatever the shop answers when it is sent again [OPEN-47]', async () => {
    const attempt = start()
    await attempt.send({ status: 'pending' })
    attempt.check()
    await attempt.reply('sendPayment', { status: 'failed', kind: 'refused', message: 'Too late' })
    await attempt.reply('reloadCheckout', { isPaid: false })
    expect(attempt.state()).toBe('checking')
  })

  it('stays in doubt if it was lost, although the shop could not start it when it was sent again [OPEN-47]', async () => {
    const attempt = start()
    await attempt.send(lost)
    await attempt.reply('reloadCheckout', { isPaid: false })
    attempt.check()
    await attempt.reply('sendPayment', { status: 'failed', kind: 'not_started', message: 'In a moment' })
    await attempt.reply('reloadCheckout', { isPaid: false })
    expect(attempt.state()).toBe('checking')
    attempt.check()
    await attempt.reply('sendPayment', { status: 'redirect_to_url', url: '/3ds/' })
    attempt.actor.send({ type: 'page.restored' })
    expect(attempt.output()).toEqual({ status: 'left', attempts: [] })
  })

  it('has paid, although the card is refused, if an earlier one has', async () => {
    const attempt = start({ attempts: [{ ...remembered, doubt: null }] })
    await attempt.reply('confirmTotal', confirmed)
    await attempt.reply('preparePayment', { status: 'failed', kind: 'card_refused', message: 'Expired' })
    await attempt.reply('reloadCheckout', { isPaid: true })
    expect(attempt.output()).toMatchObject({ status: 'success' })
  })

  it('is one on the sale whose total was confirmed, and not an earlier one on another sale', async () => {
    const first = start()
    await first.send({ status: 'failed', kind: 'not_started', message: 'In a moment' })
    await first.reply('reloadCheckout', { isPaid: false })
    const next = start({ attempts: first.output()?.attempts ?? [] })
    await next.reply('confirmTotal', { status: 'confirmed', sale: 'S2' })
    await next.reply('preparePayment', prepared)
    await next.fail('sendPayment')
    expect(next.remembered.at(-1)).toMatchObject([{ sale: facts.sale }, { sale: 'S2', doubt: 'sent' }])
    await next.fail('reloadCheckout')
    next.check()
    await next.reply('sendPayment', declined)
    expect(next.output()).toMatchObject({ isDeclined: true, attempts: [{ sale: facts.sale }] })
  })

  it('does not wait for one on another sale', () => {
    const attempt = start({ sale: 'S2', attempts: [remembered] })
    expect(attempt.state()).toBe('confirming')
  })

  it('has the key of an earlier one on the sale whose total is confirmed, though the page knew no sale before [OPEN-47]', async () => {
    const first = start({ sale: '' })
    await first.send({ status: 'failed', kind: 'not_started', message: 'In a moment' })
    await first.reply('reloadCheckout', { isPaid: false })
    const next = start({ sale: '', attempts: first.output()?.attempts ?? [] })
    await next.reply('confirmTotal', confirmed)
    expect(next.inputs('sendPayment')).toEqual([{ request: requestBy('key-1') }])
  })

  it('is not said to have charged nothing after an earlier one, though the page knew no sale before', async () => {
    const attempt = start({ sale: '', attempts: [{ ...remembered, doubt: null }] })
    await attempt.send(declined)
    expect(attempt.output()).toMatchObject({ message: 'Declined', isDeclined: false })
  })

  it('leaves one on another sale in doubt when the shop knows of none that is open', async () => {
    const other: Attempt = { ...remembered, key: 'key-9', sale: 'S2' }
    const attempt = start({ attempts: [other, remembered] })
    await attempt.reply('lookUpPayment', { text: '', isPending: false })
    await attempt.reply('reloadCheckout', { isPaid: false })
    await attempt.send(declined)
    expect(attempt.output()?.attempts).toEqual([other, { ...remembered, doubt: null }])
  })
})

describe('an attempt to pay whose end is not known', () => {
  /** Sends a payment whose reply is a page, and lets so many checks pass. */
  async function checked(times: number) {
    const attempt = start()
    await attempt.send(lost)
    await attempt.reply('reloadCheckout', { isPaid: false })
    for (let time = 1; time < times; time += 1) {
      attempt.check()
      await attempt.reply('sendPayment', lost)
      await attempt.reply('reloadCheckout', { isPaid: false })
    }
    return attempt
  }
  const canSwitch = (attempt: ReturnType<typeof start>) =>
    attempt.actor.getSnapshot().can({ type: 'payment.switch' })

  it('can be given up for another way to pay after three checks, once the shop says that nothing was taken [PAYM-49]', async () => {
    expect(canSwitch(await checked(2))).toBe(false)
    const attempt = await checked(3)
    attempt.actor.send({ type: 'payment.switch' })
    expect(attempt.waiting()).toEqual(['lookUpPayment'])
    await attempt.reply('lookUpPayment', { text: '', isPending: false })
    await attempt.reply('reloadCheckout', { isPaid: false })
    expect(attempt.output()).toMatchObject({ status: 'unsuccessful', message: generic })
    expect(attempt.output()?.attempts).toMatchObject([{ key: 'key-1', doubt: null }])
  })

  it('leads to the order instead of to another way, if it has paid', async () => {
    const attempt = await checked(3)
    attempt.actor.send({ type: 'payment.switch' })
    await attempt.reply('lookUpPayment', { text: '', isPending: false })
    await attempt.reply('reloadCheckout', { isPaid: true })
    expect(attempt.output()).toMatchObject({ status: 'success' })
  })

  it('is not given up while it is open at the shop, or the shop cannot be asked [OPEN-47]', async () => {
    const open = await checked(3)
    open.actor.send({ type: 'payment.switch' })
    await open.reply('lookUpPayment', { text: '', isPending: true })
    expect(open.state()).toBe('checking')
    const silent = await checked(3)
    silent.actor.send({ type: 'payment.switch' })
    await silent.fail('lookUpPayment')
    await silent.reply('reloadCheckout', { isPaid: false })
    expect(silent.state()).toBe('checking')
    expect(canSwitch(silent)).toBe(true)
  })

  it('is not given up once the shop says that the provider still works on it', async () => {
    const attempt = await checked(3)
    attempt.check()
    await attempt.reply('sendPayment', { status: 'pending' })
    expect(attempt.state()).toBe('checking')
    expect(canSwitch(attempt)).toBe(false)
  })
})

describe('an attempt to pay after one that a reload has cut off', () => {
  it('is sent only after the shop has said that none is open, and promises nothing if it is declined', async () => {
    const attempt = start({ attempts: [remembered] })
    expect(attempt.waiting()).toEqual(['lookUpPayment'])
    await attempt.reply('lookUpPayment', { text: '', isPending: false })
    await attempt.reply('reloadCheckout', { isPaid: false })
    await attempt.send(declined)
    expect(attempt.output()).toMatchObject({ message: 'Declined', isDeclined: false })
  })

  it('is not sent while the shop cannot be asked', async () => {
    for (const call of ['lookUpPayment', 'reloadCheckout'] as const) {
      const attempt = start({ attempts: [remembered] })
      if (call === 'reloadCheckout') await attempt.reply('lookUpPayment', { text: '', isPending: false })
      await attempt.fail(call)
      if (call === 'lookUpPayment') await attempt.reply('reloadCheckout', { isPaid: false })
      expect(attempt.output()).toMatchObject({ message: unknown, attempts: [remembered] })
      expect(attempt.inputs('sendPayment')).toEqual([])
    }
  })

  it('is sent if only the look-up fails, once the order itself says that none is open', async () => {
    const attempt = start({ attempts: [remembered] })
    await attempt.fail('lookUpPayment')
    await attempt.reply('reloadCheckout', { isPaid: false, isNoneOpen: true })
    await attempt.send(declined)
    expect(attempt.inputs('sendPayment')).toHaveLength(1)
    expect(attempt.output()).toMatchObject({
      message: 'Declined',
      isDeclined: false,
      attempts: [{ doubt: null }],
    })
  })

  it('leads to the order if the look-up fails and the earlier one has paid it', async () => {
    const attempt = start({ attempts: [remembered] })
    await attempt.fail('lookUpPayment')
    await attempt.reply('reloadCheckout', { isPaid: true })
    expect(attempt.output()).toMatchObject({ status: 'success' })
  })

  it('tells a buyer whom nobody can answer that nothing was sent, each time they press Pay', async () => {
    let attempts = [remembered]
    for (let time = 1; time <= 4; time++) {
      const attempt = start({ attempts })
      await attempt.fail('lookUpPayment')
      await attempt.reply('reloadCheckout', { isPaid: false })
      expect(attempt.output()).toMatchObject({
        message: unknown,
        isDeclined: false,
        attempts: [remembered],
      })
      attempts = attempt.output()?.attempts ?? []
      expect(attempt.inputs('sendPayment')).toEqual([])
    }
  })

  it('is not sent while the earlier one is open: the page waits for its end', async () => {
    const attempt = start({ attempts: [remembered] })
    await attempt.reply('lookUpPayment', { text: '', isPending: true })
    attempt.check()
    await attempt.reply('getPaymentError', { text: '', isPending: false, isUncharged: false })
    expect(attempt.output()).toMatchObject({ status: 'left' })
    expect(attempt.inputs('sendPayment')).toEqual([])
  })

  it('leads to the order if the earlier one has paid it', async () => {
    const attempt = start({ attempts: [remembered] })
    await attempt.reply('lookUpPayment', { text: '', isPending: false })
    await attempt.reply('reloadCheckout', { isPaid: true })
    expect(attempt.output()).toMatchObject({ status: 'success' })
  })
})

describe('a bank transfer', () => {
  const bank = { payment: { method: 'bank', details: guestDetails } } as const

  it.each([
    [{ ...lost }, 'Instant Bank Transfer is not available at the moment.'],
    [
      { status: 'failed', kind: 'not_started', message: 'In a moment' } as const,
      'Instant Bank Transfer is not available at the moment.',
    ],
    [
      { status: 'failed', kind: 'refused', message: 'Too much for a transfer' } as const,
      'Too much for a transfer',
    ],
    [
      { status: 'failed', kind: 'refused', message: '' } as const,
      'Instant Bank Transfer is not available at the moment.',
    ],
  ])('that ends as %j is no longer offered, and says "%s" [PAYM-54]', async (reply, message) => {
    const attempt = start(bank)
    await attempt.send(reply)
    await attempt.reply('reloadCheckout', { isPaid: false })
    expect(attempt.output()).toEqual({
      status: 'unsuccessful',
      message,
      isDeclined: false,
      isBankRemoved: true,
      attempts: [],
    })
  })

  it('leaves an attempt by card, which the shop could not start, to be sent again with its key', async () => {
    const kept: Attempt = {
      ...remembered,
      doubt: null,
      again: { choice: '["card",{"contactNumber":"","account":null},""]', request: requestBy('key-0') },
    }
    const attempt = start({ ...bank, attempts: [kept] })
    await attempt.send(lost)
    await attempt.fail('reloadCheckout')
    expect(attempt.output()?.attempts).toEqual([kept])
    const next = start({ attempts: attempt.output()?.attempts ?? [] })
    await next.reply('confirmTotal', confirmed)
    expect(next.inputs('sendPayment')).toEqual([{ request: requestBy('key-0') }])
  })

  it('stays offered if the basket could not be checked', async () => {
    const attempt = start(bank)
    await attempt.reply('confirmTotal', { status: 'failed', kind: 'unsent', message: '' })
    expect(attempt.output()).toMatchObject({
      message: "We couldn't check your basket. Please try again.",
      isBankRemoved: false,
    })
  })
})

it('tells a plan apart by its terms and, without a saved card, by the typed card', async () => {
  const plan = { method: 'plan', details: guestDetails, plan: planChoice } as const
  const notStarted = { status: 'failed', kind: 'not_started', message: 'In a moment' } as const
  const first = start({ payment: plan, card: 'card-1' })
  await first.send(notStarted)
  await first.reply('reloadCheckout', { isPaid: false })
  const attempts = first.output()?.attempts ?? []
  expect(attempts).toHaveLength(1)
  for (const [input, isSame] of [
    [{ payment: plan, card: 'card-1' }, true],
    [{ payment: plan, card: 'card-2' }, false],
    [{ payment: { ...plan, plan: { ...planChoice, months: '6' } }, card: 'card-1' }, false],
  ] as const) {
    const next = start({ ...input, attempts })
    await next.reply('confirmTotal', confirmed)
    expect(next.state()).toBe(isSame ? 'sending' : 'preparing')
  }
})

describe('the checkout', () => {
  const pay = { type: 'payment.pay', ...card } as const

  it('hands attempts from before a reload to the payment, which asks about them first', async () => {
    const checkout = await startCheckout({ facts: { state: 'payment' }, attempts: [remembered] })
    await checkout.reply('prepareCard')
    checkout.send(pay)
    expect(checkout.waiting()).toEqual(['loadUser', 'lookUpPayment'])
  })

  it('keeps an attempt that the shop could not start for another payment after the hold has expired', async () => {
    const notStarted = { status: 'failed', kind: 'not_started', message: 'In a moment' } as const
    const checkout = await startCheckout({ facts: { state: 'payment' } })
    await checkout.reply('prepareCard')
    checkout.send(pay)
    await checkout.reply('confirmTotal', confirmed)
    await checkout.reply('preparePayment', prepared)
    await checkout.reply('sendPayment', notStarted)
    await checkout.reply('reloadCheckout', { isPaid: false })
    expect(checkout.where()).toBe('payment.choosing')
    checkout.send({ type: 'countdown.expired' })
    expect(checkout.where()).toBe('basket.reloading')
    expect(checkout.context().attempts).toMatchObject([{ key: 'key-1', doubt: null }])
  })

  it('keeps earlier attempts when the buyer comes back from a card check', async () => {
    const checkout = await startCheckout({
      facts: { state: 'payment' },
      attempts: [{ ...remembered, doubt: null }],
    })
    await checkout.reply('prepareCard')
    checkout.send(pay)
    await checkout.answerPayment({ status: 'redirect_to_url', url: 'https://bank.example/3ds' })
    checkout.send({ type: 'page.restored' })
    expect(checkout.where()).toBe('determining.loading')
    expect(checkout.context().attempts).toEqual([{ ...remembered, doubt: null }])
  })
})
