import { ownsSale } from '#server/basket/own-sale.ts'
import { readBasket, type Basket, type Sale } from '#server/basket/read-basket.ts'
import { isPaying, lockSale, messages } from '#server/basket/sale.ts'
import type { Config } from '#server/config.ts'
import type { Database } from '#server/database/connect.ts'
import { shopNow } from '#server/database/shop-time.ts'
import { inTransaction, type Work } from '#server/database/transaction.ts'
import type { Session } from '#server/http/session.ts'
import type { Log } from '#server/log.ts'
import type { PaymentProviders } from '#server/providers/connect-providers.ts'
import { captchaSitekey, isHuman } from '#server/providers/hcaptcha.ts'
import { Unreachable } from '#server/providers/payment-provider.ts'
import { SeatsBusy } from '#server/seats/claims.ts'
import { seatsUnavailable } from '#server/seats/seats-env.ts'
import { takeSeats } from '#server/seats/take-seats.ts'
import { belowMessage, isBelowMinimum } from '#src/rules/quantities.ts'

import { describeExcess, findExcess, visitingCustomer } from './customer-limits.ts'
import { holdSeconds, ReservationError, takeHoldAt } from './hold.ts'
import { hasLost, reprice } from './reprice.ts'
import { removeLostSeats } from './lost-seats.ts'
import { describeMissing, readRequirements } from './ticket-requirements.ts'

/** Reply of `reserve_tickets` [CALL-10]; `checkout_time` is in seconds. */
export type Reservation =
  | { reserved: true; sale_reference: string; fresh_reservation: boolean; checkout_time: number }
  | { captcha: true; captcha_sitekey: string; error: string }
  | { error: string }

interface ReserveContext {
  db: Database
  config: Config
  fetch: typeof fetch
  log: Log
  providers: Pick<PaymentProviders, 'seats'>
}

/** Reservations of one basket before each further one needs a captcha; prevents holding tickets by reserving again. */
const freeReservations = 5

/**
 * Reserves the whole basket of the session for ten minutes, or nothing. Returns the existing hold if there is one. Reserves
 * only at the total that the buyer knows. On failure, `error` is the reason for the basket page.
 */
export async function reserve(
  context: ReserveContext,
  session: Session,
  captchaToken: string,
): Promise<Reservation> {
  const { db, config } = context
  const { saleId } = session
  if (!saleId) return { error: messages.noBasket }
  const challenge = await challengeFor(context, saleId, captchaToken)
  if (challenge !== null) return { captcha: true, captcha_sitekey: captchaSitekey(config), error: challenge }
  try {
    const lost = await takeSeats(context, saleId)
    if (lost.length > 0) return { error: await removeLostSeats(db, saleId, lost) }
    return await inTransaction(db, async (trx) => reserveLocked(trx, await lockSale(trx, saleId), session))
  } catch (thrown) {
    const error = reservationErrorOf(thrown)
    if (!(error instanceof ReservationError)) throw error
    // Only for the buyer: it may tell what a visitor with a shared link has bought.
    if (await ownsSale(db, session))
      await db.updateTable('sales').set({ reserving_error: error.message }).where('id', '=', saleId).execute()
    return { error: error.message }
  }
}

async function reserveLocked(trx: Work, sale: Sale, session: Session): Promise<Reservation> {
  if (sale.paid_at) return { error: messages.paid }
  // Also when its hold is gone: an attempt that cannot be ended must not keep another hold.
  if (await isPaying(trx, sale.id)) return { error: messages.paying }
  const basket = await readBasket(trx, sale.id)
  if (basket.isFrozen) return runningHold(basket)
  await assertReservable(trx, basket, session)
  if (hasLost(basket) || !(await takeHoldAt(trx, basket, sale.known_total)))
    return { error: await reprice(trx, await readBasket(trx, sale.id)) }
  const { reference } = await trx
    .updateTable('sales')
    .set((eb) => ({
      state: 'reserve',
      reserve_count: eb('reserve_count', '+', 1),
      edit_basket_clicked: false,
      had_mismatching_currencies: false,
      reserving_error: '',
      basket_errors: '',
      basket_success: '',
      payment_error: '',
    }))
    .where('id', '=', sale.id)
    .returning('reference')
    .executeTakeFirstOrThrow()
  return {
    reserved: true,
    sale_reference: reference ?? '',
    fresh_reservation: true,
    checkout_time: holdSeconds,
  }
}

function runningHold({ sale, secondsRemaining }: Basket): Reservation {
  return {
    reserved: true,
    sale_reference: sale.reference ?? '',
    fresh_reservation: false,
    checkout_time: secondsRemaining ?? 0,
  }
}

/** Returns whether reserving this basket needs a captcha: for high-demand events and after many reservations. */
export function isCaptchaDemanded({ sale, isFrozen, tickets }: Basket): boolean {
  if (isFrozen || sale.captcha_passed_at) return false
  return tickets.some((line) => line.demands_captcha) || sale.reserve_count >= freeReservations
}

/** Says to the buyer why seats could not be taken; any other error is returned as it is. */
function reservationErrorOf(error: unknown): unknown {
  if (error instanceof Unreachable) return new ReservationError(seatsUnavailable)
  return error instanceof SeatsBusy ? new ReservationError(error.message) : error
}

/** Returns null if no captcha is needed, otherwise its error message ('' before the first try). */
async function challengeFor(context: ReserveContext, saleId: string, token: string): Promise<string | null> {
  if (!isCaptchaDemanded(await readBasket(context.db, saleId))) return null
  if (!token) return ''
  if (!(await isHuman(context, token))) return 'The challenge was not passed. Please try again'
  await context.db.updateTable('sales').set({ captcha_passed_at: shopNow }).where('id', '=', saleId).execute()
  return null
}

/** Throws `ReservationError` with the reason why reserving fails, as a message for the buyer. */
async function assertReservable(trx: Work, basket: Basket, session: Session): Promise<void> {
  const { tickets, vouchers } = basket
  if (tickets.length + vouchers.length === 0) throw new ReservationError(messages.noBasket)
  for (const line of [...tickets, ...vouchers])
    if (!line.is_on_sale)
      throw new ReservationError(
        `Sorry, ${'event_title' in line ? line.event_title : line.name} is not on sale now`,
      )
  for (const line of tickets)
    if (isBelowMinimum(line, line.qty)) throw new ReservationError(belowMessage(line.min_per_customer))
  const customer = await visitingCustomer(trx, basket.sale, session)
  const excess = await findExcess(trx, basket, customer, 'held')
  if (excess.length > 0) throw new ReservationError(await describeExcess(trx, excess, customer, session))
  const missing = describeMissing(await readRequirements(trx, basket, session.userId))
  if (missing) throw new ReservationError(missing)
}
