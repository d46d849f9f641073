import { randomUUID } from 'node:crypto'

import type { Context } from 'hono'
import { html } from 'hono/html'

import { niceDate } from '#server/catalogue/dates.ts'
import { orderPath } from '#server/basket/order-path.ts'
import { offerTickets } from '#server/delivery/transfers/set-transfers.ts'
import type { TransferableLine } from '#server/delivery/transfers/transferable-tickets.ts'
import type { ShopEnv } from '#server/http/env.ts'
import { readRequest } from '#server/http/read-request.ts'
import { field, fieldProblem } from '#server/pages/field.ts'
import { icon } from '#server/pages/icon.ts'
import { tokenField, type Content } from '#server/pages/layout.ts'
import type { Order } from '#server/wallet/read-order.ts'
import * as fields from '#src/http/request-fields.ts'
import { plural } from '#src/lib/plural.ts'
import { longest } from '#src/order/rules/longest-texts.ts'
import { transferWords } from '#src/order/rules/transfers.ts'

import { newOffer, refusedField, type TypedRecipient } from './order-transfers.ts'

const offerRequest = fields.form({
  attempt: fields.text(100),
  ticket_id: fields.id,
  qty: fields.integer(1, 1000),
  name: fields.requiredName(longest.name),
  email: fields.email,
})

/** Offers tickets of an order as its form says, and returns what the page says of it. Throws `HttpError`. */
export async function offerFromForm(c: Context<ShopEnv>, { sale }: Order): Promise<OfferDone> {
  const { attempt, ...recipient } = readRequest(c.var.form, offerRequest)
  const now = {
    is_gift: false,
    send_gift: 'Send now',
    delivery_date: '',
    delivery_time: '',
    message: '',
  } as const
  await offerTickets(c.var, sale.id, { attempt, entries: [{ ...recipient, ...now }] })
  return { offered_to: recipient.name, offered: String(recipient.qty) }
}

/** To whom how many tickets were offered. */
type OfferDone = Record<'offered_to' | 'offered', string>

/** Renders to whom tickets were offered; '' for nobody, or if that offer is over. */
export function offeredNotice(
  { transfers }: Pick<Order, 'transfers'>,
  { offered_to, offered }: Partial<OfferDone>,
): Content {
  if (!transfers.some(({ name, status }) => name === offered_to && status === 'offered')) return ''
  const isOne = offered === '1'
  return html`<p class="notice" data-look="success" role="status">
    ${icon('check')}
    <span>
      The ${plural(Number(offered), 'ticket')} ${isOne ? 'is' : 'are'} offered to ${offered_to}.
      ${isOne ? 'It is still yours until it is accepted.' : 'They are still yours until they are accepted.'}
    </span>
  </p>`
}

/** Renders the form that offers an order's tickets to somebody else; '' if there are none to offer. */
export function offerForm(
  c: Context<ShopEnv>,
  { reference }: Pick<Order, 'reference'>,
  lines: TransferableLine[],
  { typed, why, status }: { typed: TypedRecipient; why: string; status: string },
): Content {
  if (lines.length === 0) return ''
  const isRefused = typed.offer === newOffer
  const shown = isRefused ? typed : {}
  const refused = isRefused ? refusedField(typed, status) : undefined
  const problemOf = (key: typeof refused) => (refused === key ? why : '')
  return html`<details class="panel fold offer-tickets" ${isRefused ? 'open' : ''}>
    <summary>${icon('forward', 18)} Transfer tickets</summary>
    <p>${transferWords}</p>
    <form class="stack" method="post" action="${orderPath(reference)}transfers/" novalidate>
      ${tokenField(c)}
      <input type="hidden" name="attempt" value="${randomUUID()}" />
      ${whichTickets(lines, shown.ticket_id)} ${howMany(lines, shown.qty, problemOf('qty'))}
      <div class="recipient">
        ${field({
          id: `name-${newOffer}`,
          label: 'Full name',
          value: shown.name ?? '',
          problem: problemOf('name'),
          attributes: html`name="name" maxlength="${longest.name}" autocomplete="off"`,
        })}
        ${field({
          id: `email-${newOffer}`,
          label: 'Email',
          value: shown.email ?? '',
          problem: problemOf('email'),
          attributes: html`type="email" name="email" maxlength="${longest.email}" autocomplete="off"`,
        })}
      </div>
      <button class="button" data-look="primary">Send tickets</button>
    </form>
  </details>`
}

const lineName = ({ title, name, starts_at }: TransferableLine) =>
  `${title} - ${name}, ${niceDate(starts_at)}`

/** Without the event's title if it is the same for all: on phones the closed list shows only the first words. */
const shortName = (line: TransferableLine, lines: TransferableLine[]) =>
  lines.every(({ title }) => title === line.title)
    ? `${line.name}, ${niceDate(line.starts_at)}`
    : lineName(line)

function whichTickets(lines: TransferableLine[], chosen: string | undefined): Content {
  const [first, ...others] = lines
  if (first && others.length === 0)
    return html`<p>${lineName(first)}</p>
      <input type="hidden" name="ticket_id" value="${first.id}" />`
  const id = `ticket-${newOffer}`
  return html`<div class="field">
    <label for="${id}">Which tickets</label>
    <span class="select">
      <select id="${id}" name="ticket_id">
        ${lines.map(
          (line) =>
            html`<option value="${line.id}" ${line.id === chosen ? 'selected' : ''}>
              ${shortName(line, lines)}
            </option>`,
        )}
      </select>
    </span>
  </div>`
}

/** As many as there are of any kind: without scripts the list does not know which was chosen. */
function howMany(lines: TransferableLine[], chosen: string | undefined, problem: string): Content {
  const id = `qty-${newOffer}`
  const most = Math.max(...lines.map(({ left }) => left))
  const counts = Array.from({ length: most }, (_, index) => String(index + 1))
  return html`<div class="field">
    <label for="${id}">How many</label>
    <span class="select">
      <select
        id="${id}"
        name="qty"
        ${problem && html`aria-describedby="${id}-problem" aria-invalid="true" autofocus`}
      >
        ${counts.map((count) => html`<option value="${count}" ${count === chosen ? 'selected' : ''}>${count}</option>`)}
      </select>
    </span>
    ${fieldProblem(id, problem)}
  </div>`
}
