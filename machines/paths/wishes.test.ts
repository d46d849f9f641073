import { describe, expect, it } from 'vitest'
import { aims, coverChart, events, findPaths, outcomes, testPaths } from './index.ts'
import { models } from './charts.ts'
import { labelOf, pathsOf } from './model.ts'
import { requirementCases } from './requirement-cases.ts'

const only = (answer: ReturnType<typeof findPaths>) => {
  expect(answer.reason).toBe('')
  expect(answer.paths).toHaveLength(1)
  return answer.paths[0]!
}

const labels = ({ steps }: ReturnType<typeof only>) => steps.map(({ label }) => label)

describe('a wish for a path', () => {
  it('leads from the basket through the captcha to a state of an invoked chart [CONT-19, RESV-11, ERRS-29]', () => {
    const path = only(findPaths({ to: 'claim_failed', from: 'basket', through: ['captcha'], shape: 'free' }))
    expect(labels(path)).toEqual([
      'done loadCheckout: basket free',
      'done basket: chosen',
      'captcha.demanded',
      'done reservation: reserved',
      'done account: confirmed',
      'preferences.save',
      'done setMarketingPreferences',
      'done claimFreeTickets: rejected',
    ])
    expect(path).toMatchObject({ chart: 'payment', state: 'settled.claim_failed', shape: 'free' })
    expect(path.requirements).toEqual(['CONT-19', 'CONT-22', 'CONT-26', 'CONT-32', 'ERRS-29', 'RESV-11'])
    expect(path.steps.at(-1)?.expected).toBe(
      'Heading "Claiming free tickets". Claiming the free tickets failed; the buyer can try again. Message "Unable to claim free tickets. Please try again later".',
    )
  })

  it('prefers what buyers usually do to a shorter path by an accident', () => {
    expect(labels(only(findPaths({ shape: 'seats' })))).toEqual([
      'done loadCheckout: basket seats',
      'done basket: chosen',
      'done reservation: reserved',
      'done account: confirmed',
      'payment.opened',
      'done payment: paid',
      'done loadPaidOrder: paid',
      'done ticketDelivery',
    ])
  })

  it('makes what is before its beginning the precondition', () => {
    const { precondition, steps, prepared } = only(findPaths({ from: 'login', shape: 'seats' }))
    expect(precondition).toBe(
      'The basket "seats"; then: Press "Reserve Basket"; then: Wait until the tickets are reserved; pass the captcha if there is one',
    )
    expect(steps[prepared]?.label).toBe('done account: confirmed')
  })

  it('passes an event, and one case of an event', () => {
    expect(labels(only(findPaths({ through: ['donation.skip'] })))).toContain('donation.skip')
    const { chart, steps } = only(findPaths({ through: ['done reserveTickets: captcha'] }))
    expect(chart).toBe('reservation')
    expect(steps.map(({ label }) => label)).toContain('done reserveTickets: captcha')
  })

  it('takes an event where it changes something, if it does so anywhere', () => {
    const path = only(findPaths({ through: ['quantity.change: ticket'], shape: 'paid' }))
    const at = path.steps.findIndex(({ label }) => label === 'quantity.change: ticket')
    expect(path.steps[at]?.state).toBe('open.pausing')
    expect(labels(path).slice(0, at)).not.toContain('basket.reserve')
  })

  it('ends with the payment taken, after one that was declined', () => {
    const path = only(findPaths({ through: ['captcha', 'done paymentAttempt: declined'], shape: 'charity' }))
    expect(labels(path).slice(-4)).toEqual([
      'payment.pay: card',
      'done paymentAttempt: declined',
      'payment.pay: card',
      'done paymentAttempt: paid',
    ])
  })

  it('names the title that the page has while a payment is open, and once the tickets are free [PAYM-02, PAYM-04]', () => {
    const paying = only(findPaths({ through: ['payment.pay: card'], shape: 'charity' }))
    const at = paying.steps.findIndex(({ label }) => label === 'payment.pay: card')
    expect(paying.steps.slice(at - 1, at + 1).map(({ heading }) => heading)).toEqual([
      'Payment',
      'Confirming Payment',
    ])
    const claiming = only(findPaths({ to: 'claim_failed', shape: 'charity' }))
    expect(claiming.steps.at(-1)?.heading).toBe('Claiming free tickets')
    expect(claiming.steps.at(-1)?.expected).toMatch(/^Heading "Claiming free tickets"\. /)
  })

  it('ends where it was to pass last, in a chart that has no end', () => {
    const path = only(findPaths({ through: ['updates.subscribe'], shape: 'seats' }))
    expect(path).toMatchObject({ chart: 'orderCompleted', state: 'updates.subscribing' })
  })

  it('gives several paths, each with an id of its own', () => {
    const { paths } = findPaths({ to: 'login', through: ['gift_aid'], maxPaths: 5 })
    expect(paths).toHaveLength(5)
    expect(new Set(paths.map(({ id }) => id)).size).toBe(5)
  })

  it('finds a path by a row of the next-step tables and by a message of the documents', () => {
    expect(only(findPaths({ requirement: 'CONT-25' })).requirements).toContain('CONT-25')
    expect(only(findPaths({ requirement: 'ERRS-20' })).requirements).toContain('ERRS-20')
  })

  it('begins with a basket that has what the requirement is about', () => {
    expect(only(findPaths({ requirement: 'PAYM-33' })).shape).toBe('paid')
    expect(only(findPaths({ requirement: 'PAYM-33', shape: 'charity' })).shape).toBe('charity')
  })

  it('meets each requirement that has a case of its own, and names it', { timeout: 120_000 }, () => {
    // One of those that share a case
    const ids = new Map(
      Object.entries(requirementCases).map(([id, one]) => [JSON.stringify(one), id]),
    ).values()
    const unmet = [...ids].filter(
      (requirement) => !findPaths({ requirement }).paths[0]?.requirements.includes(requirement),
    )
    expect(unmet).toEqual([])
    expect(labels(only(findPaths({ requirement: 'BANK-14' }))).at(-1)).toBe(
      'done bankPolling: failed and out of time',
    )
  })

  it('only comes to the step, and does not claim more, for a requirement of a whole step', () => {
    const path = only(findPaths({ requirement: 'PAYM-01' }))
    expect(path.steps.at(-1)?.screen).toBe('payment')
    expect(path.requirements).not.toContain('PAYM-01')
  })

  it('keeps the id of a path, whatever other paths there are', () => {
    expect(only(findPaths({ to: 'gift_aid' })).id).toBe('P-6c1f9bdd')
    expect(only(findPaths({ to: 'gift_aid', shape: 'charity' })).id).toBe('P-6c1f9bdd')
  })
})

