import { maxAttempts } from '#machines/bank-polling.ts'

const longest = "It's taking longer than usual for confirmation of your payment."
const givenUp =
  "We could not confirm if the payment was completed yet. We'll continue to wait, and deliver your tickets if payment is confirmed."

/** Number of status calls after which another method is offered [BANK-21]. */
const PATIENT_ATTEMPTS = 9

/** Returns the waiting text for a number of status calls [BANK-18..20, BANK-23, OPEN-29]. */
export function waitingText(attempts: number, hasGivenUp: boolean): string {
  if (isAskedByHand(attempts, hasGivenUp)) return givenUp
  if (attempts > PATIENT_ATTEMPTS) return longest
  if (attempts > 6) return 'Awaiting confirmation of payment'
  if (attempts > 3) return 'Waiting for a response from your bank'
  return 'Please wait'
}

/** Returns whether automatic polling has ended; manual checks count as further attempts. */
export function isAskedByHand(attempts: number, hasGivenUp: boolean): boolean {
  return hasGivenUp || attempts > maxAttempts
}

/** Returns whether another method is offered beside the waiting text [BANK-21]. */
export function offersSwitch(attempts: number): boolean {
  return attempts > PATIENT_ATTEMPTS
}
