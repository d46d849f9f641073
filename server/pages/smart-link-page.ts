import { Hono, type Context } from 'hono'
import { html } from 'hono/html'

import { countBasket } from '#server/basket/count-basket.ts'
import type { Database } from '#server/database/connect.ts'
import type { ShopEnv } from '#server/http/env.ts'
import { readText } from '#server/http/input.ts'

import { showPage, tokenField } from './layout.ts'

/**
 * Opens a reserved basket in another browser by its link [CONT-65], until the order is paid. The link shares only the
 * basket: the visitor enters their own details and sees none of the buyer's. The page asks for confirmation, so that no
 * other site can set a visitor's basket by fetching the address.
 */
export const smartLinkPage = new Hono<ShopEnv>()

smartLinkPage.get('/smartcheckout/', async (c) => {
  const reference = c.req.query('session') ?? ''
  const saleId = await findOpenSale(c.var.db, reference)
  if (!saleId) return showDead(c)
  if (saleId === c.var.session.saleId) return c.redirect('/checkout/', 303)
  const isOccupied = (await countBasket(c.var.db, c.var.session)) > 0
  const title = isOccupied ? 'Open the shared basket?' : 'Open the basket here?'
  return showPage(c, {
    title,
    content: html`<h1>${title}</h1>
      <p class="lead">
        ${
          isOccupied
            ? 'You already have a basket here. The shared basket will replace it.'
            : 'This link opens a reserved basket. You will be asked for your details again.'
        }
      </p>
      <form class="actions" method="post" action="/smartcheckout/">
        ${tokenField(c)}
        <input type="hidden" name="session" value="${reference}" />
        <button class="button" data-look="primary">
          ${isOccupied ? 'Open the shared basket' : 'Open the basket'}
        </button>
        ${
          isOccupied
            ? html`<a class="button" data-look="secondary" href="/checkout/">Keep mine</a>`
            : html`<a class="button" data-look="secondary" href="/all-events/">Browse events</a>`
        }
      </form>`,
  })
})

smartLinkPage.post('/smartcheckout/', async (c) => {
  const reference = readText(c.var.form, 'session', 100)
  const saleId = await findOpenSale(c.var.db, reference)
  // Opened again, the link says that it is dead.
  return saleId
    ? open(c, saleId)
    : c.redirect(`/smartcheckout/?${new URLSearchParams({ session: reference })}`, 303)
})

async function findOpenSale(db: Database, reference: string): Promise<string | null> {
  const sale = await db
    .selectFrom('sales')
    .select('id')
    .where('reference', '=', reference)
    .where('paid_at', 'is', null)
    .executeTakeFirst()
  return sale?.id ?? null
}

async function open(c: Context<ShopEnv>, saleId: string): Promise<Response> {
  await c.var.db.updateTable('sessions').set({ sale_id: saleId }).where('id', '=', c.var.session.id).execute()
  return c.redirect('/checkout/', 303)
}

function showDead(c: Context<ShopEnv>): Promise<Response> {
  return showPage(c, {
    title: 'This basket is no longer available',
    status: 410,
    content: html`<h1>This basket is no longer available</h1>
      <p class="lead">It has been paid or released, or the link is incomplete.</p>
      <p><a class="button" data-look="secondary" href="/all-events/">Browse events</a></p>`,
  })
}
