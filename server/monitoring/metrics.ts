import { Counter, Histogram, Registry } from 'prom-client'

/** The metrics of this process, served by `serveMetrics`. Every label has a small, fixed set of values. */
export const registry = new Registry()

const buckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

/** Requests and how long they took, in seconds, without sending the body. */
export const requestSeconds = new Histogram({
  name: 'http_request_duration_seconds',
  help: 'Requests by route pattern, method and status',
  labelNames: ['route', 'method', 'status'] as const,
  buckets,
  registers: [registry],
})

/** Runs of the background jobs, and how long they took, in seconds. */
export const jobSeconds = new Histogram({
  name: 'foyer_job_duration_seconds',
  help: 'Runs of background jobs by name and outcome (done, failed)',
  labelNames: ['job', 'outcome'] as const,
  buckets: [...buckets, 30, 60],
  registers: [registry],
})

/** Drawings of the first screen, and how long they took, in seconds; a page that is not drawn draws its screen itself. */
export const drawingSeconds = new Histogram({
  name: 'foyer_page_drawing_duration_seconds',
  help: 'Drawings of the first screen of checkout and seats by outcome (drawn, failed)',
  labelNames: ['outcome'] as const,
  buckets,
  registers: [registry],
})

const paymentOutcomes = new Counter({
  name: 'foyer_payments_total',
  help: 'Concluded payment attempts by provider, method and outcome (succeeded, failed, cancelled, refunded, quarantined)',
  labelNames: ['provider', 'method', 'outcome'] as const,
  registers: [registry],
})

/** Visitors whom this process has admitted from waiting rooms. */
export const roomAdmissions = new Counter({
  name: 'foyer_waiting_room_admissions_total',
  help: 'Visitors admitted from waiting rooms',
  registers: [registry],
})

export type PaymentOutcome = 'succeeded' | 'failed' | 'cancelled' | 'refunded' | 'quarantined'

/** Counts a payment attempt that this process has concluded; call it after the commit. */
export function countOutcome(
  { provider, method }: { provider: string; method: string },
  outcome: PaymentOutcome,
): void {
  paymentOutcomes.inc({ provider, method, outcome })
}
