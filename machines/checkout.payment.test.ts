import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Facts } from '#src/checkout/rules/facts.ts'
import { facts as plainFacts } from './testing/facts.ts'
import { bankAnswer, expressDetails, guestDetails, planChoice } from './testing/samples.ts'
import { loaded, startCheckout } from './testing/start-checkout.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date', 'performance'] }))
afterEach(() => void vi.useRealTimers())

type Checkout = Awaited<ReturnType<typeof startCheckout>>

const paidFacts: Facts = { ...plainFacts, isPaymentComplete: true }

async function choosing(facts: Partial<Facts> = {}) {
  const checkout = await startCheckout({ facts: { state: 'payment', ...facts } })
  await checkout.reply('prepareCard')
  return checkout
}

async function atTheBank(facts: Partial<Facts> = {}) {
  const checkout = await startCheckout({ facts: { state: 'awaiting_truelayer', ...facts } })
  await vi.advanceTimersByTimeAsync(2_000)
  return checkout
}

describe('entering payment', () => {
  it('prepares the card form and lets the buyer choose [PAYM-32]', async () => {
    const checkout = await startCheckout({ facts: { state: 'payment' } })
    expect(checkout.where()).toBe('payment.preparing')
    await checkout.reply('prepareCard')
    expect(checkout.where()).toBe('payment.choosing')
  })

  it('preselects the only method [PAYM-38, PAYM-39, PAYM-40]', async () => {
    expect((await choosing({ preselectedMethod: 'card' })).payment().method).toBe('card')
    expect((await choosing({ preselectedMethod: null })).payment().method).toBeNull()
  })

  it('keeps the chosen method while it is offered, and then takes the only one [PAYM-39, PAYM-41]', async () => {
    const checkout = await choosing({ methods: ['card', 'plan'], preselectedMethod: null })
    const refresh = async (facts: Partial<Facts>) => {
      checkout.send({ type: 'page.shown' })
      await checkout.reply('refreshCheckout', loaded({ state: 'payment', ...facts }))
      return checkout.payment().method
    }
    checkout.send({ type: 'method.choose', method: 'plan' })
    expect(await refresh({ methods: ['card', 'plan'], preselectedMethod: null })).toBe('plan')
    expect(await refresh({ methods: ['bank', 'card'], preselectedMethod: null })).toBeNull()
    expect(await refresh({ methods: ['card'], preselectedMethod: 'card' })).toBe('card')
  })

  it('loads the card form again if it failed while a payment was under way', async () => {
    const checkout = await choosing({ preselectedMethod: 'square' })
    checkout.send({ type: 'payment.pay', method: 'square', details: guestDetails })
    checkout.send({ type: 'form.fail' })
    await checkout.answerPayment({ status: 'unsuccessful', message: 'No card', isDeclined: false })
    expect(checkout.where()).toBe('payment.preparing')
  })

  it('claims free tickets at once [PAYM-30]', async () => {
    const checkout = await startCheckout({ facts: { state: 'payment', isFree: true } })
    expect(checkout.where()).toBe('payment.claiming')
    await checkout.reply('claimFreeTickets', { status: 'success' })
    expect(checkout.where()).toBe('deliver_tickets.loading')
    await checkout.reply('loadPaidOrder', { facts: paidFacts })
    expect(checkout.where()).toBe('deliver_tickets.delivering')
  })

  it('loads the checkout again if the paid order cannot be loaded', async () => {
    const checkout = await choosing({ preselectedMethod: 'card' })
    checkout.send({ type: 'payment.pay', method: 'card', details: guestDetails })
    await checkout.answerPayment({ status: 'success' })
    expect(checkout.where()).toBe('deliver_tickets.loading')
    await checkout.fail('loadPaidOrder')
    expect(checkout.where()).toBe('determining.loading')
  })

  it('claims free tickets by the email of a user who is loaded later [CONT-17, PAYM-30]', async () => {
    const checkout = await startCheckout({ facts: { state: 'payment', isFree: true, hasEmail: false } })
    expect(checkout.where()).toBe('payment.choosing')
    await checkout.reply('loadUser', { facts: { ...plainFacts, isFree: true, hasEmail: true } })
    expect(checkout.where()).toBe('payment.claiming')
  })

  it('asks an express buyer for an email before claiming', async () => {
    const checkout = await startCheckout({
      facts: { state: 'payment', isFree: true, isExpress: true, hasEmail: false },
    })
    expect(checkout.where()).toBe('payment.choosing')
    checkout.send({ type: 'payment.pay', method: 'card', details: expressDetails })
    await checkout.reply('saveExpressAccount', { error: '' })
    expect(checkout.where()).toBe('payment.claiming')
  })

  it('shows a notification when free tickets cannot be claimed, and offers to try again [ERRS-29, OPEN-19]', async () => {
    const checkout = await startCheckout({ facts: { state: 'payment', isFree: true } })
    await checkout.fail('claimFreeTickets')
    expect(checkout.where()).toBe('payment.claim_failed')
    expect(checkout.errors).toEqual(['Unable to claim free tickets. Please try again later'])
    checkout.send({ type: 'claim.retry' })
    expect(checkout.where()).toBe('payment.claiming')
  })

  it('takes no payment for an organiser without a payment provider [PAYM-52]', async () => {
    const checkout = await startCheckout({ facts: { state: 'payment', isPaymentUnavailable: true } })
    expect(checkout.where()).toBe('payment.unavailable')
    expect(checkout.can({ type: 'payment.pay', method: 'card', details: guestDetails })).toBe(false)
    expect(checkout.can({ type: 'basket.edit' })).toBe(true)
  })

  it('lets the buyer try again or pay by bank when the card form cannot be loaded', async () => {
    const checkout = await startCheckout({ facts: { state: 'payment', preselectedMethod: null } })
    await checkout.fail('prepareCard')
    expect(checkout.where()).toBe('payment.preparation_failed')
    checkout.send({ type: 'method.choose', method: 'card' })
    expect(checkout.where()).toBe('payment.preparation_failed')
    checkout.send({ type: 'payment.retry' })
    expect(checkout.where()).toBe('payment.preparing')
    await checkout.fail('prepareCard')
    checkout.send({ type: 'payment.pay', method: 'bank', details: guestDetails })
    expect(checkout.where()).toBe('payment.paying')
  })
})

