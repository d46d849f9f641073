import type { Basket } from '#server/basket/read-basket.ts'

/** Reply of `reserve_tickets` [CALL-10]; `checkout_time` is in seconds. */
export type Reservation =
  | { reserved: true; sale_reference: string; fresh_reservation: boolean; checkout_time: number }
  | { captcha: true; captcha_sitekey: string; error: string }
  | { redirect: string }
  | { error: string }

/** Reservations of one basket before each further one needs a captcha; prevents holding tickets by reserving again. */
const freeReservations = 5

/** Returns whether the page shows a captcha before it reserves, also one that was asked for before a reload. */
export function isCaptchaShown(basket: Basket): boolean {
  const { sale, isFrozen } = basket
  const isAsked = sale.captcha_asked_at !== null && sale.captcha_passed_at === null
  return isCaptchaDemanded(basket) || (isAsked && !isFrozen)
}

/** Returns whether reserving this basket needs a captcha: for high-demand events and after many reservations. */
export function isCaptchaDemanded({ sale, isFrozen, tickets }: Basket): boolean {
  if (isFrozen || sale.captcha_passed_at) return false
  return tickets.some((line) => line.demands_captcha) || sale.reserve_count >= freeReservations
}
