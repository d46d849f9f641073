import { cardFields } from '#src/lib/card-fields.ts'

/** The attempt to pay for one sale with one card as typed. */
export interface Attempt {
  sale: string
  card: number
  /** The provider's payment method. */
  id: string
  /** Idempotency key, made by the page. */
  attempt: string
}

/**
 * Keeps one idempotency key, and one payment method, for each attempt: until the server has told how it ended, or the
 * buyer has typed another card or pays for another sale.
 */
export function createAttempts() {
  let current: Attempt | null = null
  let isPending = false
  let unsettledSale = ''
  return {
    /** Returns the current attempt if it is one on this sale with this card, otherwise a new one. */
    async method(sale: string, create: () => Promise<{ id: string }>): Promise<Attempt> {
      const card = cardFields.changes
      if (current?.sale !== sale || current.card !== card)
        current = { sale, card, id: (await create()).id, attempt: crypto.randomUUID() }
      return current
    },
    /** Notes that the current attempt is sent: from now on the buyer may be charged. */
    send() {
      unsettledSale = current?.sale ?? ''
    },
    /** Notes that the provider has not told yet how the current attempt ended. */
    wait() {
      isPending = true
    },
    /** Notes that the server has told how the last attempt ended. */
    end() {
      current = null
      isPending = false
      unsettledSale = ''
    },
    /** Returns the current attempt on this sale if all that it needs is its result. */
    pendingOn: (sale: string | undefined) => (isPending && current?.sale === sale ? current : null),
    /** Returns whether an attempt on this sale was sent of which the end is unknown, perhaps with another card. */
    isUnsettledOn: (sale: string | undefined) => unsettledSale !== '' && unsettledSale === sale,
  }
}
