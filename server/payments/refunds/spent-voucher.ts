/** Pence that are spent of a gift voucher, or held by a basket that may still spend them. */
export function spentOf({ value, balance, held }: { value: number; balance: number; held: number }): number {
  return value - balance + held
}
