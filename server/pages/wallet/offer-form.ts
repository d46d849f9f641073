import { randomUUID } from 'node:crypto'

import type { Context } from 'hono'
import { html } from 'hono/html'

import { orderPath } from '#server/basket/order-path.ts'
import type { TransferableLine } from '#server/delivery/transfers/transferable-tickets.ts'
import type { ShopEnv } from '#server/http/env.ts'
import { icon } from '#server/pages/icon.ts'
import { tokenField, type Content } from '#server/pages/layout.ts'
import { wholeDates } from '#server/pages/whole-dates.ts'
import type { Order } from '#server/wallet/read-order.ts'
import { transferWords } from '#src/order/rules/transfers.ts'

import { lineName, recipientRow } from './offer-recipient.ts'
import { mostRecipients } from './offer-tickets.ts'
import { blankEntry, newOffer, notRedrawn, type Redrawn } from './redrawn.ts'

/** Renders the form that offers an order's tickets to other people; '' if there are none to offer. */
export function offerForm(
  c: Context<ShopEnv>,
  { reference }: Pick<Order, 'reference'>,
  lines: TransferableLine[],
  redrawn: Redrawn,
): Content {
  const [first, ...others] = lines
  if (!first) return ''
  const isRedrawn = redrawn.offer === newOffer
  const shown = isRedrawn ? redrawn : notRedrawn
  const entries = shown.entries.length > 0 ? shown.entries : [blankEntry]
  const most = Math.min(
    mostRecipients,
    lines.reduce((sum, { left }) => sum + left, 0),
  )
  return html`<details class="panel fold offer-tickets" ${isRedrawn ? 'open' : ''}>
    <summary>${icon('forward', 18)} Transfer tickets</summary>
    <p>${transferWords}</p>
    <form class="stack" method="post" action="${orderPath(reference)}transfers/" novalidate>
      ${tokenField(c)}
      <input type="hidden" name="attempt" value="${randomUUID()}" />
      ${pressedByEnter} ${others.length === 0 ? html`<p>${wholeDates(lineName(first))}</p>` : ''}
      ${entries.map((entry, place) => recipientRow(entry, place, lines, shown))}
      ${
        entries.length < most
          ? html`<button class="button" data-look="secondary" name="add" value="1">
              + Add another recipient
            </button>`
          : ''
      }
      <button class="button" data-look="primary">Send tickets</button>
    </form>
  </details>`
}

/** Enter in a field presses the first button of its form. */
const pressedByEnter = html`<button class="visually-hidden" tabindex="-1" aria-hidden="true">
  Send tickets
</button>`
