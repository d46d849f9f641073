import { describe, expect, it } from 'vitest'
import { testPathOf } from '#machines/paths/test-path.ts'
import { placesTo } from '#machines/paths/search.ts'
import { hashOf, trialIn } from './link.ts'
import { blockedAt, optionsAt, starts, statesAt, waitedUntil, walk } from './trial.ts'

const at = (start: string, ...steps: string[]) => {
  const { place, wrong } = walk({ start, steps })
  expect(wrong).toBeNull()
  return place
}
const stepsAt = (start: string, ...steps: string[]) => optionsAt(at(start, ...steps)).map(({ step }) => step)

const toPayment = ['done basket: chosen', 'done reservation: reserved', 'done account: confirmed']

describe('a trial of the charts', () => {
  it.each([...starts.keys()])('begins at %s with something that can happen', (start) => {
    expect(stepsAt(start)).not.toEqual([])
  })

  it('goes into the chart of a step, and comes back with what that has put out', () => {
    expect(optionsAt(at('charity'))[0]).toMatchObject({ step: 'into basket', kind: 'into' })
    const chosen = ['into basket', 'basket.reserve', 'after reserveTransition']
    expect(stepsAt('charity', ...chosen)).toEqual(['done basket: chosen'])
    expect(statesAt(at('charity', ...chosen, 'done basket: chosen'))).toContain('checkout.reserving.reserve')
  })

  it('tells the chart around it what a chart sends', () => {
    const paying = ['into payment', 'done prepareCard', 'payment.pay: card']
    expect(statesAt(at('seats', ...toPayment, ...paying))).toContain('checkout.holding.payment.paying')
  })

  it('counts a press that has another chart do something among what leads on, and what only passes does not', () => {
    const held = optionsAt(at('seats', ...toPayment.slice(0, 2)))
    const moves = (step: string) => held.find((option) => option.step === step)?.moves
    expect(moves('basket.edit')).toBe(true)
    expect(moves('countdown.lengthened')).toBe(false)
  })

  it('leaves the chart of a step when the checkout goes on', () => {
    const expired = at('seats', ...toPayment, 'into payment', 'checkout: countdown.expired')
    expect(statesAt(expired).at(-1)).toBe('checkout.basket')
    expect(expired.around).toEqual([])
  })

  it('says where it is, inside and around', () => {
    const states = statesAt(at('charity', 'into basket'))
    expect(states).toContain('checkout.basket')
    expect(states.at(-1)).toMatch(/^basket\./)
  })

  it('says what is not possible, and on which condition it would be', () => {
    const blocked = blockedAt(at('everything', 'done basket: chosen', 'done reservation: reserved'))
    expect(blocked).toContainEqual({
      words: 'Press "Skip donation" → Saving the donation',
      condition: 'a donation was made',
    })
  })

  it('stops before a step that is not possible', () => {
    expect(walk({ start: 'seats', steps: ['donation.skip'] }).wrong).toBe('donation.skip')
  })

  it('adds up the time of its delays, in milliseconds', () => {
    expect(waitedUntil(at('countdown'))).toBe(0)
    expect(waitedUntil(at('countdown', 'countdown.corrected: two seconds', 'after tick'))).toBe(1_000)
  })

  it('is carried by a link', () => {
    const trial = { start: 'charity', steps: ['into basket', 'done reserveTickets: captcha & more'] }
    expect(trialIn(`https://shop.example/statechart/${hashOf(trial)}`)).toEqual(trial)
    expect(trialIn('https://shop.example/statechart/#checkout')).toBeNull()
  })

  it('has the id of the path that a tester is given', () => {
    const { id } = testPathOf(placesTo(at('seats', 'done basket: chosen')))
    expect(id).toMatch(/^P-[\da-f]{8}$/)
  })
})
