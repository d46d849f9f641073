/** Returns the address of the sale's activity terms, which participants read and accept [WAIV-03]. */
export function waiverLink(saleReference: string, host: string = location.origin): string {
  return `${host}/activity-terms-and-conditions/${encodeURIComponent(saleReference)}/`
}
