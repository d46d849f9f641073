import { html } from 'hono/html'

import { niceDate } from '#server/catalogue/dates.ts'
import type { TransferableLine } from '#server/delivery/transfers/transferable-tickets.ts'
import { icon } from '#server/pages/icon.ts'
import type { Content } from '#server/pages/layout.ts'
import { wholeDates } from '#server/pages/whole-dates.ts'
import { plural } from '#src/lib/plural.ts'

import { recipientRow } from './offer-recipient.ts'
import type { PlacedEntry, Redrawn } from './redrawn.ts'

/** What a box shows. */
interface OfferLine extends Pick<Redrawn, 'problems' | 'focus'> {
  /** Those of the line. */
  entries: PlacedEntry[]
  isOpen: boolean
  /** Whether it closes the other boxes when it opens: not while several have problems. */
  closesOthers: boolean
  /** Whether the form takes another recipient. */
  takesMore: boolean
}

/**
 * Renders one kind of tickets as a box that opens, with its recipients [XFER-04, XFER-05]. The page's script makes its count follow
 * the quantities.
 */
export function offerLine(
  line: TransferableLine,
  lines: TransferableLine[],
  { entries, problems, focus, isOpen, closesOthers, takesMore }: OfferLine,
): Content {
  const { id, picture, starts_at, left } = line
  const heading = headingOf(line, lines)
  const isOnly = lines.length === 1
  return html`<details
    class="offer-line"
    ${closesOthers ? html`name="offer-line"` : ''}
    ${isOpen ? 'open' : ''}
  >
    <summary>
      <h3>${wholeDates(heading)}</h3>
      ${icon('forward')}
    </summary>
    <div class="offer-what">
      ${picture && html`<img src="${picture}" alt="" width="66" height="44" loading="lazy" />`}
      <div class="quiet">
        <p>${wholeDates(niceDate(starts_at))}</p>
        <p data-left="${left}">${left} ${plural(left, 'ticket')} to send</p>
      </div>
    </div>
    ${entries.map((entry, index) =>
      recipientRow(
        entry,
        {
          number: index + 1,
          line,
          least: !isOnly && index === 0 ? 0 : 1,
          kind: isOnly ? '' : `, ${heading}`,
        },
        { problems, focus },
      ),
    )}
    ${
      takesMore && entries.length < left
        ? html`<button class="link" name="add" value="${id}">
            + Add another recipient${isOnly ? '' : html`<span class="visually-hidden">, ${heading}</span>`}
          </button>`
        : ''
    }
  </details>`
}

/** Names event and ticket; with the date if another date has the same name. */
function headingOf({ title, name, starts_at }: TransferableLine, lines: TransferableLine[]): string {
  const alike = lines.filter((line) => line.title === title && line.name === name)
  return `${title} - ${name}${alike.length > 1 ? `, ${niceDate(starts_at)}` : ''}`
}
