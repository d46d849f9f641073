/** Returns the title of the payment step; the first match wins [PAYM-01..04, OPEN-11]. */
export function paymentTitle(payment: { isFree: boolean; isPaying: boolean; isExpress: boolean }): string {
  if (payment.isFree) return 'Claiming free tickets'
  if (payment.isPaying) return 'Confirming Payment'
  return payment.isExpress ? 'Complete purchase' : 'Payment'
}