describe('a total that falls to nothing on the payment step', () => {
  it.each([
    ['choosing', (checkout: Checkout) => checkout.reply('prepareCard')],
    ['preparation_failed', (checkout: Checkout) => checkout.fail('prepareCard')],
  ])('claims the tickets at once from %s [PAYM-30]', async (state, prepare) => {
    const checkout = await startCheckout({ facts: { state: 'payment' } })
    await prepare(checkout)
    expect(checkout.where()).toBe(`payment.${state}`)
    checkout.send({ type: 'page.shown' })
    await checkout.reply('refreshCheckout', loaded({ state: 'payment', isFree: true }))
    expect(checkout.where()).toBe('payment.claiming')
  })
})

describe('paying by instalments', () => {
  const pay = { type: 'payment.pay', method: 'plan', details: guestDetails } as const
  const savedCard = { ...planChoice, card: '7' }

  it.each([
    ['before a plan is chosen', null],
    ['without a number of months', { ...planChoice, months: '' }],
    ['without a valid mobile number', { ...planChoice, mobile: '' }],
  ])('does not pay %s [INST-09, OPEN-25]', async (_, plan) => {
    const checkout = await choosing({ preselectedMethod: null })
    checkout.send({ type: 'method.choose', method: 'plan' })
    if (plan) checkout.send({ type: 'plan.change', plan })
    expect(checkout.can(pay)).toBe(false)
    checkout.send({ type: 'plan.change', plan: planChoice })
    expect(checkout.can(pay)).toBe(true)
  })

  it('pays the plan as last changed, with the same payment as any other method [INST-18, PAYM-63]', async () => {
    const checkout = await choosing({ preselectedMethod: null })
    checkout.send({ type: 'plan.change', plan: planChoice })
    checkout.send({ type: 'plan.change', plan: savedCard })
    checkout.send(pay)
    expect(checkout.where()).toBe('payment.paying')
    expect(checkout.inputs('confirmTotal')).toEqual([
      { method: 'plan', details: guestDetails, plan: savedCard },
    ])
  })

  it('needs no card form for a saved card', async () => {
    const checkout = await startCheckout({ facts: { state: 'payment', preselectedMethod: null } })
    checkout.send({ type: 'plan.change', plan: planChoice })
    expect(checkout.can(pay)).toBe(false)
    checkout.send({ type: 'plan.change', plan: { ...savedCard, months: '' } })
    expect(checkout.can(pay)).toBe(false)
    checkout.send({ type: 'plan.change', plan: savedCard })
    expect(checkout.can(pay)).toBe(true)
    await checkout.fail('prepareCard')
    expect(checkout.can(pay)).toBe(true)
    checkout.send({ type: 'plan.change', plan: planChoice })
    expect(checkout.can(pay)).toBe(false)
  })

  it('keeps the plan chosen for another try after a decline [INST-22]', async () => {
    const checkout = await choosing({ methods: ['card', 'plan'], preselectedMethod: null })
    checkout.send({ type: 'plan.change', plan: planChoice })
    checkout.send(pay)
    await checkout.answerPayment({ status: 'unsuccessful', message: 'Declined', isDeclined: true })
    expect(checkout.payment()).toMatchObject({
      method: 'plan',
      failedMethod: 'plan',
      plan: planChoice,
      message: 'There was an error with your payment. Please try again. Declined',
    })
  })

  it('lets the result of the first instalment decide when the hold has expired meanwhile [INST-20, OPEN-47]', async () => {
    const checkout = await startCheckout({
      facts: { state: 'payment', preselectedMethod: null },
      seconds: 20,
    })
    await checkout.reply('prepareCard')
    checkout.send({ type: 'plan.change', plan: planChoice })
    checkout.send(pay)
    await vi.advanceTimersByTimeAsync(25_000)
    expect(checkout.where()).toBe('payment.paying')
    await checkout.answerPayment({ status: 'success', facts: paidFacts })
    expect(checkout.where()).toBe('deliver_tickets.delivering')
  })
})

