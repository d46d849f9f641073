import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { ReserveOutcome } from './reservation.ts'
import { facts } from './testing/facts.ts'
import { draft } from './testing/samples.ts'
import { holdOf, loaded, startCheckout } from './testing/start-checkout.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date', 'performance'] }))
afterEach(() => void vi.useRealTimers())

const unknownError = 'An unknown error occured. Please try again, or contact support.'

const reserved = (isSupportedBrowser = true): ReserveOutcome => ({
  outcome: 'reserved',
  facts: { ...facts, sale: 'S9' },
  hold: holdOf(480),
  isSupportedBrowser,
})

const onReserve = () => startCheckout({ facts: { state: 'reserve' }, seconds: null })

async function onCaptcha() {
  const checkout = await startCheckout({
    facts: { state: 'captcha', captchaSitekey: 'first' },
    seconds: null,
  })
  checkout.send({ type: 'captcha.pass', token: 'proof' })
  checkout.send({ type: 'captcha.continue' })
  return checkout
}

describe('the reserve step', () => {
  it('reserves without a captcha token [RESV-04]', async () => {
    expect((await onReserve()).inputs('reserveTickets')).toEqual([{ token: '' }])
  })

  it('starts the checkout timer with the time in the reply and continues [RESV-06, RESV-07, RESV-08]', async () => {
    const checkout = await onReserve()
    expect(checkout.secondsLeft()).toBeUndefined()
    await checkout.reply('reserveTickets', reserved())
    expect(checkout.where()).toBe('login.identifying')
    expect(checkout.secondsLeft()).toBe(480)
    expect(checkout.context().facts.sale).toBe('S9')
    await vi.advanceTimersByTimeAsync(1_000)
    expect(checkout.secondsLeft()).toBe(479)
  })

  it.each([true, false])(
    'has a reload that was pending begin again once the tickets are reserved (in a supported browser: %s)',
    async (isSupportedBrowser) => {
      const checkout = await onReserve()
      checkout.send({ type: 'page.shown' })
      await checkout.reply('reserveTickets', reserved(isSupportedBrowser))
      expect(checkout.inputs('refreshCheckout')).toEqual([{ canJoin: true }, { canJoin: false }])
    },
  )

  it('reloads nothing because of the reservation alone', async () => {
    const checkout = await onReserve()
    await checkout.reply('reserveTickets', reserved())
    expect(checkout.inputs('refreshCheckout')).toEqual([])
  })

  it('goes to the captcha step with the key and error of the reply [RESV-11, CAPT-12]', async () => {
    const checkout = await onReserve()
    await checkout.reply('reserveTickets', { outcome: 'captcha', sitekey: 'new', error: 'Once more' })
    expect(checkout.where()).toBe('captcha.challenge')
    expect(checkout.reservation()).toMatchObject({ sitekey: 'new', error: 'Once more', token: '' })
  })

  it('opens the address that the server redirects to [RESV-12]', async () => {
    const checkout = await onReserve()
    await checkout.reply('reserveTickets', { outcome: 'redirect', url: '/queue/' })
    expect(checkout.where()).toBe('reserve.redirecting')
    expect(checkout.inputs('openAddress')).toEqual([{ address: '/queue/' }])
  })

  it('reloads the checkout when the page is restored after a redirect', async () => {
    const checkout = await onReserve()
    await checkout.reply('reserveTickets', { outcome: 'redirect', url: '/queue/' })
    checkout.send({ type: 'page.restored' })
    expect(checkout.where()).toBe('determining.loading')
  })

  it('does not go to an address that cannot be opened', async () => {
    const checkout = await onReserve()
    await checkout.reply('reserveTickets', { outcome: 'redirect', url: 'javascript:0' })
    await checkout.fail('openAddress')
    expect(checkout.where()).toBe('basket.reloading')
    expect(checkout.context().reservingError).toBe(unknownError)
  })

  it("shows the server's error in the reloaded basket, which stays usable [RESV-13, BASK-64]", async () => {
    const checkout = await onReserve()
    await checkout.reply('reserveTickets', { outcome: 'error', error: 'Sold out' })
    expect(checkout.where()).toBe('basket.reloading')
    await checkout.reply('loadCheckout', loaded())
    expect(checkout.context().reservingError).toBe('Sold out')
    expect(checkout.where()).toBe('basket.ready')
    expect(checkout.can({ type: 'basket.reserve' })).toBe(true)
  })

  it('says why the tickets were refused until the basket has changed', async () => {
    const checkout = await onReserve()
    const change = () => checkout.send({ type: 'ticket.remove', ticketId: draft.id })
    await checkout.reply('reserveTickets', { outcome: 'error', error: 'Sold out' })
    await checkout.reply('loadCheckout', loaded())
    change()
    await checkout.fail('removeFromBasket')
    expect(checkout.context().reservingError).toBe('Sold out')
    change()
    await checkout.reply('removeFromBasket')
    expect(checkout.context().reservingError).toBe('')
  })

  it.each([draft, { ...draft, kind: 'voucher', value: 2_500 } as const])(
    'says no more why the tickets were refused once fewer are wanted, $kind',
    async (typed) => {
      const checkout = await onReserve()
      await checkout.reply('reserveTickets', { outcome: 'error', error: 'Sold out' })
      await checkout.reply('loadCheckout', loaded())
      checkout.send({ type: 'quantity.change', draft: typed })
      await vi.advanceTimersByTimeAsync(2_000)
      expect(checkout.context().reservingError).toBe('Sold out')
      const call = typed.kind === 'ticket' ? 'updateTicketQuantity' : 'updateGiftVoucherQuantity'
      await checkout.reply(call, { sent: [typed] })
      expect(checkout.context().reservingError).toBe('')
    },
  )

  it('reports an unknown error for any other reply [RESV-14, ERRS-09]', async () => {
    const checkout = await onReserve()
    await checkout.reply('reserveTickets', { outcome: 'unknown' })
    expect(checkout.where()).toBe('basket.reloading')
    expect(checkout.context().reservingError).toBe(unknownError)
  })

  it('returns to the basket when the call fails [ERRS-08, OPEN-64]', async () => {
    const checkout = await onReserve()
    await checkout.fail('reserveTickets')
    expect(checkout.errors).toEqual(['Unable to reserve tickets. Please try again later'])
    expect(checkout.where()).toBe('basket.reloading')
  })

  it('shows a warning and stays in an unsupported in-app browser [RESV-10, OPEN-67] [F15]', async () => {
    const checkout = await onReserve()
    await checkout.reply('reserveTickets', reserved(false))
    expect(checkout.where()).toBe('reserve.unsupported_browser')
    checkout.send({ type: 'basket.edit' })
    expect(checkout.where()).toBe('basket.reloading')
  })
})

