import { expect, it, vi } from 'vitest'
import { createActor } from 'xstate'
import type { ConsentChoice } from './consent.ts'
import { fakeShop } from './testing/fake-shop.ts'

function start(found: ConsentChoice, asks = true) {
  const shop = fakeShop()
  const stopTracking = vi.fn()
  const chart = shop.charts.consent.provide({ actions: { stopTracking } })
  const actor = createActor(chart, { input: { asks } }).start()
  actor.send({ type: 'consent.found', choice: found })
  const has = (tag: 'banner' | 'consented') => actor.getSnapshot().hasTag(tag)
  return { ...shop, actor, has, stops: () => stopTracking.mock.calls.length }
}

it('asks before anything else if no choice is stored [MONI-28]', () => {
  const { actor, has } = start(null)
  expect(actor.getSnapshot().value).toBe('asking')
  expect([has('banner'), has('consented')]).toEqual([true, false])
})

it('runs analytics without asking if consent is stored [MONI-27]', () => {
  const { has } = start('granted')
  expect([has('banner'), has('consented')]).toEqual([false, true])
})

it('stops analytics once for each withdrawal, and not while the buyer only reconsiders [L9]', async () => {
  const { actor, stops, reply } = start('granted')
  actor.send({ type: 'consent.change' })
  expect(stops()).toBe(0)
  actor.send({ type: 'consent.refuse' })
  expect(stops()).toBe(1)
  await reply('saveConsent', { choice: 'refused' })
  expect(stops()).toBe(1)
  actor.send({ type: 'consent.found', choice: 'granted' })
  actor.send({ type: 'consent.found', choice: null })
  expect(stops()).toBe(2)
})

it('has nothing to stop if the buyer has never agreed', () => {
  const { actor, stops } = start(null)
  actor.send({ type: 'consent.found', choice: 'refused' })
  expect(stops()).toBe(0)
})

it('does not ask on a site that asks by itself, and follows its choice [MONI-28]', () => {
  const { actor, has } = start(null, false)
  expect([has('banner'), has('consented')]).toEqual([false, false])
  actor.send({ type: 'consent.found', choice: 'granted' })
  expect(has('consented')).toBe(true)
  actor.send({ type: 'consent.found', choice: null })
  expect(has('consented')).toBe(false)
})

it('runs analytics only if the consent could be stored [MONI-28]', async () => {
  const { actor, has, reply } = start(null)
  actor.send({ type: 'consent.accept' })
  expect(has('consented')).toBe(false)
  await reply('saveConsent', { choice: null })
  expect(actor.getSnapshot().value).toEqual({ refused: 'settled' })
})

it('stops analytics at once when the buyer withdraws, even if that cannot be stored [L9]', async () => {
  const { actor, has, fail } = start('granted')
  actor.send({ type: 'consent.change' })
  expect([has('banner'), has('consented')]).toEqual([true, true])
  actor.send({ type: 'consent.refuse' })
  expect(has('consented')).toBe(false)
  await fail('saveConsent')
  expect(actor.getSnapshot().value).toEqual({ refused: 'settled' })
})

it('stops analytics when another tab has withdrawn, also while the buyer reconsiders here [L9]', () => {
  for (const isChanging of [false, true]) {
    const { actor, has } = start('granted')
    if (isChanging) actor.send({ type: 'consent.change' })
    actor.send({ type: 'consent.found', choice: 'refused' })
    expect([has('banner'), has('consented')]).toEqual([false, false])
  }
})
