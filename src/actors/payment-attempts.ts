import { cardFields } from '#src/lib/card-fields.ts'

/** The attempt to pay for one sale with one card as typed. */
interface Attempt {
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
  return {
    async method(sale: string, create: () => Promise<{ id: string }>): Promise<Attempt> {
      const card = cardFields.changes
      if (current?.sale !== sale || current.card !== card)
        current = { sale, card, id: (await create()).id, attempt: crypto.randomUUID() }
      return current
    },
    end() {
      current = null
    },
  }
}
