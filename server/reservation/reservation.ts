import type { Basket } from '#server/basket/read-basket.ts'

/** Reply of `reserve_tickets` [CALL-10]; `checkout_time` is in seconds. */
export type Reservation =
  | { reserved: true; sale_reference: string; fresh_reservation: boolean; checkout_time: number }
  | { captcha: true; captcha_sitekey: string; error: string }
  | { redirect: string }
  | { error: string }

/** Reservations of one basket before each further one needs a captcha; prevents holding tickets by reserving again. */
const freeReservations = 5

/** Returns whether the page shows a captcha, also one that was asked for before a reload, or before a payment. */
export function isCaptchaShown(basket: Basket): boolean {
  return isCaptchaDemanded(basket) || isCaptchaAsked(basket)
}

/** Returns whether a captcha was asked for and not passed since: because of held tickets, or of payments on a hold. */
export function isCaptchaAsked({
  sale: { captcha_asked_at, captcha_passed_at },
}: Pick<Basket, 'sale'>): boolean {
  return captcha_asked_at !== null && (captcha_passed_at === null || captcha_passed_at < captcha_asked_at)
}

/** Returns whether reserving this basket needs a captcha: for high-demand events and after many reservations. */
export function isCaptchaDemanded({ sale, isFrozen, tickets }: Basket): boolean {
  if (isFrozen || sale.captcha_passed_at) return false
  return tickets.some((line) => line.demands_captcha) || sale.reserve_count >= freeReservations
}
