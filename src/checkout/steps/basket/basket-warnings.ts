import type { Checkout } from '#src/api/schemas/checkout.ts'

const expired =
  'Your checkout time expired. If the tickets are still available, you can try to reserve them again.'
const mismatchingCurrencies =
  'Unfortunately, some tickets had to be removed because they are being sold using a different currency from tickets already in the basket. Please purchase them separately'

/**
 * The warnings above the basket, each once: why the last try to reserve failed or else that its time ran out
 * [CONT-58, BASK-62, BASK-64], then what the server has to say [CONT-68, CONT-69, BASK-63].
 */
export function basketWarnings(
  checkout: Pick<Checkout, 'reserving_error' | 'basket_errors' | 'had_mismatching_currencies'>,
  { reservingError, showsExpiryNotice }: { reservingError: string; showsExpiryNotice: boolean },
): string[] {
  const warnings = [
    reservingError || (showsExpiryNotice ? expired : ''),
    checkout.reserving_error,
    ...checkout.basket_errors,
    checkout.had_mismatching_currencies ? mismatchingCurrencies : '',
  ]
  return [...new Set(warnings)].filter(Boolean)
}
