import { html } from 'hono/html'

import type { TransferableLine } from '#server/delivery/transfers/transferable-tickets.ts'
import { field, fieldFrame, type Frame } from '#server/pages/field.ts'
import type { Content } from '#server/pages/layout.ts'
import { stepper } from '#server/pages/stepper.ts'
import type { TransferEntry } from '#src/order/requests.ts'
import { longest } from '#src/order/rules/longest-texts.ts'

import { giftFields } from './gift-fields.ts'
import type { PlacedEntry, Redrawn } from './redrawn.ts'

/** The place of a recipient among those of the same kind of tickets. */
interface Place {
  /** Counted from 1. */
  number: number
  line: TransferableLine
  /** How many tickets they get at least: 0 where nobody need be named. */
  least: 0 | 1
  /** What the names of its buttons end with, to tell apart several kinds of tickets; '' for one kind. */
  kind: string
}

/** Renders the fields of a recipient; every one but the first of its kind of tickets can be removed [XFER-06..10]. */
export function recipientRow(
  entry: PlacedEntry,
  { number, line, least, kind }: Place,
  { problems, focus }: Pick<Redrawn, 'problems' | 'focus'>,
): Content {
  const { place, ticket_id } = entry
  const nameOf = (key: keyof TransferEntry) => `transfers[${place}][${key}]`
  const frame = (key: keyof TransferEntry, label: Frame['label']): Frame => {
    const id = `${key}-${place}`
    return { id, label, problem: problems[id] ?? '', hasFocus: id === focus }
  }
  const id = `row-${place}`
  return html`<div class="recipient">
    <fieldset id="${id}" tabindex="-1" ${id === focus ? 'autofocus' : ''}>
      <legend>Recipient ${number}</legend>
      <input type="hidden" name="${nameOf('ticket_id')}" value="${ticket_id}" />
      ${fieldFrame(frame('qty', 'Tickets'), (ties) =>
        stepper(
          `tickets for recipient ${number}${kind}`,
          html`<select id="qty-${place}" name="${nameOf('qty')}" ${ties}>
            ${countsFrom(least, line.left).map(
              (count) =>
                html`<option value="${count}" ${count === entry.qty ? 'selected' : ''}>${count}</option>`,
            )}
          </select>`,
        ),
      )}
      <div class="pair">
        ${field({
          ...frame('name', 'Full name'),
          value: entry.name,
          attributes: html`name="${nameOf('name')}" maxlength="${longest.name}" autocomplete="off"`,
        })}
        ${field({
          ...frame('email', 'Email'),
          value: entry.email,
          attributes: html`type="email" name="${nameOf('email')}" maxlength="${longest.email}"
          autocomplete="off"`,
        })}
      </div>
      ${giftFields(entry, line, nameOf, frame)}
      ${
        number > 1
          ? html`<button class="link" name="remove" value="${place}">
              Remove recipient ${number}${kind && html`<span class="visually-hidden">${kind}</span>`}
            </button>`
          : ''
      }
    </fieldset>
  </div>`
}

const countsFrom = (least: number, most: number) =>
  Array.from({ length: most + 1 - least }, (_, index) => index + least)
