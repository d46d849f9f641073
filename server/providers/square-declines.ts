const declined = 'Your card was declined.'
const wrongExpiry = "Your card's expiry date is incorrect."
const wrongNumber = 'Your card number is incorrect.'
const wrongPostcode = 'The postcode does not belong to your card.'
const wrongCode = "Your card's security code is incorrect."
const overLimit = 'This payment is over the limit of your card.'
const notAccepted = 'We cannot accept this kind of card.'
const typeAgain = 'Please enter your card again.'

/** Messages by Square's error code (developer.squareup.com/docs/payments-api/error-codes). */
const messages: Record<string, string> = {
  ADDRESS_VERIFICATION_FAILURE: wrongPostcode,
  AMOUNT_TOO_HIGH: overLimit,
  BAD_EXPIRATION: wrongExpiry,
  CARD_DECLINED_CALL_ISSUER: 'Your card was declined. Please contact your bank.',
  CARD_DECLINED_VERIFICATION_REQUIRED: 'Your bank needs you to confirm this payment. Please try again.',
  CARD_EXPIRED: 'Your card has expired.',
  CARD_NOT_SUPPORTED: notAccepted,
  CARD_TOKEN_EXPIRED: typeAgain,
  CARD_TOKEN_USED: typeAgain,
  CVV_FAILURE: wrongCode,
  EXPIRATION_FAILURE: wrongExpiry,
  INSUFFICIENT_FUNDS: 'Your card has insufficient funds.',
  INVALID_CARD: wrongNumber,
  INVALID_CARD_DATA: wrongNumber,
  INVALID_EXPIRATION: wrongExpiry,
  INVALID_EXPIRATION_DATE: wrongExpiry,
  INVALID_EXPIRATION_YEAR: wrongExpiry,
  PAN_FAILURE: wrongNumber,
  PAYMENT_LIMIT_EXCEEDED: overLimit,
  SOURCE_EXPIRED: typeAgain,
  SOURCE_USED: typeAgain,
  TRANSACTION_LIMIT: overLimit,
  UNSUPPORTED_CARD_BRAND: notAccepted,
  VERIFY_AVS_FAILURE: wrongPostcode,
  VERIFY_CVV_FAILURE: wrongCode,
}

interface SquareProblem {
  category?: string
  code?: string
  field?: string
}

/** Returns the message for the buyer if an error is about the card; null for other errors. */
export function declineMessage({ category, code = '', field }: SquareProblem): string | null {
  const isUnknownCard = field === 'source_id'
  return messages[code] ?? (category === 'PAYMENT_METHOD_ERROR' ? declined : isUnknownCard ? typeAgain : null)
}
