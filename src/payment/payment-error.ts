import * as calls from './calls.ts'

/** Loads the error message of the last payment, '' for none, and whether it is still open [CALL-25]. */
export async function getPaymentError(): Promise<{ text: string; isPending: boolean }> {
  const { text, is_pending } = await calls.getPaymentError()
  return { text, isPending: is_pending }
}
