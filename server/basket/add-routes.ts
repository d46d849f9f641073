import { Hono } from 'hono'

import { readCatalogue } from '#server/catalogue/catalogue.ts'
import { shopNow } from '#server/database/shop-time.ts'
import type { Currency } from '#server/database/tables.ts'
import { inTransaction, type Work } from '#server/database/transaction.ts'
import type { Form } from '#server/http/body.ts'
import type { ShopEnv } from '#server/http/env.ts'
import { wantsHtml, HttpError } from '#server/http/http-errors.ts'
import { readId, readInteger, readMoney, readPart, readText } from '#server/http/input.ts'
import type { Session } from '#server/http/session.ts'

import { beginChange, rememberTotal } from './change-basket.ts'
import { assertWithinLimit, mostLines, mostPerLine } from './line-limits.ts'
import { readBasket, type Sale } from './read-basket.ts'
import { redirectWithChoice, type RejectedChoice } from './rejected-choice.ts'
import { isPaying, messages } from './sale.ts'

/**
 * Adds to the basket [CALL-40, SEAT-27..32]: `ticket[key][ticket]=eventId|eventDateId|ticketType|0` with
 * `ticket[key][qty]`, or a gift voucher as `gift_voucher_id`, `value`, `qty`. A browser is redirected to the checkout or,
 * on an error, back to its page with the message; a script gets the address or the message as JSON.
 */
export const addRoutes = new Hono<ShopEnv>()

// A GET (typed address or reload) has no form.
addRoutes.get('/do/checkout/add/', (c) => c.redirect('/all-events/', 303))

addRoutes.post('/do/checkout/add/', async (c) => {
  try {
    await addToBasket(c.var)
  } catch (error) {
    if (!(error instanceof HttpError) || ![409, 422].includes(error.status) || !wantsHtml(c)) throw error
    const choice = await readChoice(c.var)
    if (!choice) throw error
    return redirectWithChoice(c, { ...choice, message: error.message })
  }
  return wantsHtml(c) ? c.redirect('/checkout/', 303) : c.json({ redirect: '/checkout/' })
})

async function addToBasket({ db, session, form }: ShopEnv['Variables']): Promise<void> {
  const wanted = readWanted(form)
  await inTransaction(db, async (trx) => {
    const sale = await openBasket(trx, session)
    await beginChange(trx, sale)
    const currency = sale.currency ?? (await firstCurrency(trx, wanted))
    await trx.updateTable('sales').set({ currency }).where('id', '=', sale.id).execute()
    let isOtherCurrency = false
    const added = new Set<string>()
    for (const ticket of wanted.tickets) {
      const id = await addTicket(trx, sale.id, currency, ticket)
      if (id) added.add(id)
      else isOtherCurrency = true
    }
    for (const voucher of wanted.vouchers)
      if (!(await addVoucher(trx, sale.id, currency, voucher))) isOtherCurrency = true
    await trx
      .updateTable('sales')
      .set({ had_mismatching_currencies: isOtherCurrency })
      .where('id', '=', sale.id)
      .execute()
    const { tickets, vouchers } = await readBasket(trx, sale.id)
    if (tickets.length + vouchers.length > mostLines)
      throw new HttpError(422, `A basket can hold at most ${mostLines} different items`)
    for (const line of tickets) if (added.has(line.ticket_type_id)) assertWithinLimit(line, tickets)
    await rememberTotal(trx, sale.id)
  })
}

