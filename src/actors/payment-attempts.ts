import type { PaymentReply } from '#src/api/schemas/payment.ts'

/** An attempt to pay for one sale as the buyer has chosen. */
export interface Attempt {
  sale: string
  choice: string
  /** Why its end is not known: the provider has not told yet, or the reply was lost. */
  doubt?: 'pending' | 'lost' | undefined
  /** Sends the request, which is always the same, with the idempotency key that the page made. */
  send(): Promise<PaymentReply>
}

/**
 * Keeps the request of each attempt, with its idempotency key, until the server has told how it ended, or the buyer has
 * chosen otherwise or pays for another sale.
 */
export function createAttempts() {
  let current: Attempt | null = null
  /** Attempts that were sent and of which the end is unknown. */
  const unsettled = new Set<Attempt>()
  return {
    /** Returns the current attempt if it is one on this sale with the same choice, otherwise a new one. */
    async begin(
      sale: string,
      choice: string,
      prepare: (idempotencyKey: string) => Promise<Attempt['send']>,
    ): Promise<Attempt> {
      if (current?.sale !== sale || current.choice !== choice)
        current = { sale, choice, send: await prepare(crypto.randomUUID()) }
      return current
    },
    /** Sends an attempt; from now on the buyer may be charged. */
    send(attempt: Attempt) {
      unsettled.add(attempt)
      return attempt.send()
    },
    /** Notes why it is not known how the current attempt ended; `undefined` if only another press of Pay may send it. */
    doubt(reason: Attempt['doubt']) {
      if (current) current.doubt = reason
    },
    /** Notes that the server has told how the current attempt ended, which tells nothing about earlier ones. */
    end() {
      if (current) unsettled.delete(current)
      current = null
    },
    /** Returns the current attempt on this sale if all that it needs is its result. */
    openOn: (sale: string | undefined) => (current?.doubt && current.sale === sale ? current : null),
    /** Returns whether an attempt on this sale was sent of which the end is unknown, perhaps with another choice. */
    isUnsettledOn: (sale: string | undefined) => [...unsettled].some((attempt) => attempt.sale === sale),
  }
}