describe('paying by card', () => {
  it('does not pay before a method is chosen [PAYM-42]', async () => {
    const checkout = await choosing({ preselectedMethod: null })
    const pay = () =>
      checkout.can({ type: 'payment.pay', method: checkout.payment().method, details: guestDetails })
    expect(pay()).toBe(false)
    checkout.send({ type: 'method.choose', method: 'card' })
    expect(pay()).toBe(true)
  })

  it('sends the typed details once [PAYM-43]', async () => {
    const checkout = await choosing()
    const details = { contactNumber: '01225 000000', account: null }
    checkout.send({ type: 'payment.pay', method: 'card', details })
    checkout.send({ type: 'payment.pay', method: 'card', details })
    expect(checkout.where()).toBe('payment.paying')
    expect(checkout.inputs('confirmTotal')).toEqual([{ method: 'card', details, plan: null }])
  })

  it('continues with delivery when the payment succeeds [CONT-36]', async () => {
    const checkout = await choosing()
    checkout.send({ type: 'payment.pay', method: 'card', details: guestDetails })
    await checkout.answerPayment({ status: 'success', facts: paidFacts })
    expect(checkout.where()).toBe('deliver_tickets.delivering')
    expect(checkout.context().hold).toBeNull()
  })

  it('opens the address of a card check', async () => {
    const checkout = await choosing()
    checkout.send({ type: 'payment.pay', method: 'card', details: guestDetails })
    await checkout.answerPayment({ status: 'redirect_to_url', url: 'https://bank.example/3ds' })
    expect(checkout.where()).toBe('payment.redirecting')
    expect(checkout.inputs('openAddress')).toEqual([{ address: 'https://bank.example/3ds' }])
  })

  it('resets and shows the message when the payment is declined [PAYM-46, PAYM-47, PAYM-48, PAYM-49]', async () => {
    const checkout = await choosing({ preselectedMethod: null })
    checkout.send({ type: 'method.choose', method: 'card' })
    checkout.send({ type: 'payment.pay', method: 'card', details: guestDetails })
    await checkout.answerPayment({
      status: 'unsuccessful',
      message: 'Your card was declined.',
      isDeclined: true,
    })
    expect(checkout.where()).toBe('payment.choosing')
    expect(checkout.payment()).toMatchObject({
      method: null,
      message: 'Your card was declined.',
      isDeclined: true,
    })
  })

  it('resets with a message when the call gets no answer [PAYM-49, PAYM-61, OPEN-22]', async () => {
    const checkout = await choosing()
    checkout.send({ type: 'payment.pay', method: 'card', details: guestDetails })
    await checkout.failPayment()
    expect(checkout.where()).toBe('payment.choosing')
    expect(checkout.payment().message).toBe('There was an error with your payment. Please try again.')
  })

  it('creates the account of an express buyer first [PAYM-62, OPEN-16]', async () => {
    const checkout = await choosing({ isExpress: true })
    checkout.send({ type: 'payment.pay', method: 'card', details: expressDetails })
    expect(checkout.inputs('saveExpressAccount')).toEqual([{ details: expressDetails }])
    expect(checkout.inputs('confirmTotal')).toEqual([])
    await checkout.reply('saveExpressAccount', { error: '' })
    expect(checkout.inputs('confirmTotal')).toEqual([{ method: 'card', details: expressDetails, plan: null }])
  })

  it('shows why the account was rejected, and stays [OPEN-17]', async () => {
    const checkout = await choosing({ isExpress: true })
    checkout.send({ type: 'payment.pay', method: 'card', details: expressDetails })
    await checkout.reply('saveExpressAccount', { error: 'This email is blocked' })
    expect(checkout.where()).toBe('payment.choosing')
    expect(checkout.payment().message).toBe('This email is blocked')
    checkout.send({ type: 'payment.pay', method: 'card', details: expressDetails })
    await checkout.fail('saveExpressAccount')
    expect(checkout.payment().message).toBe("We couldn't save your details. Please try again.")
    expect(checkout.inputs('confirmTotal')).toEqual([])
  })

  it('reloads the checkout when the buyer returns from the card check', async () => {
    const checkout = await choosing()
    checkout.send({ type: 'payment.pay', method: 'card', details: guestDetails })
    await checkout.answerPayment({ status: 'redirect_to_url', url: 'https://bank.example/3ds' })
    checkout.send({ type: 'page.restored' })
    expect(checkout.where()).toBe('determining.loading')
  })

  it('shows an error when an address cannot be opened', async () => {
    const checkout = await choosing()
    checkout.send({ type: 'payment.pay', method: 'card', details: guestDetails })
    await checkout.answerPayment({ status: 'redirect_to_url', url: 'javascript:0' })
    await checkout.fail('openAddress')
    expect(checkout.where()).toBe('payment.choosing')
    expect(checkout.payment().message).toBe('There was an error with your payment. Please try again.')
  })
})

