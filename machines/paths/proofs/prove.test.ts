import { globSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { assign } from 'xstate'
import { followCharts } from '#src/monitoring/chart-steps.ts'
import type { Attempt } from '#machines/payment-attempt.ts'
import type { Model } from '#machines/paths/model.ts'
import { Charts } from './composition.ts'
import { shownWords } from './failing-calls.ts'
import { models } from './models.ts'
import { meaningOf, namesIn, proveNames } from './names.ts'
import { prove } from './prove.ts'
import { provided, sabotaged } from './sabotage.ts'
import { proveMoney } from './money.ts'

/** The sentences that do not hold, by their first words, each with its shortest story. */
const failing = (broken: Model[]) =>
  prove(broken)
    .filter(({ contradictions }) => contradictions.length > 0)
    .map(({ sentence, contradictions: [story] }) => [sentence.split(/[:.,]/)[0], story])

describe('the sentences about the charts', () => {
  it('all hold [OPEN-47] [F23]', () => {
    expect(failing(models)).toEqual([])
  })

  it('look at every chart', () => {
    const [wayOn] = prove(models)
    expect(wayOn?.situations).toBe(new Charts(models).of().length)
    expect(wayOn?.situations).toBeGreaterThan(4_000)
  })
})

describe('exactly one sentence fails, with the shortest story, if', () => {
  it('"Check again" leads nowhere: no way on', () => {
    const broken = sabotaged('paymentAttempt', ({ states }) => {
      states.unsettled.on['payment.check'] = { target: 'unsettled' }
    })
    expect(failing(broken)).toEqual([
      ['There is always a way on', expect.stringContaining('paymentAttempt: unsettled, after')],
    ])
  })

  it('a search for seats has no time limit: somebody waits in silence', () => {
    const broken = sabotaged('seatSelection', ({ states }) => {
      delete states.open.states.asking.states.finding.after
    })
    expect(failing(broken)).toEqual([
      [
        'Nobody waits in silence',
        expect.stringMatching(/^seatSelection: open\.asking\.finding, after .* → Press "Find seats"/),
      ],
    ])
  })

  it('a failed call tells nothing: not told of failures', () => {
    const broken = sabotaged('account', ({ states }) => {
      delete states.saving_guest.invoke.onError.actions
    })
    expect(failing(broken)).toEqual([
      [
        'If every call fails',
        expect.stringMatching(/^account: saving_guest, after .*: the buyer is told nothing$/),
      ],
    ])
  })

  it('the pause between two checks is ten times as long: too late', () => {
    expect(failing(provided('paymentAttempt', { delays: { nextCheck: 30_000 } }))).toEqual([
      ['The buyer is told in time', expect.stringContaining('601 s instead of 301 s')],
    ])
  })

  it('another request is sent although the order was not looked at: two open payments', () => {
    const broken = sabotaged('paymentAttempt', ({ states }) => {
      states.looking_up.invoke.onDone[2] = { target: 'confirming', actions: 'clearFailure' }
    })
    expect(failing(broken)).toEqual([
      [
        'Money',
        expect.stringMatching(/^there are never two open payments: .*key-0 and key-2 may both charge$/),
      ],
    ])
  })

  it('a request is changed before it is sent again: another charge', () => {
    const another = assign(({ context: { attempts } }: { context: { attempts: Attempt[] } }) => ({
      attempts: attempts.map((attempt): Attempt => {
        const body = { payment_method_id: `after ${attempt.doubt}`, attempt: attempt.key }
        const again = attempt.again && { ...attempt.again, request: { call: 'payWithCard' as const, body } }
        return { ...attempt, doubt: attempt.doubt ?? 'sent', again }
      }),
    }))
    const [contradiction] = proveMoney(
      new Charts(provided('paymentAttempt', { actions: { storeSent: another as never } })),
    ).contradictions
    expect(contradiction).toContain('a request that is sent again is the same')
  })

  it('a pending payment is dropped: an unsettled attempt is forgotten', () => {
    const broken = sabotaged('paymentAttempt', ({ states }) => {
      states.sending.invoke.onDone[2] = {
        ...states.sending.invoke.onDone[2],
        target: 'failed',
        actions: 'storeEnded',
      }
    })
    expect(failing(broken)).toEqual([
      ['Money', expect.stringMatching(/^an unsettled attempt is never forgotten: .*key-\d is forgotten$/)],
    ])
  })

  it('the payment step does not take over what an attempt leaves: an unsettled attempt is forgotten', () => {
    const broken = sabotaged('payment', ({ states }) => {
      const ends = states.open.states.paying.invoke.onDone
      ends[2].actions = ends[2].actions.filter(({ type }: { type?: string }) => type !== 'storeAttempts')
    })
    expect(failing(broken)).toEqual([
      ['Money', expect.stringContaining('an unsettled attempt is never forgotten: payment: open.paying')],
    ])
  })

  it('a paid order is led back to the payment step: paid twice', () => {
    const broken = sabotaged('checkout', ({ states }) => {
      states.paid.on['checkout.refreshed'][0].target = '#payment'
    })
    expect(failing(broken)).toEqual([
      [
        'Money',
        expect.stringMatching(
          /^paid never leads back to paying: .*checkout\.refreshed: .*the order is paid$/,
        ),
      ],
    ])
  })

  it('a row of the next-step tables is missing: not as documented', () => {
    const broken = sabotaged('checkout', ({ states }) => {
      const { login } = states.holding.states
      login.onDone = login.onDone.filter(({ guard }: { guard?: string }) => guard !== 'needsDeliveryAddress')
    })
    expect(failing(broken)).toEqual([
      ['The documents are kept', 'no path goes from login to delivery_address (CONT-27)'],
    ])
  })

  it('a message of the error catalogue is worded otherwise: not as documented', () => {
    const broken = sabotaged('saleRelease', ({ states }) => {
      states.destroying.invoke.onError.actions.params.text = 'Not now'
    })
    expect(failing(broken)).toEqual([
      ['The documents are kept', 'no path leads to ERRS-42: "Unable to edit Basket. Please try again later"'],
    ])
  })

  it('a state has another name: what was reported means nothing', () => {
    const broken = sabotaged('saleRelease', ({ states }) => {
      states.releasing = states.destroying
      delete states.destroying
      states.idle.on['release.request'].target = 'releasing'
    })
    expect(failing(broken)).toEqual([
      [
        'What was ever reported stays meaningful',
        expect.stringContaining('saleRelease state destroying is gone'),
      ],
    ])
  })
})

it('fails as well if a failed load has no button', () => {
  const broken = sabotaged('ticketQuestions', ({ states }) => {
    states.loading_failed.on = { 'facts.changed': { target: 'loading' } }
  })
  expect(failing(broken).map(([sentence]) => sentence)).toContain('If every call fails')
})

it('fails as well if a payment can begin after the hold has ended', () => {
  const broken = sabotaged('checkout', ({ states }) => {
    states.holding.always = []
  })
  expect(proveMoney(new Charts(broken)).contradictions).toEqual([
    expect.stringContaining('paying begins only with a hold'),
  ])
})

it('gives up on a chart without an end', () => {
  const endless = sabotaged('paymentAttempt', ({ states }) => {
    states.checking.after.nextCheck[2].target = 'preparing'
  })
  expect(() => prove(endless)).toThrow('paymentAttempt has more than 3,000 situations')
})

describe('a name of an earlier release', () => {
  const charts = new Charts(models)
  const known = new Set(namesIn(charts))
  const successors = {
    'payment state till': 'payment state cash',
    'payment state cash': 'payment state settled',
    'basket event basket.keep': 'The basket is always kept.',
  }

  it('means the state that has taken its place, over several releases', () => {
    expect(meaningOf('payment state till', known, successors)).toBe('payment state settled')
    expect(meaningOf('basket event basket.keep', known, successors)).toBe('The basket is always kept.')
    expect(meaningOf('payment state shop', known, successors)).toBeUndefined()
  })

  it('is the one by which the session log names a state', () => {
    const logged = charts.of().flatMap((one) => {
      const step = followCharts()({ snapshot: one.snapshot, actorRef: {}, event: { type: '' } } as never)
      return step ? step.state.split(' + ').map((state) => `${step.chart} state ${state}`) : []
    })
    expect(logged.filter((name) => !known.has(name))).toEqual([])
    expect(new Set(logged).size).toBeGreaterThan(100)
  })

  it('needs no line if it is still there', () => {
    const { contradictions } = proveNames(charts, [], { 'payment state settled': 'payment state open' })
    expect(contradictions).toEqual(['payment state settled is there, so nothing became of it'])
  })
})

it('finds in the page the words that a failed state shows', () => {
  const page = globSync('src/**/*.{ts,tsx}')
    .filter((path) => !path.includes('.test.'))
    .map((path) => readFileSync(path, 'utf8').replace(/\s+/g, ' '))
  const missing = Object.values(shownWords).filter((words) => !page.some((text) => text.includes(words)))
  expect(missing).toEqual([])
})
