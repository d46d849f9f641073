import { html } from 'hono/html'

import type { Amount } from '#server/outbox/content.ts'
import type { Content } from '#server/pages/layout.ts'
import { wholeDates } from '#server/pages/whole-dates.ts'

/**
 * Renders what was bought. Terms that are the same for all tickets of several lines are said once, below them. Every line of tickets
 * has terms, '' if there are none to say; a gift voucher has none.
 */
export function linesTable(lines: Amount[]): Content {
  const terms = lines.flatMap((line) => line.terms ?? [])
  const [first] = terms
  if (!first || terms.length === 1 || new Set(terms).size > 1) return amountTable('What you bought', lines)
  return html`${amountTable(
      'What you bought',
      lines.map((line) => ({ ...line, terms: undefined })),
    )}
    <p class="quiet small">${first} (all tickets)</p>`
}

/** Renders amounts, each with what is to be said of it in the whole width below; '' for none. */
export function amountTable(caption: string, rows: Amount[]): Content {
  if (rows.length === 0) return ''
  return html`<table class="amounts">
    <caption class="visually-hidden">
      ${caption}
    </caption>
    <tbody>
      ${rows.map(({ text, note, terms, parts, amount, isSum, isTotal }, index) => {
        const id = `${caption.toLowerCase().replaceAll(' ', '-')}-${index}`
        return html`<tr ${isTotal ? 'data-total' : ''} ${isSum ? 'data-sum' : ''}>
            <th scope="row" id="${id}">${wholeDates(text)}</th>
            <td>${amount}</td>
          </tr>
          ${notesRow(id, [note, parts, terms])}`
      })}
    </tbody>
  </table>`
}

/** Renders what is said of a line; screen readers announce it with the heading of that line. */
function notesRow(heading: string, notes: (string | undefined)[]): Content {
  const said = notes.flatMap((note) => (note ? [note] : []))
  if (said.length === 0) return ''
  return html`<tr class="amount-notes">
    <td colspan="2" headers="${heading}">
      ${said.map((note) => html`<span class="quiet small">${wholeDates(note)}</span>`)}
    </td>
  </tr>`
}
