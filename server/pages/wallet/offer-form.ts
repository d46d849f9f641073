import { randomUUID } from 'node:crypto'

import type { Context } from 'hono'
import { html } from 'hono/html'

import { orderPath } from '#server/basket/order-path.ts'
import type { TransferableLine } from '#server/delivery/transfers/transferable-tickets.ts'
import type { ShopEnv } from '#server/http/env.ts'
import { assets } from '#server/pages/assets.ts'
import { icon } from '#server/pages/icon.ts'
import { tokenField, type Content } from '#server/pages/layout.ts'
import type { Order } from '#server/wallet/read-order.ts'
import type { TransferEntry } from '#src/order/requests.ts'
import { transferWords } from '#src/order/rules/transfers.ts'

import { offerLine } from './offer-line.ts'
import { blankEntry, hasRoom, newOffer, notRedrawn, type PlacedEntry, type Redrawn } from './redrawn.ts'

/** Renders the form that offers an order's tickets to other people, as the checkout's does; '' if there are none to offer. */
export function offerForm(
  c: Context<ShopEnv>,
  { reference }: Pick<Order, 'reference'>,
  lines: TransferableLine[],
  redrawn: Redrawn,
): Content {
  if (lines.length === 0) return ''
  const isRedrawn = redrawn.offer === newOffer
  const shown = isRedrawn ? redrawn : notRedrawn
  const entries = placed(lines, shown.entries)
  const open = openLines(lines, entries, shown)
  return html`<details class="panel fold offer-tickets" ${isRedrawn ? 'open' : ''}>
    <summary>${icon('send')} <span>Transfer tickets</span> ${icon('forward')}</summary>
    <p>${transferWords}</p>
    <form class="stack" method="post" action="${orderPath(reference)}transfers/" novalidate>
      ${tokenField(c)}
      <input type="hidden" name="attempt" value="${randomUUID()}" />
      ${pressedByEnter}
      <div class="offer-lines">
        ${lines.map((line) =>
          offerLine(line, lines, {
            ...shown,
            entries: entries.filter(({ ticket_id }) => ticket_id === line.id),
            isOpen: open.has(line.id),
            closesOthers: open.size === 1,
            takesMore: hasRoom(entries),
          }),
        )}
      </div>
      <button class="button" data-look="primary">Send tickets</button>
    </form>
    <script type="module" src="${assets.offerScript.path}"></script>
  </details>`
}

/** Returns the ids of the kinds whose boxes are open: those with a problem or the focus [XFER-29], else the first. */
function openLines(
  lines: TransferableLine[],
  entries: PlacedEntry[],
  { problems, focus }: Redrawn,
): Set<string | undefined> {
  const fields = [focus, ...Object.keys(problems)]
  const shown = entries.filter(({ place }) => fields.some((id) => id.endsWith(`-${place}`)))
  return new Set(shown.length > 0 ? shown.map(({ ticket_id }) => ticket_id) : [lines[0]?.id])
}

/** Gives every entry its place in the form, and every kind of ticket an entry [XFER-10]. The only kind is to be sent, as in the checkout. */
function placed(lines: TransferableLine[], entries: TransferEntry[]): PlacedEntry[] {
  const qty = lines.length === 1 ? 1 : 0
  const missing = lines
    .filter(({ id }) => entries.every(({ ticket_id }) => ticket_id !== id))
    .map(({ id }) => ({ ...blankEntry, ticket_id: id, qty }))
  return [...entries, ...missing].map((entry, place) => ({ ...entry, place }))
}

/** Enter in a field presses the first button of its form. */
const pressedByEnter = html`<button class="visually-hidden" tabindex="-1" aria-hidden="true">
  Send tickets
</button>`
