import { Hono, type Context } from 'hono'
import { html } from 'hono/html'
import type { Selectable } from 'kysely'

import { valueProblem } from '#server/basket/add-lines.ts'
import { takeRejectedChoice, type RejectedChoice } from '#server/basket/rejected-choice.ts'
import { money, priceTag } from '#server/catalogue/price-text.ts'
import type { Tables } from '#server/database/tables.ts'
import type { ShopEnv } from '#server/http/env.ts'
import { maxPerLine } from '#src/checkout/rules/quantities.ts'
import { decimal, parsePence } from '#src/lib/money.ts'

import { field } from './field.ts'
import { problem, showPage, tokenField } from './layout.ts'
import { picture } from './picture.ts'

const currencyWords = { GBP: 'pounds', EUR: 'euros', USD: 'dollars' } as const

type Product = Selectable<Tables['gift_voucher_products']> & { organiser_name: string }

/** Page of the gift vouchers on sale. */
export const giftVouchersPage = new Hono<ShopEnv>()

giftVouchersPage.get('/gift-vouchers/', async (c) => {
  const products = await c.var.db
    .selectFrom('gift_voucher_products')
    .innerJoin('organisers', 'organisers.id', 'gift_voucher_products.organiser_id')
    .selectAll('gift_voucher_products')
    .select('organisers.name as organiser_name')
    .where('published', '=', true)
    .orderBy('gift_voucher_products.id')
    .execute()
  const rejected = takeRejectedChoice(c)
  const views = products.map((product) => ({ product, typed: typedFor(product, rejected) }))
  const isAtField = views.some(({ typed }) => typed.valueProblem || typed.qtyProblem)
  return showPage(c, {
    title: 'Gift vouchers',
    isRefused: !!rejected,
    description: 'Give an evening out: vouchers of any value, sent by post.',
    width: 'wide',
    content: products.length
      ? html`<h1>Gift vouchers</h1>
          ${problem(isAtField ? '' : (rejected?.message ?? ''))}
          ${views.map(({ product, typed }, index) => productView(c, product, { typed, isFirst: index === 0 }))}`
      : html`<h1>Gift vouchers</h1>
          <p>There are no gift vouchers on sale at the moment.</p>`,
  })
})

const amount = /^\s*\d+(?:\.\d{1,2})?\s*$/

/** What was chosen of a gift voucher, and why it is refused; '' if it is not. */
interface Typed {
  value: string
  qty: string
  valueProblem: string
  qtyProblem: string
}

function typedFor(product: Product, rejected: RejectedChoice | null): Typed {
  if (rejected?.voucher?.id !== product.id) return { value: '', qty: '1', valueProblem: '', qtyProblem: '' }
  const { value, qty } = rejected.voucher
  const count = Number(qty)
  return {
    value,
    qty,
    valueProblem: valueProblem(product, (amount.test(value) ? parsePence(value) : null) ?? 0),
    qtyProblem:
      Number.isInteger(count) && count >= 1 && count <= maxPerLine ? '' : `Choose from 1 to ${maxPerLine}`,
  }
}

function productView(
  c: Context<ShopEnv>,
  product: Product,
  { typed, isFirst }: { typed: Typed; isFirst: boolean },
) {
  const { id, currency, values_offered: values } = product
  const chosen = values.find((value) => value === parsePence(typed.value))
  return html`<article class="event">
    <div class="event-picture">${picture(product.picture, { isFirst })}</div>
    <div class="event-head">
      <p class="eyebrow">Gift voucher</p>
      <h2>${product.name}</h2>
      <p class="lead">${product.blurb}</p>
      <ul class="facts" data-look="dots">
        <li>Valid for ${product.valid_months} months from the day you buy it</li>
        <li>Can be spent in parts: the balance stays on the voucher</li>
        <li>Delivery: ${priceTag(product.delivery_cost, currency)}. No booking fee</li>
        <li>
          By <a href="/organisers/${product.organiser_id}/">${product.organiser_name}</a>, for its events
        </li>
      </ul>
    </div>
    <div class="event-tickets">
      <form class="panel" method="post" action="/do/checkout/add/" novalidate>
        ${tokenField(c)}
        <input type="hidden" name="gift_voucher_id" value="${id}" />
        <fieldset class="choices">
          <legend>Choose a value</legend>
          ${values.map(
            (value, index) =>
              html`<label class="choice">
                <input
                  type="radio"
                  name="value"
                  value="${decimal(value)}"
                  ${(chosen === undefined ? index === 0 : value === chosen) ? 'checked' : ''}
                />
                ${money(value, currency)}
              </label>`,
          )}
        </fieldset>
        ${field({
          id: `qty-${id}`,
          label: 'How many',
          value: typed.qty,
          problem: typed.qtyProblem,
          attributes: html`type="number" name="qty" min="1" max="${maxPerLine}" inputmode="numeric"`,
        })}
        <div class="buy">
          <button class="button" data-look="primary">Add to basket</button>
        </div>
        <p class="quiet small">You can say who it is from and for in the checkout.</p>
      </form>
      <form class="panel" method="post" action="/do/checkout/add/" novalidate>
        ${tokenField(c)}
        <input type="hidden" name="gift_voucher_id" value="${id}" />
        <input type="hidden" name="qty" value="1" />
        ${field({
          id: `value-${id}`,
          label: `Or any other value in ${currencyWords[currency]}`,
          value: chosen === undefined ? typed.value : '',
          problem: typed.valueProblem,
          hint: `From ${money(product.min_value, currency)} to ${money(product.max_value, currency)}`,
          attributes: html`name="value" inputmode="decimal" maxlength="12"`,
        })}
        <button class="button" data-look="secondary">Add this value</button>
      </form>
    </div>
  </article>`
}
