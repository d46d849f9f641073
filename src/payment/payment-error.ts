import * as calls from './calls.ts'

/** Loads the error message of the last payment, '' for none, and whether it is still open or took no money [CALL-25]. */
export async function getPaymentError(): Promise<{ text: string; isPending: boolean; isUncharged: boolean }> {
  const { text, is_pending, is_uncharged } = await calls.getPaymentError()
  return { text, isPending: is_pending, isUncharged: is_uncharged }
}
