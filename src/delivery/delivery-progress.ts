import { config } from '#src/lib/config.ts'
import type { Stage } from '#src/ui/progress-list.tsx'

/** States of the delivery chart with a known progress; in all others the step is about to end. */
const places: Record<string, { at: number; status: 'done' | 'current' | 'failed' }> = {
  payment_complete: { at: 1, status: 'current' },
  delivering_to_ticket_wallet: { at: 1, status: 'current' },
  delivery_failed: { at: 1, status: 'failed' },
  delivering_to_email: { at: 2, status: 'current' },
  email_failed: { at: 2, status: 'failed' },
  delivered: { at: 2, status: 'done' },
}

/**
 * Returns the stages of delivery: payment, ticket wallet, email [DELI-02..04]. With an instalment plan, the texts say that
 * some tickets are delivered at the end of its schedule [DELI-11]; free tickets are booked rather than paid. Null without a known progress.
 */
export function deliveryProgress(substate: string, { hasPlan = false, isFree = false } = {}): Stage[] | null {
  // The paid order, which tells whether there is a plan, is still on its way.
  if (substate === 'loading')
    return stages({ hasPlan: false, isFree })
      .slice(0, 1)
      .map(({ done }) => ({ text: done, status: 'done' }))
  const place = places[substate]
  if (!place) return null
  return stages({ hasPlan, isFree }).map(({ doing, done }, index) => {
    const status = index < place.at ? 'done' : index === place.at ? place.status : 'waiting'
    return { text: status === 'done' ? done : doing, status }
  })
}

function stages({ hasPlan, isFree }: { hasPlan: boolean; isFree: boolean }) {
  const wallet = config.ticketService
  return [
    { doing: 'Completing your payment', done: isFree ? 'Booked. Nothing to pay.' : 'Payment complete' },
    hasPlan
      ? {
          doing: 'Checking your tickets. Some are delivered at the end of your payment schedule',
          done: 'Tickets checked. Some are delivered at the end of your payment schedule',
        }
      : {
          doing: `Delivering your tickets to your ${wallet} wallet`,
          done: `Tickets delivered to your ${wallet} wallet`,
        },
    { doing: 'Sending your ticket wallet to your email', done: 'Ticket wallet sent to your email' },
  ]
}
