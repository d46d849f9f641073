import { Hono, type Context } from 'hono'
import { html } from 'hono/html'
import type { Selectable } from 'kysely'

import { valueProblem } from '#server/basket/add-lines.ts'
import { otherValue } from '#server/basket/read-wanted.ts'
import { takeRejectedChoice, type RejectedChoice } from '#server/basket/rejected-choice.ts'
import { money, priceTag } from '#server/catalogue/price-text.ts'
import type { Tables } from '#server/database/tables.ts'
import type { ShopEnv } from '#server/http/env.ts'
import { HttpError } from '#server/http/http-errors.ts'
import { readInteger, readMoney } from '#server/http/input.ts'
import { maxPerLine } from '#src/checkout/rules/quantities.ts'
import { decimal } from '#src/lib/money.ts'

import { choice } from './choice.ts'
import { field, fieldProblem } from './field.ts'
import { problem, showPage, tokenField } from './layout.ts'
import { picture } from './picture.ts'
import { stepper } from './stepper.ts'

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
  const views = products.map((product) => ({ product, typed: typedFor(product, rejected ?? {}) }))
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

/** What was chosen of a gift voucher, and why it is refused; '' if it is not. */
interface Typed {
  value: string
  /** The value in pence; null if it is no amount. */
  pence: number | null
  qty: string
  valueProblem: string
  qtyProblem: string
}

const untouched: Typed = { value: '', pence: null, qty: '1', valueProblem: '', qtyProblem: '' }

function typedFor(product: Product, { voucher }: Partial<RejectedChoice>): Typed {
  if (voucher?.id !== product.id) return untouched
  const pence = orNull(() => readMoney(voucher, 'value'))
  const count = orNull(() => readInteger(voucher, 'qty', { min: 1, max: maxPerLine }))
  return {
    value: voucher.value,
    pence,
    qty: voucher.qty,
    valueProblem: valueProblem(product, pence ?? 0),
    qtyProblem: count === null ? `Choose from 1 to ${maxPerLine}` : '',
  }
}

/** What a reader of the form makes of it; null if it refuses it. */
function orNull(read: () => number): number | null {
  try {
    return read()
  } catch (error) {
    if (error instanceof HttpError) return null
    throw error
  }
}

function productView(
  c: Context<ShopEnv>,
  product: Product,
  { typed, isFirst }: { typed: Typed; isFirst: boolean },
) {
  const { id, currency, values_offered: values } = product
  const isRefused = typed.valueProblem !== '' || typed.value !== ''
  // The first value is chosen beforehand; undefined is any other.
  const picked = values.find((value) => value === typed.pence) ?? (isRefused ? undefined : values[0])
  return html`<article class="event" data-look="card">
    <div class="event-picture">${picture(product.picture, { isFirst })}</div>
    <div class="event-head">
      <h2>${product.name}</h2>
      <p class="lead">${product.blurb}</p>
    </div>
    <div class="event-tickets">
      <form class="panel" method="post" action="/do/checkout/add/" novalidate>
        ${tokenField(c)}
        <input type="hidden" name="gift_voucher_id" value="${id}" />
        <fieldset class="choices">
          <legend>Choose a value</legend>
          <div>
            ${values.map((value) => valueChoice(decimal(value), money(value, currency), value === picked))}
            ${valueChoice(otherValue, 'Other value', picked === undefined)}
          </div>
        </fieldset>
        <div class="other-value">
          ${field({
            id: `value-${id}`,
            label: `Value in ${currencyWords[currency]}`,
            value: picked === undefined ? typed.value : '',
            problem: typed.valueProblem,
            hasFocus: typed.valueProblem !== '' && !typed.qtyProblem,
            hint: typed.valueProblem
              ? ''
              : `From ${money(product.min_value, currency)} to ${money(product.max_value, currency)}`,
            attributes: html`name="other_value" inputmode="decimal" maxlength="12"`,
          })}
        </div>
        <div class="how-many">
          <label for="qty-${id}">How many</label>
          ${stepper(
            product.name,
            html`<select
              id="qty-${id}"
              name="qty"
              ${typed.qtyProblem && html`aria-describedby="qty-${id}-problem" aria-invalid="true" autofocus`}
            >
              ${quantities(typed.qty).map((count) => html`<option value="${count}" ${String(count) === typed.qty ? 'selected' : ''}>${count}</option>`)}
            </select>`,
          )}
          ${fieldProblem(`qty-${id}`, typed.qtyProblem)}
        </div>
        <div class="buy">
          <button
            class="button"
            data-look="primary"
            ${product.delivery_cost === 0 ? html`data-costs="${currency}"` : ''}
          >
            Add to basket
          </button>
        </div>
        <p class="quiet small">You can say who it is from and for in the checkout.</p>
      </form>
    </div>
    <ul class="event-text facts" data-look="dots">
      <li>Valid for ${product.valid_months} months from the day you buy it</li>
      <li>Can be spent in parts: the balance stays on the voucher</li>
      <li>Delivery: ${priceTag(product.delivery_cost, currency)}. No booking fee</li>
      <li>By <a href="/organisers/${product.organiser_id}/">${product.organiser_name}</a>, for its events</li>
    </ul>
  </article>`
}

/** As many as are offered at once, and more if they were chosen. */
function quantities(chosen: string): number[] {
  const most = Math.min(maxPerLine, Math.max(20, Number(chosen) || 0))
  return Array.from({ length: most }, (_, index) => index + 1)
}

const valueChoice = (value: string, label: string, isChecked: boolean) =>
  choice({ name: 'value', value, label, isChecked })
