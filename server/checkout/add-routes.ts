import { Hono } from 'hono'

import { readCatalogue } from '#server/catalogue/catalogue.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { HttpError } from '#server/http/http-errors.ts'
import { wantsHtml } from '#server/http/answer-errors.ts'
import type { ShopEnv } from '#server/http/env.ts'
import type { SeatsEnv } from '#server/seats/seats-env.ts'

import { addLines } from '#server/basket/add-lines.ts'
import { afterWaitingRoom } from '#server/basket/after-waiting-room.ts'
import { checkSeats, takeAddedSeats } from '#server/seats/add-seats.ts'
import { readWanted, voucherValueField } from '#server/basket/read-wanted.ts'
import { redirectWithChoice, type RejectedChoice } from '#server/basket/rejected-choice.ts'
import { ticketsPath } from '#server/waiting-room/pass-waiting-room.ts'

/**
 * Adds to the basket [CALL-40, SEAT-27..32]: `ticket[key][ticket]=eventId|eventDateId|ticketType|0` with
 * `ticket[key][qty]`, and on a date with a seating plan `ticket[key][seats][0][section|row|number|hold_token]` for each
 * seat [SEAT-33]; or a gift voucher as `gift_voucher_id`, `value`, `qty`. A browser is redirected to the checkout or,
 * on an error, back to its page with the message; a script gets the address or the message as JSON. Before the visitor is admitted to
 * an event with a waiting room, that is where they are sent, and nothing is added.
 */
export const addRoutes = new Hono<SeatsEnv>()

// A GET (typed address or reload) has no form.
addRoutes.get('/do/checkout/add/', (c) => c.redirect('/all-events/', 303))

addRoutes.post('/do/checkout/add/', async (c) => {
  try {
    const room = await afterWaitingRoom(
      c.var,
      ({ eventId, dateId, seats }) =>
        seats.length > 0 ? `/events/book_seats/${dateId}/` : ticketsPath(eventId),
      (admittedTo) => addToBasket(c.var, admittedTo),
    )
    if (room && wantsHtml(c)) return c.redirect(room.redirect, 303)
    if (room) return c.json(room, 409)
  } catch (error) {
    if (!(error instanceof HttpError) || ![409, 422].includes(error.status) || !wantsHtml(c)) throw error
    const choice = await readChoice(c.var)
    if (!choice) throw error
    return redirectWithChoice(c, { ...choice, message: error.message })
  }
  return wantsHtml(c) ? c.redirect('/checkout/', 303) : c.json({ redirect: '/checkout/' })
})

const longestTyped = 100

async function addToBasket(context: SeatsEnv['Variables'], admittedTo: string[]): Promise<void> {
  const wanted = readWanted(context.form)
  const seats = await checkSeats(context, wanted.tickets)
  const added = await inTransaction(context.db, (trx) =>
    addLines(trx, context.session, wanted, seats, admittedTo, context.config.release),
  )
  if (seats.length > 0) await takeAddedSeats(context, added, seats)
}

/** Reads which of the shop's pages sent the form, and the chosen quantities; null for any other sender. */
async function readChoice({
  db,
  form,
}: ShopEnv['Variables']): Promise<Omit<RejectedChoice, 'message'> | null> {
  if (form.gift_voucher_id) {
    const typed = form[voucherValueField(form)]
    const [id, value, qty] = [form.gift_voucher_id, typed ?? '', form.qty ?? ''].map((text) =>
      typeof text === 'string' ? text.slice(0, longestTyped) : '',
    ) as [string, string, string]
    return { path: '/gift-vouchers/', chosen: {}, voucher: { id, value, qty } }
  }
  const entries = typeof form.ticket === 'object' ? Object.entries(form.ticket) : []
  const chosen: Record<string, number> = {}
  let slug = ''
  for (const [typeId, entry] of entries) {
    if (typeof entry !== 'object') return null
    const qty = Number(entry.qty)
    if (Number.isSafeInteger(qty)) chosen[typeId] = qty
    slug ||= String(entry.ticket ?? '').split('|')[0] ?? ''
  }
  const isEvent = (await readCatalogue(db)).some(({ id }) => id === slug)
  return isEvent ? { path: `/events/${slug}/`, chosen } : null
}