it('reserves without the previous captcha when the buyer resumes at reserve', async () => {
  const checkout = await startCheckout({ facts: { state: 'captcha', captchaSitekey: 'first' } })
  checkout.send({ type: 'captcha.pass', token: 'proof' })
  checkout.send({ type: 'captcha.continue' })
  await checkout.reply('reserveTickets', { outcome: 'redirect', url: '/queue/' })
  checkout.send({ type: 'page.restored' })
  await checkout.reply('loadCheckout', loaded({ state: 'reserve', captchaSitekey: 'first' }, null))
  expect(checkout.where()).toBe('reserve.reserving')
})

describe('the captcha step', () => {
  it('cannot continue before the captcha is solved [CAPT-06, CAPT-07]', async () => {
    const checkout = await startCheckout({ facts: { state: 'captcha', captchaSitekey: 'first' } })
    const can = () => checkout.can({ type: 'captcha.continue' })
    expect(can()).toBe(false)
    checkout.send({ type: 'captcha.pass', token: 'proof' })
    expect(can()).toBe(true)
  })

  it('sends the token with the attempt [CAPT-11]', async () => {
    expect((await onCaptcha()).inputs('reserveTickets')).toEqual([{ token: 'proof' }])
  })

  it('returns to the captcha with an error when it expires or fails [CAPT-08, CAPT-09, CAPT-10]', async () => {
    const checkout = await startCheckout({ facts: { state: 'captcha', captchaSitekey: 'first' } })
    checkout.send({ type: 'captcha.pass', token: 'proof' })
    checkout.send({ type: 'captcha.fail', text: 'It expired' })
    expect(checkout.where()).toBe('captcha.challenge')
    expect(checkout.reservation()).toMatchObject({ token: '', error: 'It expired' })
    expect(checkout.can({ type: 'captcha.continue' })).toBe(false)
  })

  it('ignores captcha events while an attempt is in flight', async () => {
    const checkout = await onCaptcha()
    checkout.send({ type: 'captcha.fail', text: 'It expired' })
    checkout.send({ type: 'captcha.pass', token: 'other' })
    checkout.send({ type: 'basket.edit' })
    expect(checkout.where()).toBe('captcha.reserving')
    expect(checkout.inputs('reserveTickets')).toHaveLength(1)
  })

  it('continues when the tickets are held [RESV-08]', async () => {
    const checkout = await onCaptcha()
    await checkout.reply('reserveTickets', reserved())
    expect(checkout.where()).toBe('login.identifying')
    expect(checkout.secondsLeft()).toBe(480)
    expect(checkout.context().facts.sale).toBe('S9')
  })

  it('shows a new captcha when the server demands another [OPEN-68, CAPT-12]', async () => {
    const checkout = await onCaptcha()
    const { round } = checkout.reservation()
    await checkout.reply('reserveTickets', { outcome: 'captcha', sitekey: 'second', error: 'Again' })
    expect(checkout.where()).toBe('captcha.challenge')
    expect(checkout.reservation()).toMatchObject({
      sitekey: 'second',
      error: 'Again',
      token: '',
      round: round + 1,
    })
  })

  it('opens the address that the server redirects to [RESV-12]', async () => {
    const checkout = await onCaptcha()
    await checkout.reply('reserveTickets', { outcome: 'redirect', url: '/queue/' })
    expect(checkout.where()).toBe('captcha.redirecting')
    expect(checkout.inputs('openAddress')).toEqual([{ address: '/queue/' }])
    checkout.send({ type: 'captcha.fail', text: 'It expired' })
    checkout.send({ type: 'captcha.pass', token: 'other' })
    expect(checkout.where()).toBe('captcha.redirecting')
    await checkout.fail('openAddress')
    expect(checkout.context().reservingError).toBe(unknownError)
  })

  it('reloads the checkout when the page is restored after a redirect', async () => {
    const checkout = await onCaptcha()
    await checkout.reply('reserveTickets', { outcome: 'redirect', url: '/queue/' })
    checkout.send({ type: 'page.restored' })
    expect(checkout.where()).toBe('determining.loading')
  })

  it("shows the server's error in the basket [RESV-13]", async () => {
    const checkout = await onCaptcha()
    await checkout.reply('reserveTickets', { outcome: 'error', error: 'Sold out' })
    expect(checkout.where()).toBe('basket.reloading')
    expect(checkout.context().reservingError).toBe('Sold out')
  })

  it('reports an unknown error for any other reply [RESV-14, ERRS-09]', async () => {
    const checkout = await onCaptcha()
    await checkout.reply('reserveTickets', { outcome: 'unknown' })
    expect(checkout.context().reservingError).toBe(unknownError)
  })

  it('returns to the basket when the call fails [ERRS-07, OPEN-64]', async () => {
    const checkout = await onCaptcha()
    await checkout.fail('reserveTickets')
    expect(checkout.errors).toEqual(['Unable to reserve ticket(s). Please try again later'])
    expect(checkout.where()).toBe('basket.reloading')
  })

  it('lets the buyer return to the basket, with nothing held', async () => {
    const checkout = await startCheckout({ facts: { state: 'captcha', captchaSitekey: 'first' } })
    checkout.send({ type: 'basket.edit' })
    expect(checkout.where()).toBe('basket.reloading')
    expect(checkout.inputs('destroySale')).toEqual([])
  })
})
