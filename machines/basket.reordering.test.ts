import fc from 'fast-check'
import { expect, it } from 'vitest'
import { createActor, SimulatedClock } from 'xstate'
import { fakeShop, settle, type CallName } from './testing/fake-shop.ts'
import { facts } from './testing/facts.ts'
import { draft } from './testing/samples.ts'

const pause = 2_000

/** What a buyer does in the basket, and how the shop answers: by the number of its open calls, and after a pause. */
const act = fc.oneof(
  fc.record({ type: fc.constant('quantity' as const), quantity: fc.integer({ min: 1, max: 9 }) }),
  fc.record({ type: fc.constant('protection' as const), isWanted: fc.boolean() }),
  fc.record({ type: fc.constant('code' as const), code: fc.constantFrom('SPRING', 'SUMMER') }),
  fc.record({ type: fc.constant('answer' as const), index: fc.nat(3) }),
  fc.record({ type: fc.constant('wait' as const), ms: fc.constantFrom(100, 1_999, 2_000, 5_000) }),
)

const changes: CallName[] = ['updateTicketQuantity', 'updateRefundProtection', 'setCode']

it('sends the last intent last, one change at a time and 2 seconds after the last key, in whatever order the shop answers [F5]', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(act, { minLength: 5, maxLength: 25 }), async (acts) => {
      const shop = fakeShop()
      const clock = new SimulatedClock()
      const alone = shop.charts.basket.provide({ actions: { sendChanged: () => {} } })
      const basket = createActor(alone, { clock, input: { facts, isFresh: true } }).start()
      let typedAt = -pause
      let answered = 0
      const wanted: { quantity?: number; isWanted?: boolean; code?: string } = {}
      const isOpen = () => shop.waiting().length > 0

      async function answer(index = 0) {
        const name = shop.waiting()[index % shop.waiting().length]
        if (!name) return
        const sent = {
          sent: (shop.inputs('updateTicketQuantity').at(-1) as { drafts: [] } | undefined)?.drafts,
        }
        const input = shop.inputs(name).at(-1)
        const outputs: Partial<Record<CallName, unknown>> = {
          updateTicketQuantity: sent,
          updateRefundProtection: input,
          setCode: { isApplied: true },
          loadCheckout: { facts, hold: null },
        }
        if (changes.includes(name)) answered += 1
        await (shop.reply as (name: CallName, output: unknown) => Promise<void>)(name, outputs[name])
      }

      for (const one of acts) {
        const before = shop.inputs('updateTicketQuantity').length
        if (one.type === 'quantity') {
          basket.send({ type: 'quantity.change', draft: { ...draft, quantity: one.quantity } })
          wanted.quantity = one.quantity
          typedAt = clock.now()
        } else if (one.type === 'protection') {
          const event = { type: 'protection.choose', isWanted: one.isWanted } as const
          if (basket.getSnapshot().can(event)) wanted.isWanted = one.isWanted
          basket.send(event)
        } else if (one.type === 'code') {
          const event = { type: 'code.apply', code: one.code } as const
          if (basket.getSnapshot().can(event)) wanted.code = one.code
          basket.send(event)
        } else if (one.type === 'answer') await answer(one.index)
        else clock.increment(one.ms)
        await settle()
        // A change that the chart no longer waits for still reaches the shop.
        expect(shop.made.filter(({ name }) => changes.includes(name)).length - answered).toBeLessThanOrEqual(
          1,
        )
        if (shop.inputs('updateTicketQuantity').length > before)
          expect(clock.now() - typedAt).toBeGreaterThanOrEqual(pause)
      }
      for (let turn = 0; turn < 12; turn += 1) {
        while (isOpen()) await answer()
        clock.increment(pause)
        await settle()
      }
      const last = (name: CallName) => shop.inputs(name).at(-1) as never
      if (wanted.quantity)
        expect(last('updateTicketQuantity')).toMatchObject({ drafts: [{ quantity: wanted.quantity }] })
      if (wanted.isWanted !== undefined)
        expect(last('updateRefundProtection')).toEqual({ isWanted: wanted.isWanted })
      if (wanted.code) expect(last('setCode')).toEqual({ code: wanted.code })
      basket.stop()
    }),
    { numRuns: Number(process.env.REORDERINGS ?? 200) },
  )
})
