import { describe, expect, it } from 'vitest'
import type { Model } from '#machines/paths/model.ts'
import type { Ground } from '#machines/words/chart-words.ts'
import { Charts } from './composition.ts'
import { models } from './models.ts'
import type { Proof } from './proof.ts'
import { provePromises } from './promises.ts'
import { sabotaged } from './sabotage.ts'

const none: Proof[] = []
const known = provePromises(new Charts(models), none).contradictions

/** The promises that a change of the charts breaks. */
const broken = (changed: Model[]) =>
  provePromises(new Charts(changed), none).contradictions.filter((one) => !known.includes(one))

/** What contradicts a promise about waiting for the bank that rests on this alone. */
function against(...because: Ground[]): string[] {
  const promises = { 'holding.awaiting_truelayer': [{ says: 'It is so.', because }] }
  const words = { checkout: { title: '', states: {}, events: {}, guards: {}, delays: {}, promises } }
  return provePromises(new Charts(models), none, words).contradictions
}

describe('what the boxes promise', () => {
  it('rests on sentences that are proved, and on nothing else that is not so', () => {
    expect(known.length).toBeGreaterThan(5)
    expect(known.filter((one) => !one.includes(': nothing proves "'))).toEqual([])
  })

  it('is broken by a way back out of a payment, by none to another method, and by a hold that does not wait', () => {
    const changed = sabotaged('checkout', ({ states: { holding } }) => {
      const { payment, awaiting_truelayer: bank } = holding.states
      payment.states.paying.on['step.back'] = { target: '#login' }
      payment.states.paying.on['countdown.expired'] = { target: '#basket' }
      delete bank.states.polling.on
    })
    expect(broken(changed)).toEqual([
      expect.stringContaining('"Going back to an earlier step keeps the tickets."'),
      expect.stringMatching(/"Going back and "Edit basket" are not possible while a payment.* → step\.back$/),
      expect.stringMatching(/"If the time runs out while paying, .* → countdown\.expired$/),
      expect.stringMatching(
        /"The buyer may ask for another method while the bank decides.* → method\.switch$/,
      ),
    ])
  })

  it('is broken if a payment from before a reload is no longer asked about first', () => {
    const changed = sabotaged('paymentAttempt', ({ states }) => {
      states.starting.always = states.starting.always.filter(
        ({ guard }: { guard?: string }) => guard !== 'isRemembered',
      )
    })
    expect(broken(changed)).toEqual([
      'checkout: holding.payment: "So that nobody is charged twice, no second payment is begun before it is known how the first one ended, also after a reload of the page.": ' +
        'paymentAttempt has no transition "starting: always [isRemembered] → looking_up"',
    ])
  })

  it('needs a ground that exists', () => {
    const said = 'checkout: holding.awaiting_truelayer: "It is so.": '
    expect(against({ never: 'step.back' })).toEqual([])
    expect(against()).toEqual([`${said}nothing makes it true`])
    expect(against({ proof: 'pigs fly' })).toEqual([`${said}nothing proves "pigs fly"`])
    expect(against({ never: 'step.skip' })).toEqual([`${said}the chart has no event step.skip`])
    expect(against({ can: 'step.back', in: 'heaven' })).toEqual([`${said}the chart is never at heaven`])
    expect(against({ can: 'step.back' })).toEqual([expect.stringMatching(/ → step\.back$/)])
    expect(against({ chart: 'payment', transition: 'paid: always → left' })).toEqual([
      `${said}payment has no transition "paid: always → left"`,
    ])
  })
})
