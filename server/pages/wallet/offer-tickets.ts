import type { Context } from 'hono'
import { html } from 'hono/html'

import { niceDate } from '#server/catalogue/dates.ts'
import type { Offer } from '#server/delivery/transfers/read-offers.ts'
import { readTransfers } from '#server/delivery/transfers/read-transfers.ts'
import { offerTickets } from '#server/delivery/transfers/set-transfers.ts'
import type { ShopEnv } from '#server/http/env.ts'
import type { Form } from '#server/http/form.ts'
import { HttpError } from '#server/http/http-errors.ts'
import { icon } from '#server/pages/icon.ts'
import type { Content } from '#server/pages/layout.ts'
import type { Order } from '#server/wallet/read-order.ts'
import { plural } from '#src/lib/plural.ts'
import type { TransferEntry } from '#src/order/requests.ts'

import {
  atFields,
  blankEntry,
  hasRoom,
  newOffer,
  notRedrawn,
  problemsOf,
  refused,
  typedEntries,
  usedEntries,
  type PlacedEntry,
  type Redrawn,
} from './redrawn.ts'

/**
 * Does what a button of the form says: adds a recipient, removes one, or offers the tickets, as the checkout does. Returns to whom they
 * were offered, or what the page shows again.
 */
export async function offerFromForm(
  { var: context }: Context<ShopEnv>,
  { sale }: Order,
): Promise<{ offered: string[] } | Redrawn> {
  const { form } = context
  const entries = typedEntries(form)
  if (typeof form.add === 'string') return withOneMore(entries, form.add)
  if (form.remove !== undefined) return withoutOne(entries, Number(form.remove))
  const used = entriesToSend(entries)
  const placeOf = (index: number) => used[index]?.place ?? index
  const problems = problemsOf(used, placeOf)
  if (Object.keys(problems).length > 0) return atFields(newOffer, entries, problems)
  try {
    const request = readTransfers({ ...form, transfers: partsOf(form, used) })
    await offerTickets(context, sale.id, request)
    return { offered: request.entries.map(({ email }) => email) }
  } catch (error) {
    if (error instanceof HttpError) return refused(newOffer, entries, error, placeOf)
    throw error
  }
}

/** Returns the entries that are used. If none is, the first is what lacks everything. */
function entriesToSend(entries: TransferEntry[]): PlacedEntry[] {
  const used = usedEntries(entries)
  return used.length > 0 ? used : entries.slice(0, 1).map((entry) => ({ ...entry, place: 0 }))
}

/** Returns the parts of a form that are sent, with their dates as the shop reads them. */
function partsOf({ transfers }: Form, used: PlacedEntry[]): Form {
  const parts = typeof transfers === 'object' ? Object.values(transfers) : []
  return Object.fromEntries(
    used.map(({ place, delivery_date }, index) => {
      const part = parts[place]
      return [String(index), typeof part === 'object' ? { ...part, delivery_date } : '']
    }),
  )
}

/** Adds a recipient for tickets of a kind, below the others of that kind. */
function withOneMore(entries: TransferEntry[], ticket_id: string): Redrawn {
  const place = entries.findLastIndex((entry) => entry.ticket_id === ticket_id) + 1
  if (place === 0 || !hasRoom(entries)) return { ...notRedrawn, offer: newOffer, entries }
  const more = entries.toSpliced(place, 0, { ...blankEntry, ticket_id })
  return { ...notRedrawn, offer: newOffer, entries: more, focus: `name-${place}` }
}

function withoutOne(entries: TransferEntry[], place: number): Redrawn {
  const rest = entries.filter((_, at) => at === 0 || at !== place)
  return { ...notRedrawn, offer: newOffer, entries: rest, focus: `row-${place - 1}` }
}

/** Renders to whom tickets were offered; '' for nobody, or if those offers are over. */
export function offeredNotice({ transfers }: Pick<Order, 'transfers'>, emails: string[]): Content {
  const offers = transfers
    .filter(({ email, status }) => status === 'offered' && emails.includes(email))
    .slice(-emails.length)
  if (emails.length === 0 || offers.length === 0) return ''
  return html`<p class="notice" data-look="success" role="status">
    ${icon('check')} <span>${offeredWords(offers)}</span>
  </p>`
}

function offeredWords(offers: Offer[]): string {
  const [later, now] = [
    offers.filter(({ is_unsent }) => is_unsent),
    offers.filter(({ is_unsent }) => !is_unsent),
  ]
  const count = countOf(offers)
  return [
    now.length > 0
      ? `The ${plural(countOf(now), 'ticket')} ${countOf(now) === 1 ? 'is' : 'are'} offered to ${namesOf(now)}.`
      : '',
    ...later.map(({ name, deliver_at }) => `The gift for ${name} will be sent on ${niceDate(deliver_at)}.`),
    count === 1 ? 'It is still yours until it is accepted.' : 'They are still yours until they are accepted.',
  ]
    .filter(Boolean)
    .join(' ')
}

const countOf = (offers: Offer[]) => offers.reduce((sum, { qty }) => sum + qty, 0)

const namesOf = (offers: Offer[]) =>
  new Intl.ListFormat('en-GB').format(new Set(offers.map(({ name }) => name)))
