import { describe, expect, it } from 'vitest'
import { createActor } from 'xstate'
import type { CheckoutState } from '#src/checkout/schemas/checkout.ts'
import type { Hold } from './countdown.ts'
import { fakeShop } from './testing/fake-shop.ts'

function startReporting() {
  const shop = fakeShop()
  const corrections: (Hold | null)[] = []
  const actor = createActor(
    shop.charts.stateReporting.provide({
      actions: { sendCorrection: (_, { hold }) => void corrections.push(hold) },
    }),
  ).start()
  return {
    ...shop,
    corrections,
    enter: (state: CheckoutState) => actor.send({ type: 'state.entered', state }),
    know: (state: CheckoutState) => actor.send({ type: 'state.known', state }),
    reported: () => shop.inputs('updateBasketState').map((input) => (input as { state: string }).state),
  }
}

const hold: Hold = { deadline: 90_000, seconds: 90, asOf: 0 }

describe('reporting the state', () => {
  it('reports every change in order, each after the reply to the last [CONT-50] [F24]', async () => {
    const reporting = startReporting()
    for (const state of ['reserve', 'login', 'payment'] as const) reporting.enter(state)
    expect(reporting.reported()).toEqual(['reserve'])
    await reporting.reply('updateBasketState', { hold: null })
    expect(reporting.reported()).toEqual(['reserve', 'login'])
    await reporting.reply('updateBasketState', { hold: null })
    expect(reporting.reported()).toEqual(['reserve', 'login', 'payment'])
  })

  it('reports a state again when it is entered again after another [CONT-50]', async () => {
    const reporting = startReporting()
    for (const state of ['basket', 'reserve', 'basket'] as const) {
      reporting.enter(state)
      await reporting.reply('updateBasketState', { hold: null })
    }
    expect(reporting.reported()).toEqual(['basket', 'reserve', 'basket'])
  })

  it('reports the same state once', () => {
    const reporting = startReporting()
    reporting.enter('basket')
    reporting.enter('basket')
    expect(reporting.reported()).toEqual(['basket'])
  })

  it("does not report the server's own state back [OPEN-43]", () => {
    const reporting = startReporting()
    reporting.know('login')
    reporting.enter('login')
    expect(reporting.reported()).toEqual([])
    reporting.enter('payment')
    expect(reporting.reported()).toEqual(['payment'])
  })

  it('corrects the hold by the reply [CONT-61]', async () => {
    const reporting = startReporting()
    reporting.enter('login')
    await reporting.reply('updateBasketState', { hold })
    expect(reporting.corrections).toEqual([hold])
  })

  it('corrects nothing when the reply has no hold', async () => {
    const reporting = startReporting()
    reporting.enter('login')
    await reporting.reply('updateBasketState', { hold: null })
    expect(reporting.corrections).toEqual([])
  })

  it.each(['basket', 'reserve', 'captcha'] as const)(
    'corrects nothing by the reply to %s, which may be older than the reservation [CONT-61]',
    async (state) => {
      const reporting = startReporting()
      reporting.enter(state)
      reporting.enter('login')
      await reporting.reply('updateBasketState', { hold: { deadline: 0, seconds: 0, asOf: 0 } })
      expect(reporting.corrections).toEqual([])
      await reporting.reply('updateBasketState', { hold })
      expect(reporting.corrections).toEqual([hold])
    },
  )

  it('corrects nothing by the reply to a step that the buyer has left, perhaps for a new hold [CONT-61] [F24]', async () => {
    const reporting = startReporting()
    reporting.enter('payment')
    reporting.enter('basket')
    reporting.enter('login')
    await reporting.reply('updateBasketState', { hold: { deadline: 0, seconds: 0, asOf: 0 } })
    expect(reporting.corrections).toEqual([])
  })

  it('shows a notification when a report fails, and continues with the next [ERRS-41, OPEN-45] [F24]', async () => {
    const reporting = startReporting()
    reporting.enter('login')
    reporting.enter('payment')
    await reporting.fail('updateBasketState')
    expect(reporting.errors).toEqual(['Unable to update the Basket state. Please try again later'])
    expect(reporting.reported()).toEqual(['login', 'payment'])
  })
})
