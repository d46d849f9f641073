import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createActor } from 'xstate'
import { fakeShop, type Replies } from './testing/fake-shop.ts'
import { bankAnswer } from './testing/samples.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date', 'performance'] }))
afterEach(() => void vi.useRealTimers())

function startPolling(standing: Partial<Replies> = {}) {
  const shop = fakeShop(standing)
  const actor = createActor(shop.charts.bankPolling).start()
  return {
    ...shop,
    actor,
    where: () => actor.getSnapshot().value,
    asked: () => shop.inputs('getTruelayerStatus').length,
  }
}

describe('bank polling', () => {
  it('checks first after two seconds [BANK-08] [F16]', async () => {
    const polling = startPolling()
    await vi.advanceTimersByTimeAsync(1_999)
    expect(polling.asked()).toBe(0)
    await vi.advanceTimersByTimeAsync(1)
    expect(polling.asked()).toBe(1)
  })

  it('checks again one and a half seconds after each pending reply [BANK-09, BANK-17] [F16]', async () => {
    const polling = startPolling()
    await vi.advanceTimersByTimeAsync(2_000)
    await polling.reply('getTruelayerStatus', bankAnswer)
    await vi.advanceTimersByTimeAsync(1_499)
    expect(polling.asked()).toBe(1)
    await vi.advanceTimersByTimeAsync(1)
    expect(polling.asked()).toBe(2)
  })

  it('abandons a call after twenty seconds without a reply, and checks again [F16]', async () => {
    const polling = startPolling()
    await vi.advanceTimersByTimeAsync(2_000 + 20_000 + 1_499)
    expect(polling.asked()).toBe(1)
    await vi.advanceTimersByTimeAsync(1)
    expect(polling.asked()).toBe(2)
    expect(polling.errors).toEqual([])
  })

  it.each(['completed', 'failed'] as const)('ends when the status is %s [F16]', async (status) => {
    const polling = startPolling()
    await vi.advanceTimersByTimeAsync(2_000)
    await polling.reply('getTruelayerStatus', { ...bankAnswer, status })
    expect(polling.actor.getSnapshot().output).toEqual({ ...bankAnswer, status })
  })

  it('stops after sixty checks without ending [BANK-22, OPEN-30, OPEN-36] [F16]', async () => {
    const polling = startPolling({ getTruelayerStatus: bankAnswer })
    await vi.advanceTimersByTimeAsync(2_000 + 58 * 1_500)
    expect(polling.asked()).toBe(59)
    expect(polling.where()).toBe('waiting')
    await vi.advanceTimersByTimeAsync(1_500)
    expect(polling.asked()).toBe(60)
    expect(polling.where()).toBe('given_up')
    await vi.advanceTimersByTimeAsync(600_000)
    expect(polling.asked()).toBe(60)
  })

  it('checks once more whenever the buyer asks to [OPEN-36]', async () => {
    const polling = startPolling({ getTruelayerStatus: bankAnswer })
    await vi.advanceTimersByTimeAsync(2_000 + 59 * 1_500)
    polling.actor.send({ type: 'status.check' })
    await vi.advanceTimersByTimeAsync(10_000)
    expect(polling.asked()).toBe(61)
    expect(polling.where()).toBe('given_up')
  })

  it('counts failed calls, continues and notifies once [ERRS-30, OPEN-31] [F16]', async () => {
    const polling = startPolling()
    await vi.advanceTimersByTimeAsync(2_000)
    for (let attempt = 1; attempt < 60; attempt += 1) {
      await polling.fail('getTruelayerStatus')
      expect(polling.where()).toBe('waiting')
      await vi.advanceTimersByTimeAsync(1_500)
    }
    await polling.fail('getTruelayerStatus')
    expect(polling.where()).toBe('given_up')
    expect(polling.errors).toEqual(['Unable to get TrueLayer status. Please try again later'])
  })
})