describe('paying through Square', () => {
  const square = { preselectedMethod: 'square' } as const

  it('needs no choice of a method, and pays with it [PAYM-31, PAYM-50, PAYM-51]', async () => {
    const checkout = await choosing(square)
    checkout.send({ type: 'payment.pay', method: 'square', details: guestDetails })
    expect(checkout.inputs('confirmTotal')).toEqual([{ method: 'square', details: guestDetails, plan: null }])
    await checkout.answerPayment({ status: 'success', facts: paidFacts })
    expect(checkout.context().facts.isPaymentComplete).toBe(true)
    expect(checkout.where()).toBe('deliver_tickets.delivering')
  })

  it('notifies the buyer when the credentials cannot be loaded [ERRS-43]', async () => {
    const checkout = await startCheckout({ facts: { state: 'payment', ...square } })
    await checkout.fail('prepareCard')
    expect(checkout.errors).toEqual(['Unable to get Square credentials. Please try again later'])
    expect(checkout.where()).toBe('payment.preparation_failed')
  })
})

describe('paying by wallet', () => {
  const byWallet = { type: 'payment.pay', method: 'wallet', details: guestDetails } as const

  it('is possible once the card provider is loaded', async () => {
    const checkout = await startCheckout({ facts: { state: 'payment' } })
    expect(checkout.can(byWallet)).toBe(false)
    await checkout.reply('prepareCard')
    checkout.send(byWallet)
    expect(checkout.where()).toBe('payment.paying')
    expect(checkout.inputs('confirmTotal')).toMatchObject([{ method: 'wallet', details: guestDetails }])
    expect(checkout.can(byWallet)).toBe(false)
  })

  it('is not preselected after a decline: the only method in the list is again [PAYM-39, PAYM-47]', async () => {
    const checkout = await choosing({ preselectedMethod: 'card' })
    checkout.send(byWallet)
    await checkout.answerPayment({ status: 'unsuccessful', message: 'Declined', isDeclined: true })
    expect(checkout.where()).toBe('payment.choosing')
    expect(checkout.payment().method).toBe('card')
  })
})

