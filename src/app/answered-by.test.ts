// @vitest-environment happy-dom
import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createActor, type AnyActorLogic } from 'xstate'
import { Charts } from '#machines/paths/proofs/composition.ts'
import { answeredBy } from '#machines/paths/proofs/events.ts'
import { models } from '#machines/paths/proofs/models.ts'
import { createCheckoutActors } from '#src/checkout/checkout-actors.ts'
import { destroySale } from '#src/checkout/checkout-calls.ts'
import type { Task } from '#src/checkout/lazy-actors.ts'
import { onPageEvents } from '#src/lib/page-events.ts'
import { createFreeSeatsActors, createSeatActors } from '#src/seats/actors.ts'

/** The tasks of the rooms, by the names by which charts call them. */
const tasks: Record<string, unknown> = {
  ...(await import('#src/account/actors.ts')),
  ...(await import('#src/address/actors.ts')),
  ...(await import('#src/basket/actors.ts')),
  ...(await import('#src/delivery/actors.ts')),
  ...(await import('#src/donation/actors.ts')),
  ...(await import('#src/order/actors.ts')),
  ...(await import('#src/payment/actors.ts')),
  ...(await import('#src/order/transfers/actors.ts')),
  ...(await import('#src/payment/confirm-total.ts')),
  ...(await import('#src/payment/look-up-payment.ts')),
  ...(await import('#src/payment/send-payment.ts')),
  ...(await import('#src/payment/paid-facts.ts')),
  ...(await import('#src/questions/actors.ts')),
  ...(await import('#src/reservation/actors.ts')),
  ...(await import('#src/checkout/more-time/actors.ts')),
  destroySale,
}

/** An input with which a chart calls each actor. */
const inputs = new Map(
  new Charts(models)
    .of()
    .flatMap(({ snapshot }) => Object.entries(snapshot.children))
    .map(([id, actor]) => [id, (actor as { options?: { input?: object } } | undefined)?.options?.input]),
)

const sent: string[] = []
beforeEach(() => {
  sent.length = 0
  vi.stubGlobal('fetch', () => new Promise(() => {}))
  onPageEvents((event) => {
    if (event.type === 'sent') sent.push(event.path)
  })
})
afterEach(() => void vi.unstubAllGlobals())

const names = Object.entries(answeredBy).flatMap(([name, who]) => (who === 'shop' ? [name] : []))

it.each(names)('tells the page that it waits for the shop: %s', async (name) => {
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const logics: Record<string, AnyActorLogic> = {
    ...createCheckoutActors(queryClient),
    ...createSeatActors(queryClient),
    ...createFreeSeatsActors(queryClient),
  }
  const input = name === 'addSeats' ? { ...inputs.get(name), isUnclear: true } : (inputs.get(name) ?? {})
  const logic = logics[name]
  if (logic) createActor(logic, { input }).start()
  else
    void (tasks[name] as Task)(queryClient, { input, signal: new AbortController().signal } as never).catch(
      () => {},
    )
  for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve))
  expect(sent).not.toEqual([])
})
