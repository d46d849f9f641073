import type { QueryClient } from '@tanstack/react-query'
import { createActor, fromPromise, SimulatedClock, type ActorRefFrom } from 'xstate'
import { paymentMachine } from '#machines/payment.ts'
import type { Payment, PaymentDetails } from '#machines/payment-attempt.ts'
import { facts } from '#machines/testing/facts.ts'
import { checkoutQuery } from '#src/checkout/checkout-calls.ts'
import { loadPaidOrder } from './paid-facts.ts'
import { paymentAttemptChart } from './payment-attempt-chart.ts'

/** How a payment stands once its chart waits for the buyer or for time to pass. */
export type Standing =
  | { status: 'success' | 'pending' | 'left' }
  | { status: 'redirect_to_url'; url: string }
  | { status: 'unsuccessful'; message: string; isDeclined: boolean; isUnavailable?: true }

/**
 * A payment step with the charts of the page and the real actors of an attempt, at the shop of the test. `pay` presses Pay, or
 * lets the page check a payment that is pending, and returns how the payment then stands.
 */
export function openPaymentCharts(queryClient: QueryClient) {
  const endless = new Promise<never>(() => {})
  const { signal } = new AbortController()
  const machine = paymentMachine.provide({
    actors: {
      prepareCard: fromPromise<void>(() => Promise.resolve()),
      saveExpressAccount: fromPromise<{ error: string }, { details: PaymentDetails }>(() =>
        Promise.resolve({ error: '' }),
      ),
      paymentAttempt: paymentAttemptChart(queryClient).provide({
        actors: { openAddress: fromPromise<void, { address: string }>(() => endless) },
      }),
    },
    actions: { sendOpened: () => {}, sendSettled: () => {} },
  })
  const clock = new SimulatedClock()
  const saleOf = () => queryClient.getQueryData(checkoutQuery.queryKey)?.sale_reference ?? ''
  let chart = open()

  function open(known?: ActorRefFrom<typeof machine>) {
    const before = known?.getSnapshot()
    known?.stop()
    const { attempts = [] } = before?.children.paymentAttempt?.getSnapshot().context ?? before?.context ?? {}
    const input = { facts: { ...facts, sale: saleOf() }, isRetried: false, attempts }
    return createActor(machine, { input, clock }).start()
  }

  const attempt = () => chart.getSnapshot().children.paymentAttempt
  const stateOf = () => attempt()?.getSnapshot().value
  const isChoosing = () => chart.getSnapshot().matches({ settled: 'choosing' })
  const isAtRest = () =>
    isChoosing() ||
    chart.getSnapshot().status !== 'active' ||
    ['checking', 'redirecting'].includes(stateOf() ?? '')

  async function rest() {
    while (!isAtRest()) await new Promise((resolve) => setImmediate(resolve))
  }

  function standing(): Standing {
    const { output, context } = chart.getSnapshot()
    if (output) return { status: output.outcome === 'paid' ? 'success' : 'left' }
    if (stateOf() === 'redirecting')
      return { status: 'redirect_to_url', url: attempt()?.getSnapshot().context.address ?? '' }
    if (stateOf() === 'checking') return { status: 'pending' }
    const { message, isDeclined, isBankRemoved } = context
    return { status: 'unsuccessful', message, isDeclined, ...(isBankRemoved && { isUnavailable: true }) }
  }

  return {
    async pay(payment: Payment): Promise<Standing> {
      await rest()
      if (stateOf() === 'checking' && attempt()?.getSnapshot().context.sale === saleOf()) {
        clock.increment(3_000)
      } else {
        if (!isChoosing() || chart.getSnapshot().context.facts.sale !== saleOf()) chart = open(chart)
        await rest()
        if (payment.plan) chart.send({ type: 'plan.change', plan: payment.plan })
        chart.send({ type: 'payment.pay', ...payment })
      }
      await rest()
      const { output } = chart.getSnapshot()
      // As the checkout does.
      if (output?.outcome === 'paid') await loadPaidOrder(queryClient, { input: output, signal })
      return standing()
    },
    /** The buyer types another card. */
    changeCard: () => chart.send({ type: 'card.changed', card: crypto.randomUUID() }),
    leave: () => chart.stop(),
  }
}