describe('a wish that cannot be met', () => {
  it.each([
    [{ to: 'gift_aid', shape: 'seats' }, '`gift_aid` needs a charity event (as in charity, everything).'],
    [
      { through: ['done sendPayment: declined', 'captcha'], shape: 'charity' },
      'No path passes `done sendPayment: declined`, then `captcha`, then `the end of paymentAttempt`; one passes `captcha` before `done sendPayment: declined`: give them in that order.',
    ],
    [
      { to: 'waiver', through: ['donation'], shape: 'seats' },
      'No path from the basket "seats" passes `donation`, then `waiver`, whatever one fact of it were otherwise.',
    ],
    [
      { from: 'claim_failed', to: 'granted' },
      '`granted` is in the chart consent, which is not among checkout, payment.',
    ],
    [
      { through: ['payment.pay: plan'], shape: 'plan' },
      '`payment.pay: plan`, then `the end of payment` is tried on the chart payment alone: leave out the basket.',
    ],
    [{ to: 'identified' }, '`identified` is left as soon as it is entered, so no path ends in it.'],
  ])('%o says why', (wish, reason) => {
    expect(findPaths(wish)).toEqual({ paths: [], reason })
  })

  it.each([
    [{ to: 'gift_adi' }, 'There is no state or event "gift_adi". Did you mean "gift_aid"'],
    [
      { to: 'orderCompleted' },
      'There is no state or event "orderCompleted". Did you mean "order_completed"?',
    ],
    [{ to: 'Gift Aid' }, 'There is no state or event "Gift Aid". Did you mean "gift_aid"?'],
    [{ to: 'paymentAttempt' }, '"paymentAttempt" is a chart. Write one of its states: '],
    [
      { through: ['donation.skipp'] },
      'There is no state or event "donation.skipp". Did you mean "donation.skip"',
    ],
    [
      { through: ['declined'] },
      'There is no state or event "declined". Do you mean "done paymentAttempt: declined" (The payment is declined)',
    ],
    [
      { to: 'instalments' },
      'There is no state or event "instalments". Do you mean "plan.change" (Choose an instalment plan), "method.choose: plan" (Choose to pay by instalments), "payment.pay: plan" (Pay by instalments)?',
    ],
    [{ shape: 'charty' }, 'There is no basket "charty". Did you mean "charity"'],
    [{ requirement: 'CONT-233' }, 'There is no requirement "CONT-233". Did you mean "CONT-23"'],
    [{ to: 'choosing' }, '"choosing" is the name of several states: checkout.holding.donation.choosing,'],
  ])('%o names what is known', (wish, message) => {
    expect(() => findPaths(wish)).toThrow(message)
  })
})

describe('the charts for a test of one’s own', () => {
  const steps = pathsOf(models[0]!).flat()
  const basket = steps.find(({ snapshot }) => snapshot.value === 'basket')!.snapshot

  it('tell what a buyer may do, and every case of each reply', () => {
    expect(events('checkout', basket).map(labelOf)).toContain('page.shown')
    expect(outcomes('checkout', basket).map(labelOf)).toContain('done basket: chosen')
    expect(outcomes('checkout', basket).map(labelOf)).toContain('error basket: failed')
  })

  it('run a path on what is tested, and tell how far it came when it fails', async () => {
    const { paths } = findPaths({ to: 'login', shape: 'seats' })
    const done: string[] = []
    const sut = {
      create: async ({ precondition }: { precondition: string }) => done.push(precondition),
      send: async ({ action }: { action: string }) => done.push(action),
      read: async ({ screen }: { screen: string | null }) => expect(screen).not.toBe('login'),
    }
    await expect(testPaths(paths, { sut })).rejects.toThrow(
      /^P-\w{8}, after\n  Press "Reserve Basket"\n  Wait until the tickets are reserved.*\nexpected: Heading "Account"/,
    )
    expect(done).toHaveLength(3)
  })

  it('are covered by few paths for each aim, and each path has an id of its own', async () => {
    for (const aim of aims) {
      const { paths, counts } = await coverChart('ticketDelivery', aim)
      expect(counts[aim].covered).toBeGreaterThan(0)
      expect(new Set(paths.map(({ id }) => id)).size).toBe(paths.length)
    }
  })

  it('have titles that test management takes, which leave out the middle of a long way', async () => {
    const titles = (await coverChart('bankPolling')).paths.map(({ title }) => title)
    expect(titles.filter((title) => title.length > 250)).toEqual([])
    expect(titles.some((title) => title.includes(' → … → '))).toBe(true)
  })

  it('have a different start for each model of a chart', () => {
    const starts = models.map(({ chart, start }) => `${chart} ${start}`)
    expect(new Set(starts).size).toBe(starts.length)
  })
})
