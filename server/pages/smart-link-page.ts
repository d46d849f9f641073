import { Hono, type Context } from 'hono'
import { html } from 'hono/html'

import { countBasket } from '#server/basket/count-basket.ts'
import type { Database } from '#server/database/connect.ts'
import type { ShopEnv } from '#server/http/env.ts'
import { readText } from '#server/http/input.ts'

import { showPage, tokenField } from './layout.ts'

/**
 * A reserved basket opened in another browser by its link [CONT-65]; it stops working once the order is paid. The link
 * gives the basket alone: whoever opens another's says who they are anew, and sees nothing of what the other typed. It
 * asks first, so that no page elsewhere can put a basket into somebody's hands by fetching an address.
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
            ? 'You have a basket of your own here. Opening the shared one puts yours aside.'
            : 'This link leads to a reserved basket. Who buys it is asked again here.'
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
  const saleId = await findOpenSale(c.var.db, readText(c.var.form, 'session', 100))
  return saleId ? open(c, saleId) : showDead(c)
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
    title: 'This basket is not open any more',
    status: 410,
    content: html`<h1>This basket is not open any more</h1>
      <p class="lead">It was paid, given back, or the link was cut in two.</p>
      <p><a class="button" data-look="secondary" href="/all-events/">Browse events</a></p>`,
  })
}
