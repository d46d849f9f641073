import { request } from '#src/http/client.ts'
import { reservationSchema, type Reservation } from './schemas.ts'

/** Reserves the basket, after a captcha with its response token [CALL-10]. */
export function reserveTickets(captchaResponse?: string): Promise<Reservation> {
  const path = '/ajax/checkout/checkout/reserve_tickets/'
  return request(reservationSchema, 'POST', path, { 'h-captcha-response': captchaResponse })
}
