import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createActor } from 'xstate'
import { fakeShop, type Replies } from './testing/fake-shop.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date', 'performance'] }))
afterEach(() => void vi.useRealTimers())

function start(standing: Partial<Replies> = {}, hasBase = true) {
  const shop = fakeShop(standing)
  const actor = createActor(shop.charts.siteScripts, { input: { hasBase } }).start()
  return { ...shop, value: () => actor.getSnapshot().value, reads: () => shop.inputs('readReadyFlag').length }
}

describe('the scripts of the site', () => {
  it('load the base script first, and look for its signal every 10 ms [CONT-15, MONI-32]', async () => {
    const site = start({ readReadyFlag: { isReady: false } })
    expect(site.made.map(({ name }) => name)).toEqual(['loadBaseScript'])
    await site.reply('loadBaseScript')
    expect(site.reads()).toBe(1)
    await vi.advanceTimersByTimeAsync(9)
    expect(site.reads()).toBe(1)
    await vi.advanceTimersByTimeAsync(1)
    expect(site.reads()).toBe(2)
    await vi.advanceTimersByTimeAsync(10)
    expect(site.reads()).toBe(3)
  })

  it('load the others only after the signal [CONT-16]', async () => {
    const site = start()
    await site.reply('loadBaseScript')
    await site.reply('readReadyFlag', { isReady: false })
    await vi.advanceTimersByTimeAsync(10)
    expect(site.waiting()).toEqual(['readReadyFlag'])
    await site.reply('readReadyFlag', { isReady: true })
    expect(site.waiting()).toEqual(['loadSiteScripts'])
  })

  it('give up and report a base script that never signals, without loading the others [CONT-16] [F28]', async () => {
    const site = start({ readReadyFlag: { isReady: false } })
    await site.reply('loadBaseScript')
    await vi.advanceTimersByTimeAsync(9_999)
    expect(site.value()).toEqual({ signalling: 'waiting' })
    await vi.advanceTimersByTimeAsync(1)
    expect(site.value()).toBe('given_up')
    expect(site.problems).toEqual(['the base script does not signal'])
    expect(site.inputs('loadSiteScripts')).toEqual([])
  })

  it('report a base script that is missing or takes too long [F28]', async () => {
    const missing = start()
    await missing.fail('loadBaseScript')
    expect(missing.problems).toEqual(['the base script cannot be loaded'])
    const slow = start()
    await vi.advanceTimersByTimeAsync(10_000)
    expect(slow.value()).toBe('given_up')
    expect(slow.problems).toEqual(['the base script takes too long'])
  })

  it('load at once without a base script [CONT-16]', () => {
    expect(start({}, false).made.map(({ name }) => name)).toEqual(['loadSiteScripts'])
  })

  it('report those of the others that fail or take too long [F28]', async () => {
    const failing = start({}, false)
    await failing.reply('loadSiteScripts', { failed: ['/menu.js'] })
    expect(failing.problems).toEqual(['cannot be loaded: /menu.js'])
    const slow = start({}, false)
    await vi.advanceTimersByTimeAsync(30_000)
    expect(slow.problems).toEqual(['a script takes too long'])
  })
})
