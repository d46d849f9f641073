import { ownsSale } from '#server/basket/own-sale.ts'
import { messages } from '#server/basket/sale.ts'
import type { Config } from '#server/config.ts'
import type { Database } from '#server/database/connect.ts'
import { shopNow } from '#server/database/shop-time.ts'
import type { Session } from '#server/http/session.ts'
import type { Log } from '#server/log.ts'
import type { PaymentProviders } from '#server/providers/connect-providers.ts'
import { captchaSitekey, isHuman } from '#server/providers/hcaptcha.ts'
import { Unreachable } from '#server/providers/payment-provider.ts'
import { SeatsBusy } from '#server/seats/claims.ts'
import { seatsUnavailable } from '#server/seats/seats-env.ts'
import { takeSeats } from '#server/seats/take-seats.ts'
import { keepAdmissions, passWaitingRoom } from '#server/waiting-room/pass-waiting-room.ts'

import type { ReserveDecision, ReserveEnv, ReserveRequest, Queued } from './decide-reservations.ts'
import { releaseLastSecond } from './expiry.ts'
import { removeLostSeats } from '#server/seats/lost-seats.ts'
import type { Reservation } from './reservation.ts'

interface ReserveContext {
  db: Database
  config: Config
  clientAddress: string
  fetch: typeof fetch
  log: Log
  providers: Pick<PaymentProviders, 'seats'>
  decideReservation: ReserveEnv['Variables']['decideReservation']
}

/**
 * Reserves the whole basket of the session for ten minutes, or nothing. Returns the existing hold if there is one, unless less
 * than a second of it is left. Reserves only at the total that the buyer knows. On failure, `error` is the reason for the
 * basket page, or `redirect` the waiting room of an event that comes first [RESV-12], or the checkout if a captcha was asked for
 * before a payment.
 */
export async function reserve(
  context: ReserveContext,
  session: Session,
  captchaToken: string,
): Promise<Reservation> {
  const { decideReservation, config, clientAddress } = context
  const { saleId } = session
  if (!saleId) return { error: messages.noBasket }
  const applicant: ReserveRequest = { session, saleId, clientAddress }
  const apply = async () => {
    const admission = await decideReservation(applicant)
    return admission === 'seats' ? decideWithSeats(context, applicant) : admission
  }
  let admission = await apply()
  if (isLastSecond(admission)) {
    await releaseLastSecond(context.db, saleId)
    admission = await apply()
  }
  if (isQueued(admission)) {
    const { queuedFor } = admission
    const redirect = await passWaitingRoom({ ...context, session }, queuedFor, { back: '/checkout/' })
    if (redirect) return { redirect }
    applicant.admittedTo = queuedFor
    admission = await apply()
  }
  if (admission === 'captcha') {
    const error = await tryCaptcha(context, saleId, captchaToken)
    if (error !== null) {
      await context.db
        .updateTable('sales')
        .set({ captcha_asked_at: shopNow })
        .where('id', '=', saleId)
        .execute()
      return { captcha: true, captcha_sitekey: captchaSitekey(config), error }
    }
    if (await returnToPayment(context.db, saleId)) return { redirect: '/checkout/' }
    admission = await apply()
  }
  if (admission === 'captcha') return { captcha: true, captcha_sitekey: captchaSitekey(config), error: '' }
  if (isQueued(admission)) return { error: 'Your basket has changed. Please try again' }
  if (typeof admission === 'object' && 'reserved' in admission && applicant.admittedTo)
    await keepAdmissions(context.db, saleId, applicant.admittedTo)
  // Seats were added to the basket meanwhile.
  return admission === 'seats' ? { error: new SeatsBusy().message } : admission
}

/** The page has gone back to the basket already, so the existing hold is of no use. */
function isLastSecond(admission: ReserveDecision): boolean {
  return typeof admission === 'object' && 'reserved' in admission && admission.checkout_time === 0
}

function isQueued(admission: ReserveDecision): admission is Queued {
  return typeof admission === 'object' && 'queuedFor' in admission
}

/** Returns null if the captcha was passed, otherwise its error message ('' before the first try). */
async function tryCaptcha(context: ReserveContext, saleId: string, token: string): Promise<string | null> {
  if (!token) return ''
  if (!(await isHuman(context, token))) return 'The challenge was not passed. Please try again'
  await context.db.updateTable('sales').set({ captcha_passed_at: shopNow }).where('id', '=', saleId).execute()
  return null
}

/** Lets a buyer pay on whose captcha was asked for before a payment, on a hold; returns whether it was. */
async function returnToPayment(db: Database, saleId: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('sales')
    .set({ captcha_asked_at: null, state: 'payment' })
    .where('id', '=', saleId)
    .where('captcha_asked_at', 'is not', null)
    .where('held_until', '>', shopNow)
    .where('paid_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Takes the basket's seats over from the seating plan, and reserves it. */
async function decideWithSeats(context: ReserveContext, applicant: ReserveRequest): Promise<ReserveDecision> {
  const { db, decideReservation } = context
  const { session, saleId } = applicant
  try {
    const lost = await takeSeats(context, saleId)
    if (lost.length > 0) return { error: await removeLostSeats(db, saleId, lost) }
  } catch (thrown) {
    const error = seatsError(thrown)
    if (await ownsSale(db, session))
      await db.updateTable('sales').set({ reserving_error: error }).where('id', '=', saleId).execute()
    return { error }
  }
  return decideReservation({ ...applicant, hasSeats: true })
}

/** Says to the buyer why seats could not be taken. Throws any other error again. */
function seatsError(error: unknown): string {
  if (error instanceof Unreachable) return seatsUnavailable
  if (error instanceof SeatsBusy) return error.message
  throw error
}
