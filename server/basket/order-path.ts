/** The page of a paid order. */
export function orderPath(reference: string): string {
  return `/account/orders/${reference}/`
}
