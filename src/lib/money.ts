const DECIMAL = /^(-?)(\d+|\d{1,3}(?:,\d{3})+)(?:\.(\d+))?$/

/**
 * Parses a decimal amount ("12", "12.5", "1,234.50", "-3.10", 12.5) as integer pence without floating-point arithmetic.
 * Rounds half away from zero, so "1.005" is 101 and "-1.005" is -101. Returns null for anything else and for unsafe
 * integers.
 */
export function parsePence(value: string | number): number | null {
  // A floating-point residue such as 5.5e-17 prints with an exponent and counts as 0.
  const text = typeof value === 'number' && Math.abs(value) < 0.001 ? '0' : String(value).trim()
  const match = DECIMAL.exec(text)
  if (!match) return null
  const [, sign, whole = '', fraction = ''] = match
  const digits = fraction.padEnd(3, '0')
  const magnitude = Number(whole.replaceAll(',', '') + digits.slice(0, 2)) + (digits.charAt(2) >= '5' ? 1 : 0)
  if (!Number.isSafeInteger(magnitude)) return null
  return sign && magnitude ? -magnitude : magnitude
}

/** Formats pence as a decimal for requests: 1250 is "12.50", 123450 is "1234.50". */
export function decimal(pence: number): string {
  const digits = String(Math.abs(pence)).padStart(3, '0')
  return `${pence < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`
}

/**
 * Formats pence for display with two decimals, thousands separators and a prefix: "£1,234.50" or "−£3.10". Anything but
 * a number is "0" [FMT-02..05].
 */
export function formatMoney(pence: number | null | undefined, prefix = ''): string {
  if (typeof pence !== 'number' || !Number.isFinite(pence)) return '0'
  const rounded = Math.round(pence)
  const amount = decimal(Math.abs(rounded)).replace(/\B(?=(\d{3})+\.)/g, ',')
  return `${rounded < 0 ? '−' : ''}${prefix}${amount}`
}
