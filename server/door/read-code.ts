import { groupInFours, normaliseCode } from '#server/payments/orders/new-code.ts'

/** Reads the code of a ticket as scanned or typed, in the form in which it is stored; null if it cannot be a code. */
export function readCode(text: string): string | null {
  const letters = normaliseCode(text, 16)
  return letters && groupInFours(letters)
}
