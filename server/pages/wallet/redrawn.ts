import * as z from 'zod'

import { RefusedEntry } from '#server/delivery/transfers/refused-entry.ts'
import type { Form } from '#server/http/form.ts'
import type { HttpError } from '#server/http/http-errors.ts'
import { withPlainBreaks } from '#server/http/input.ts'
import { ukDateOf, ukToday } from '#src/lib/uk-date.ts'
import type { TransferEntry } from '#src/order/requests.ts'
import { longest } from '#src/order/rules/longest-texts.ts'
import { changedRow, transferProblems } from '#src/order/rules/transfers.ts'

const text = z.string()

/** How much is kept of what was typed for a date or a time, also if it is none. */
export const longestWhen = { date: 20, time: 10 }

/** What the page of an order shows again after a form: what was typed, and why it was refused. */
export const redrawnSchema = z.object({
  /** The id of the offer to be changed, or `newOffer`; '' for another form. */
  offer: text,
  entries: z.array(
    z.object({
      ticket_id: text,
      name: text,
      email: text,
      qty: z.number(),
      is_gift: z.boolean(),
      send_gift: z.enum(['Schedule', 'Send now']),
      delivery_date: text,
      delivery_time: text,
      message: text,
    }),
  ),
  /** Messages by the id of their field. */
  problems: z.record(text, text),
  /** The id of what takes the focus; '' for nothing. */
  focus: text,
  /** Why it was refused if not because of a field; '' if it was not. */
  why: text,
  status: z.literal([200, 409, 422, 429]),
})

export type Redrawn = z.infer<typeof redrawnSchema>

/** An entry with its place in the form, by which its fields are named. */
export type PlacedEntry = TransferEntry & { place: number }

/** Stands for the id of an offer that is still to be made. */
export const newOffer = 'new'

/** The page as it is first opened. */
export const notRedrawn: Redrawn = { offer: '', entries: [], problems: {}, focus: '', why: '', status: 200 }

/** An entry in which nothing is typed yet. */
export const blankEntry: TransferEntry = {
  ticket_id: '',
  name: '',
  email: '',
  qty: 1,
  is_gift: false,
  send_gift: 'Send now',
  delivery_date: '',
  delivery_time: '',
  message: '',
}

/** Returns the entries that are to be sent: the first of a kind of tickets may be empty. */
export function usedEntries(entries: TransferEntry[]): PlacedEntry[] {
  const placed = entries.map((entry, place) => ({ ...entry, place }))
  return placed.filter((entry) => {
    const isFirst = placed.find(({ ticket_id }) => ticket_id === entry.ticket_id) === entry
    const row = { ...entry, id: entry.place, isFirst, standing: 'incomplete' as const }
    return changedRow(row, {}, ukToday()).standing !== 'unused'
  })
}

/** How many recipients the form takes: as many as the longest texts of each leave room for in a request, beside some empty ones. */
const mostRecipients = 9

/** Returns whether the form takes another recipient. */
export const hasRoom = (entries: TransferEntry[]): boolean => usedEntries(entries).length < mostRecipients

/** The part of an id that tells whose field it is: that of the entry at a place of a new offer, or of an offer to be changed. */
type Owner = number | string

/** Returns what is missing or wrong in entries, by the id of the field, in the order of the form. */
export function problemsOf(
  entries: TransferEntry[],
  ownerOf: (place: number) => Owner = (place) => place,
): Record<string, string> {
  return Object.fromEntries(
    entries.flatMap((entry, place) =>
      Object.entries(transferProblems(entry, ukToday())).map(([field, message]) => [
        `${field}-${ownerOf(place)}`,
        message,
      ]),
    ),
  )
}

/** What is shown again because of fields, the first of which takes the focus. */
export function atFields(offer: string, entries: TransferEntry[], problems: Record<string, string>): Redrawn {
  const [focus = ''] = Object.keys(problems)
  return { ...notRedrawn, offer, entries, problems, focus, status: 422 }
}

/** What is shown again because of an error, at its field if it has one. */
export function refused(
  offer: string,
  entries: TransferEntry[],
  error: HttpError,
  ownerOf: (place: number) => Owner = (place) => place,
): Redrawn {
  if (error instanceof RefusedEntry)
    return atFields(offer, entries, { [`${error.field}-${ownerOf(error.entry)}`]: error.message })
  return { ...notRedrawn, offer, entries, why: error.message, status: error.status === 429 ? 429 : 409 }
}

/** Reads the entries of a form as they were typed, no longer than its fields take. */
export function typedEntries({ transfers }: Form): TransferEntry[] {
  const parts = typeof transfers === 'object' ? Object.values(transfers) : []
  return parts.map((part) => typedEntry(typeof part === 'object' ? part : {}))
}

/** As a calendar of the browser sends it. */
const isoDate = /^\d{4}-\d\d-\d\d$/

/** Reads an entry as it was typed. */
export function typedEntry(form: Form): TransferEntry {
  const typed = (key: keyof TransferEntry, most: number) => {
    const value = form[key]
    return typeof value === 'string' ? withPlainBreaks(value).slice(0, most) : ''
  }
  return {
    ticket_id: typed('ticket_id', 100),
    name: typed('name', longest.name),
    email: typed('email', longest.email),
    qty: Number(typed('qty', 4)) || 0,
    is_gift: typed('is_gift', 4) === 'true',
    send_gift: typed('send_gift', 8) === 'Send now' ? 'Send now' : 'Schedule',
    delivery_date: typed('delivery_date', longestWhen.date).replace(isoDate, ukDateOf),
    delivery_time: typed('delivery_time', longestWhen.time),
    message: typed('message', longest.message),
  }
}
