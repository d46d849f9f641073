import { fromCallback, type AnyActorRef, type EventObject } from 'xstate'
import { selectTransfers, selectView, type OrderCompletedChart } from './order-completed-selectors.ts'
import type { TransfersChart } from './transfers/transfers-selectors.ts'

interface Entry {
  isView?: boolean
}

const isOfView = (state: unknown) => (state as Entry | null)?.isView ?? false

/**
 * Gives a view of the completed order an entry in the browser's history, so that its Back leads to the overview. While an offer is
 * being changed, it stays. A view that is left otherwise takes its entry back.
 */
export const viewHistory = fromCallback<EventObject, { chart: AnyActorRef }>(({ input }) => {
  const chart = input.chart as OrderCompletedChart
  const listening = new AbortController()

  function comeTo({ state }: PopStateEvent) {
    if (isOfView(state)) return
    leaveView(chart, selectTransfers(chart.getSnapshot()))
    if (selectView(chart.getSnapshot()) !== 'overview') history.forward()
  }

  // After a reload, or Forward, the entry is there already.
  if (!isOfView(history.state))
    // The step's own entry stays named, as `step-history.ts` reads it.
    history.pushState({ ...(history.state as object | null), isView: true } satisfies Entry, '')
  window.addEventListener('popstate', comeTo, { signal: listening.signal })
  return () => {
    listening.abort()
    if (isOfView(history.state)) history.back()
  }
})

/** Leads from a view back to the overview; transfers decide by themselves whether they can be left. */
export function leaveView(chart: OrderCompletedChart | undefined, transfers: TransfersChart | undefined) {
  if (transfers) transfers.send({ type: 'transfer.leave' })
  else chart?.send({ type: 'overview.return' })
}
