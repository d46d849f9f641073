import { normaliseCode } from '#server/payments/orders/new-code.ts'

/** Reads an order reference as people type it; null if it is none. */
export function readReference(text: string): string | null {
  return normaliseCode(text, 8)
}
