import { Hono, type Context } from 'hono'
import { html } from 'hono/html'

import { afterWaitingRoom, type Room } from '#server/basket/after-waiting-room.ts'
import { countBasket } from '#server/basket/count-basket.ts'
import { redirectWithChoice, takeRejectedChoice } from '#server/basket/rejected-choice.ts'
import { topUpBasket } from '#server/basket/top-up.ts'
import { tryCode } from '#server/basket/try-code.ts'
import { inTransaction } from '#server/database/transaction.ts'
import type { ShopEnv } from '#server/http/env.ts'
import { HttpError } from '#server/http/http-errors.ts'
import { readText } from '#server/http/input.ts'
import { showPage } from '#server/pages/layout.ts'

import { linkView } from './link-view.ts'
import { lookUpLink, readCodeState, type LinkOffer } from './look-up.ts'
import { linkAddress, linkPath, readLink, type BasketLink } from './read-link.ts'
import { checkSignature } from './sign-link.ts'

/**
 * Links that fill a basket (docs/links.md). Opening one only shows what it would add, because mail scanners, previews and browsers open
 * links by themselves, and so can any site; its button adds it. What cannot be added is told on the page of the event.
 */
export const basketLinkPage = new Hono<ShopEnv>()

basketLinkPage.get(linkPath, async (c) => {
  c.header('X-Robots-Tag', 'noindex')
  const opened = await open(c)
  if (!opened) return showUnreadable(c)
  const { link, offer, code, signature, hasCode } = opened
  const { tickets, vouchers, seated, problems, event } = offer
  if (event && (problems.length > 0 || link.tickets.length === 0)) return toEvent(c, opened, messageOf(offer))
  const isCodeLeft = code !== '' && !hasCode
  const isAdded = tickets.length + vouchers.length + seated.length + problems.length === 0
  if (isAdded && offer.inBasket > 0 && !isCodeLeft) return c.redirect('/checkout/', 303)
  const isOnlySeats = tickets.length + vouchers.length + problems.length === 0 && seated.length > 0
  if (isOnlySeats && !link.code) return c.redirect(seatsPage(offer), 303)
  const rejected = takeRejectedChoice(c)
  const title = event?.title ?? 'Tickets for your basket'
  return showPage(c, {
    title,
    isRefused: !!rejected,
    content: linkView(c, offer, {
      title,
      address: addressOf(c),
      shown: shownOf(offer),
      message: rejected?.message ?? '',
      code,
      signature,
      isOccupied: (await countBasket(c.var.db, c.var.session)) > 0,
    }),
  })
})

basketLinkPage.post(linkPath, async (c) => {
  const opened = await open(c)
  if (!opened) return c.redirect(addressOf(c), 303)
  const { offer } = opened
  if (readText(c.var.form, 'shown', 8000) !== shownOf(offer)) return c.redirect(addressOf(c), 303)
  try {
    const room = await fill(c, opened)
    return c.redirect(room?.redirect ?? (offer.seated.length > 0 ? seatsPage(offer) : '/checkout/'), 303)
  } catch (error) {
    if (!(error instanceof HttpError) || ![409, 422].includes(error.status)) throw error
    if (offer.event) return toEvent(c, opened, error.message)
    return redirectWithChoice(c, { path: linkPath, message: error.message, chosen: {} }, addressOf(c))
  }
})

interface Opened {
  link: BasketLink
  offer: LinkOffer
  signature: ReturnType<typeof checkSignature>
  /** The link's code; '' if its signature does not allow it. */
  code: string
  /** The basket has it already. */
  hasCode: boolean
}

const queryOf = (c: Context<ShopEnv>) => new URL(c.req.url).searchParams
const addressOf = (c: Context<ShopEnv>) => linkAddress(queryOf(c))
const seatsPage = ({ seated }: LinkOffer) => `/events/book_seats/${seated[0]?.dateId}/`

async function open(c: Context<ShopEnv>): Promise<Opened | null> {
  const { db, session, config } = c.var
  const link = readLink(queryOf(c))
  if (!link) return null
  const { now, has_code } = await readCodeState(db, session, link.code)
  const signature = checkSignature(config.secrets.sessionKey, queryOf(c), now)
  return {
    link,
    offer: await lookUpLink(db, session, link),
    signature,
    code: signature === 'none' || signature === 'good' ? link.code : '',
    hasCode: has_code,
  }
}

/** Adds what was shown and applies the code; what the basket has already stays. Returns the waiting room that comes first. */
async function fill(c: Context<ShopEnv>, { offer, signature, code }: Opened): Promise<Room | null> {
  const { db, session, config } = c.var
  let saleId = session.saleId
  const room = await afterWaitingRoom(
    c.var,
    () => addressOf(c),
    async (admittedTo) => {
      saleId = await inTransaction(db, (trx) => topUpBasket(trx, session, offer, admittedTo, config.release))
    },
  )
  if (room || !code || !saleId) return room
  // A code that is used is a change of the basket, which clears what was told of the tickets.
  const told = await db
    .selectFrom('sales')
    .select('had_mismatching_currencies')
    .where('id', '=', saleId)
    .executeTakeFirstOrThrow()
  const signedBy = signature === 'good' ? (queryOf(c).get('organiser') ?? '') : ''
  const isUsed = (await tryCode({ ...c.var, session: { ...session, saleId } }, code, signedBy)) === true
  await db
    .updateTable('sales')
    .set(isUsed ? told : { basket_errors: `The code ${code} could not be used for this basket` })
    .where('id', '=', saleId)
    .execute()
  return null
}

/** Tells what the button adds, so that it never adds something else than its page has shown. */
function shownOf({ tickets, vouchers, delivery }: LinkOffer): string {
  return [
    ...tickets.map(({ typeId, lacks, price }) => [typeId, lacks, price.price + price.fee]),
    ...vouchers.map(({ productId, value, lacks }) => [productId, value, lacks]),
    delivery,
  ].join()
}

const messageOf = ({ problems }: LinkOffer) => problems.map(({ text }) => `${text}.`).join(' ')

/** Shows the event instead, with what can be chosen there chosen. */
function toEvent(c: Context<ShopEnv>, { link, offer }: Opened, message: string): Response {
  const path = `/events/${offer.event?.id}/`
  if (!message) return c.redirect(path, 303)
  const chosen = Object.fromEntries(link.tickets.map(({ id, qty }) => [id, qty]))
  return redirectWithChoice(c, { path, message, chosen })
}

function showUnreadable(c: Context<ShopEnv>): Promise<Response> {
  return showPage(c, {
    title: 'This link is incomplete',
    status: 422,
    content: html`<h1>This link is incomplete</h1>
      <p class="lead">We cannot tell which tickets it is for. Your basket is as it was.</p>
      <p><a class="button" data-look="secondary" href="/all-events/">Browse events</a></p>`,
  })
}
