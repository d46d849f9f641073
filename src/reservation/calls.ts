import { request } from '#src/http/client.ts'
import type { ReserveRequest } from './requests.ts'
import { reservationSchema, type Reservation } from './schemas.ts'

/** Reserves the basket, after a captcha with its response token [CALL-10]. */
export function reserveTickets(captchaResponse?: string): Promise<Reservation> {
  const path = '/ajax/checkout/checkout/reserve_tickets/'
  const body: ReserveRequest = { 'h-captcha-response': captchaResponse }
  return request(reservationSchema, 'POST', path, body)
}