/** Reads which of the shop's pages sent the form, and the chosen quantities; null for any other sender. */
async function readChoice({
  db,
  form,
}: ShopEnv['Variables']): Promise<Omit<RejectedChoice, 'message'> | null> {
  if (form.gift_voucher_id) return { path: '/gift-vouchers/', chosen: {} }
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

interface WantedTicket {
  eventId: string
  dateId: string
  key: string
  qty: number
}

interface WantedVoucher {
  productId: string
  value: number
  qty: number
}

interface Wanted {
  tickets: WantedTicket[]
  vouchers: WantedVoucher[]
}

function readWanted(form: Form): Wanted {
  const tickets = Object.values(readPart(form, 'ticket')).flatMap((entry) => {
    if (typeof entry === 'string') throw new HttpError(422, 'The field ticket is not valid')
    if (Object.keys(readPart(entry, 'seats')).length)
      throw new HttpError(501, 'This shop does not sell numbered seats yet')
    const qty = readInteger(entry, 'qty', { min: 0, max: mostPerLine })
    return qty ? [{ ...readTicketKey(readText(entry, 'ticket', 400)), qty }] : []
  })
  const vouchers = form.gift_voucher_id
    ? [
        {
          productId: readId(form, 'gift_voucher_id'),
          value: readMoney(form, 'value'),
          qty: readInteger(form, 'qty', { min: 1, max: mostPerLine }),
        },
      ]
    : []
  if (tickets.length + vouchers.length === 0)
    throw new HttpError(422, 'Choose how many tickets you would like')
  return { tickets, vouchers }
}

function readTicketKey(text: string): Omit<WantedTicket, 'qty'> {
  const [eventId = '', dateId = '', key = '', zero, ...rest] = text.split('|')
  if (!eventId || !dateId || !key || zero !== '0' || rest.length) throw noSuchTicket()
  return { eventId, dateId, key }
}

/** Locks the session's open basket, or creates one if there is none or the last one is paid. Throws `HttpError` 409. */
async function openBasket(trx: Work, session: Session): Promise<Sale> {
  // Locks the session, so that two simultaneous first additions create one basket.
  const { sale_id } = await trx
    .selectFrom('sessions')
    .select('sale_id')
    .where('id', '=', session.id)
    .forUpdate()
    .executeTakeFirstOrThrow()
  const current = await trx
    .selectFrom('sales')
    .selectAll()
    .where('id', '=', sale_id)
    .forUpdate()
    .executeTakeFirst()
  if (current && !current.paid_at) {
    if (await isPaying(trx, current.id)) throw new HttpError(409, messages.paying)
    return current
  }
  const sale = await trx
    .insertInto('sales')
    .values({ session_id: session.id, user_id: session.userId })
    .returningAll()
    .executeTakeFirstOrThrow()
  await trx.updateTable('sessions').set({ sale_id: sale.id }).where('id', '=', session.id).execute()
  return sale
}

async function firstCurrency(trx: Work, { tickets, vouchers }: Wanted): Promise<Currency> {
  const [ticket] = tickets
  if (ticket) return (await findTicket(trx, ticket)).currency
  const [voucher] = vouchers
  if (voucher) return (await findVoucher(trx, voucher)).currency
  throw noSuchTicket()
}

/** Adds to the line of a ticket type and returns its id; null, with nothing added, if it is sold in another currency. */
async function addTicket(
  trx: Work,
  saleId: string,
  currency: Currency,
  wanted: WantedTicket,
): Promise<string | null> {
  const ticket = await findTicket(trx, wanted)
  if (ticket.currency !== currency) return null
  const { qty } = await trx
    .insertInto('sale_tickets')
    .values({ sale_id: saleId, ticket_type_id: ticket.id, qty: wanted.qty })
    .onConflict((conflict) =>
      conflict.columns(['sale_id', 'ticket_type_id']).doUpdateSet((eb) => ({
        qty: eb('sale_tickets.qty', '+', eb.ref('excluded.qty')),
      })),
    )
    .returning('qty')
    .executeTakeFirstOrThrow()
  if (qty > mostPerLine) throw new HttpError(422, `A basket can hold at most ${mostPerLine} of one ticket`)
  return ticket.id
}

async function addVoucher(
  trx: Work,
  saleId: string,
  currency: Currency,
  wanted: WantedVoucher,
): Promise<boolean> {
  const product = await findVoucher(trx, wanted)
  if (product.currency !== currency) return false
  const { qty } = await trx
    .insertInto('sale_gift_vouchers')
    .values({ sale_id: saleId, product_id: product.id, value: wanted.value, qty: wanted.qty })
    .onConflict((conflict) =>
      conflict.columns(['sale_id', 'product_id', 'value']).doUpdateSet((eb) => ({
        qty: eb('sale_gift_vouchers.qty', '+', eb.ref('excluded.qty')),
      })),
    )
    .returning('qty')
    .executeTakeFirstOrThrow()
  if (qty > mostPerLine)
    throw new HttpError(422, `A basket can hold at most ${mostPerLine} of one gift voucher`)
  return true
}

async function findTicket(trx: Work, { eventId, dateId, key }: WantedTicket) {
  const ticket = await trx
    .selectFrom('ticket_types')
    .innerJoin('event_dates', 'event_dates.id', 'ticket_types.event_date_id')
    .innerJoin('events', 'events.id', 'ticket_types.event_id')
    .select(['ticket_types.id', 'events.currency'])
    .where('ticket_types.event_id', '=', eventId)
    .where('ticket_types.event_date_id', '=', dateId)
    .where('ticket_types.key', '=', key)
    .where('events.published', '=', true)
    .where('event_dates.published', '=', true)
    .where('event_dates.starts_at', '>', shopNow)
    .executeTakeFirst()
  if (!ticket) throw noSuchTicket()
  return ticket
}

async function findVoucher(trx: Work, { productId, value }: WantedVoucher) {
  const product = await trx
    .selectFrom('gift_voucher_products')
    .select(['id', 'currency'])
    .where('id', '=', productId)
    .where('published', '=', true)
    .where('min_value', '<=', value)
    .where('max_value', '>=', value)
    .executeTakeFirst()
  if (!product) throw new HttpError(422, 'This gift voucher is not on sale')
  return product
}

const noSuchTicket = () => new HttpError(422, 'These tickets are not on sale')