describe('paying by bank', () => {
  it('sends the typed contact number [PAYM-07, PAYM-08]', async () => {
    const checkout = await choosing({ preselectedMethod: null })
    const details = { contactNumber: '01225 000000', account: null }
    checkout.send({ type: 'payment.pay', method: 'bank', details })
    expect(checkout.inputs('confirmTotal')).toEqual([{ method: 'bank', details, plan: null }])
  })

  it('creates the payment and goes to the bank [PAYM-45, OPEN-04, OPEN-05]', async () => {
    const checkout = await choosing({ preselectedMethod: null })
    checkout.send({ type: 'payment.pay', method: 'bank', details: guestDetails })
    expect(checkout.where()).toBe('payment.paying')
    await checkout.answerPayment({
      status: 'redirect_to_url',
      url: 'https://bank.example/pay',
    })
    expect(checkout.inputs('openAddress')).toEqual([{ address: 'https://bank.example/pay' }])
  })

  it('removes the method when the payment cannot be created [PAYM-54]', async () => {
    const checkout = await choosing({ preselectedMethod: null })
    checkout.send({ type: 'payment.pay', method: 'bank', details: guestDetails })
    await checkout.failPayment()
    expect(checkout.where()).toBe('payment.choosing')
    expect(checkout.payment()).toMatchObject({
      isBankRemoved: true,
      method: null,
      message: 'Instant Bank Transfer is not available at the moment.',
    })
  })

  it('keeps the loaded card form when the bank transfer cannot be created', async () => {
    const checkout = await choosing({ preselectedMethod: null })
    checkout.send({ type: 'payment.pay', method: 'bank', details: guestDetails })
    await checkout.failPayment()
    expect(checkout.inputs('prepareCard')).toHaveLength(1)
  })

  it('loads the card form again when it had failed before the bank transfer', async () => {
    const checkout = await startCheckout({ facts: { state: 'payment', preselectedMethod: null } })
    await checkout.fail('prepareCard')
    checkout.send({ type: 'payment.pay', method: 'bank', details: guestDetails })
    await checkout.failPayment()
    expect(checkout.where()).toBe('payment.preparing')
  })

  it('shows the new total and keeps the bank transfer when the total has changed', async () => {
    const checkout = await choosing({ preselectedMethod: null })
    checkout.send({ type: 'payment.pay', method: 'bank', details: guestDetails })
    const message = 'The total has changed to £31.00. Please check it and pay again.'
    await checkout.answerPayment({ status: 'unsuccessful', message, isDeclined: false })
    expect(checkout.where()).toBe('payment.choosing')
    expect(checkout.payment()).toMatchObject({ isBankRemoved: false, method: null, message })
  })

  it('shows amount and reference, marks the payment complete and waits for Continue [BANK-10, BANK-11, OPEN-35]', async () => {
    const checkout = await atTheBank()
    await checkout.reply('getTruelayerStatus', { ...bankAnswer, status: 'completed' })
    expect(checkout.where()).toBe('awaiting_truelayer.completing')
    expect(checkout.context().bank).toMatchObject({ amount: 2_500, reference: 'REF1' })
    await checkout.reply('loadPaidOrder', { facts: paidFacts })
    expect(checkout.context().facts.isPaymentComplete).toBe(true)
    expect(checkout.where()).toBe('awaiting_truelayer.completed')
    await vi.advanceTimersByTimeAsync(60_000)
    expect(checkout.where()).toBe('awaiting_truelayer.completed')
    checkout.send({ type: 'payment.continue' })
    expect(checkout.where()).toBe('deliver_tickets.delivering')
  })

  it('does not poll when the buyer cancelled at the bank, and offers another method [BANK-05, BANK-06, BANK-07]', async () => {
    const checkout = await atTheBank({ isBankCancelled: true })
    await vi.advanceTimersByTimeAsync(10_000)
    expect(checkout.where()).toBe('awaiting_truelayer.cancelled')
    expect(checkout.inputs('getTruelayerStatus')).toEqual([])
    expect(checkout.can({ type: 'method.switch' })).toBe(true)
  })

  it.each([
    ['The bank said no', 'The bank said no'],
    ['', 'There was an error with your payment. Please try again.'],
  ])('shows the error while there is time, and another way [BANK-15]', async (said, shown) => {
    const checkout = await atTheBank()
    await checkout.reply('getTruelayerStatus', { ...bankAnswer, status: 'failed', message: said })
    expect(checkout.where()).toBe('awaiting_truelayer.failed')
    expect(checkout.context().message).toBe(shown)
    expect(checkout.can({ type: 'method.switch' })).toBe(true)
  })

  const expiredText =
    'Your payment was unsuccessful and the checkout time expired. If the tickets are still available, you can try to reserve them again.'

  it('returns to the basket when the payment failed and the reply says that the checkout has expired [BANK-13, BANK-14, ERRS-27]', async () => {
    const checkout = await atTheBank()
    await checkout.reply('getTruelayerStatus', { ...bankAnswer, status: 'failed', hasTime: false })
    expect(checkout.where()).toBe('basket.reloading')
    expect(checkout.context()).toMatchObject({ reservingError: expiredText, hold: null })
  })

  it('returns to the basket when the payment failed after the hold has expired [BANK-13, BANK-14]', async () => {
    const checkout = await startCheckout({ facts: { state: 'awaiting_truelayer' }, seconds: 1 })
    await vi.advanceTimersByTimeAsync(2_000)
    await checkout.reply('getTruelayerStatus', { ...bankAnswer, status: 'failed' })
    expect(checkout.where()).toBe('basket.reloading')
    expect(checkout.context().reservingError).toBe(expiredText)
  })

  it('loads the payment error when the buyer tries another method [BANK-16, PAYM-55, OPEN-34]', async () => {
    const checkout = await atTheBank()
    await checkout.reply('getTruelayerStatus', { ...bankAnswer, status: 'failed', message: 'No' })
    checkout.send({ type: 'method.switch' })
    expect(checkout.where()).toBe('payment.recalling')
    await checkout.reply('getPaymentError', {
      text: 'Your bank refused the payment',
      isPending: false,
      isUncharged: false,
    })
    expect(checkout.where()).toBe('payment.preparing')
    expect(checkout.payment().message).toBe('Your bank refused the payment')
  })

  it('lets the buyer switch method when the payment error cannot be loaded [OPEN-21]', async () => {
    const checkout = await atTheBank({ isBankCancelled: true })
    checkout.send({ type: 'method.switch' })
    await checkout.fail('getPaymentError')
    expect(checkout.where()).toBe('payment.preparing')
  })

  it('lets a waiting buyer switch method', async () => {
    const checkout = await atTheBank()
    checkout.send({ type: 'method.switch' })
    expect(checkout.where()).toBe('payment.recalling')
    await vi.advanceTimersByTimeAsync(10_000)
    expect(checkout.inputs('getTruelayerStatus')).toHaveLength(1)
  })
})
