import { fromJson, request } from '#src/http/client.ts'
import { isRefusal } from '#src/http/errors.ts'
import type { CodeRequest, EmailRequest, GuestRequest } from './requests.ts'
import { codeCheckSchema, codeRefusalSchema, type CodeCheck } from './schemas.ts'
import { savedGuestSchema, type SavedGuest } from '#src/checkout/schemas/user.ts'
import { ignored } from '#src/http/wire.ts'

/** Sends a one-time code by email. Throws `HttpFailure` with the shop's message if it is rejected [CALL-12]. */
export function sendOneTimeCode(email: string): Promise<void> {
  const body: EmailRequest = { email }
  return request(ignored, 'POST', '/ajax/user/user/send_one_time_code/', body)
}

/** Checks a one-time code. A rejected code is an outcome, also in a reply with a 4xx status [CALL-13]. */
export async function checkOneTimeCode(attempt: CodeRequest): Promise<CodeCheck> {
  try {
    return await request(codeCheckSchema, 'POST', '/ajax/user/user/check_one_time_code/', attempt)
  } catch (error) {
    if (!isRefusal(error)) throw error
    const refusal = codeRefusalSchema.safeParse(fromJson(error.body))
    if (refusal.success) return refusal.data
    throw error
  }
}

/** Saves a guest's name and email to the sale; `error` is '' on success [CALL-11]. */
export function saveGuestToSale(guest: GuestRequest): Promise<SavedGuest> {
  return request(savedGuestSchema, 'POST', '/ajax/checkout/checkout/save_guest_to_sale/', guest)
}

/** Signs the customer out of this sale [CALL-14]. */
export function logoutOfSale(): Promise<void> {
  return request(ignored, 'POST', '/ajax/checkout/checkout/logout_of_sale/')
}
