import { html } from 'hono/html'

import { niceDate } from '#server/catalogue/dates.ts'
import type { TransferableLine } from '#server/delivery/transfers/transferable-tickets.ts'
import { field, fieldFrame, type Frame } from '#server/pages/field.ts'
import type { Content } from '#server/pages/layout.ts'
import type { TransferEntry } from '#src/order/requests.ts'
import { longest } from '#src/order/rules/longest-texts.ts'

import { giftFields } from './gift-fields.ts'
import type { Redrawn } from './redrawn.ts'

/** Renders the fields of a recipient, by their place in the form; every one but the first can be removed [XFER-06..10]. */
export function recipientRow(
  entry: TransferEntry,
  place: number,
  lines: TransferableLine[],
  { problems, focus }: Pick<Redrawn, 'problems' | 'focus'>,
): Content {
  const nameOf = (key: keyof TransferEntry) => `transfers[${place}][${key}]`
  const frame = (key: keyof TransferEntry, label: Frame['label']): Frame => {
    const id = `${key}-${place}`
    return { id, label, problem: problems[id] ?? '', hasFocus: id === focus }
  }
  const id = `row-${place}`
  return html`<div class="recipient">
    <fieldset id="${id}" tabindex="-1" ${id === focus ? 'autofocus' : ''}>
      <legend>Recipient ${place + 1}</legend>
      ${whichTickets(frame('ticket_id', 'Which tickets'), nameOf('ticket_id'), lines, entry.ticket_id)}
      ${howMany(frame('qty', 'How many'), nameOf('qty'), lines, entry.qty)}
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
      ${giftFields(entry, nameOf, frame)}
      ${
        place > 0
          ? html`<button class="link" name="remove" value="${place}">Remove recipient ${place + 1}</button>`
          : ''
      }
    </fieldset>
  </div>`
}

/** Names the tickets of a line, and their date. */
export const lineName = ({ title, name, starts_at }: TransferableLine) =>
  `${title} - ${name}, ${niceDate(starts_at)}`

/** Without the event's title if it is the same for all: on phones the closed list shows only the first words. */
const shortName = (line: TransferableLine, lines: TransferableLine[]) =>
  lines.every(({ title }) => title === line.title)
    ? `${line.name}, ${niceDate(line.starts_at)}`
    : lineName(line)

/** The only kind of tickets is named once, above the recipients. */
function whichTickets(frame: Frame, name: string, lines: TransferableLine[], chosen: string): Content {
  const [first, ...others] = lines
  if (first && others.length === 0) return html`<input type="hidden" name="${name}" value="${first.id}" />`
  const options = lines.map((line) => ({ value: line.id, text: shortName(line, lines) }))
  return list(frame, name, options, chosen)
}

/** As many as there are of any kind: without scripts the list does not know which was chosen. */
function howMany(frame: Frame, name: string, lines: TransferableLine[], chosen: number): Content {
  const most = Math.max(...lines.map(({ left }) => left))
  const counts = Array.from({ length: most }, (_, index) => String(index + 1))
  return list(
    frame,
    name,
    counts.map((count) => ({ value: count, text: count })),
    String(chosen),
  )
}

function list(
  frame: Frame,
  name: string,
  options: { value: string; text: string }[],
  chosen: string,
): Content {
  return fieldFrame(
    frame,
    (ties) =>
      html`<span class="select">
        <select id="${frame.id}" name="${name}" ${ties}>
          ${options.map(
            ({ value, text }) =>
              html`<option value="${value}" ${value === chosen ? 'selected' : ''}>${text}</option>`,
          )}
        </select>
      </span>`,
  )
}
