import { html } from 'hono/html'

import { niceDay } from '#server/catalogue/dates.ts'
import type { TransferableLine } from '#server/delivery/transfers/transferable-tickets.ts'
import { choice } from '#server/pages/choice.ts'
import { field, textArea, type Frame } from '#server/pages/field.ts'
import type { Content } from '#server/pages/layout.ts'
import { readUkDate, ukToday } from '#src/lib/uk-date.ts'
import type { TransferEntry } from '#src/order/requests.ts'
import { longest } from '#src/order/rules/longest-texts.ts'

import { longestWhen } from './redrawn.ts'

const options = ['Schedule', 'Send now'] as const
const placeholder = 'Leave a message...'

type Key = keyof TransferEntry

/**
 * Renders whether tickets are a gift, when it is delivered, and with which message [XFER-07, XFER-11..14]. Its styles show what belongs to
 * the choices that are made.
 */
export function giftFields(
  entry: TransferEntry,
  { starts_at }: Pick<TransferableLine, 'starts_at'>,
  nameOf: (key: Key) => string,
  frame: (key: Key, label: Frame['label']) => Frame,
): Content {
  return html`<label class="tick">
      <input type="checkbox" name="${nameOf('is_gift')}" value="true" ${entry.is_gift ? 'checked' : ''} />
      <span>This ticket is a gift</span>
    </label>
    <div class="gift-fields">
      <fieldset>
        <legend>Delivery</legend>
        <div class="pair">
          ${options.map((option) =>
            choice({
              name: nameOf('send_gift'),
              value: option,
              label: option,
              isChecked: entry.send_gift === option,
            }),
          )}
        </div>
      </fieldset>
      <div class="pair gift-time">
        ${dateField(entry, starts_at, nameOf('delivery_date'), frame('delivery_date', 'Delivery date'))}
        ${timeField(entry, nameOf('delivery_time'), frame('delivery_time', 'Delivery time'))}
      </div>
      ${textArea({
        ...frame('message', html`Message <span class="optional">(optional)</span>`),
        value: entry.message,
        attributes: html`name="${nameOf('message')}" maxlength="${longest.message}"
        placeholder="${placeholder}"`,
      })}
    </div>`
}

/** A calendar shows no text that is not a date; such a text stays to be corrected in a plain field. */
function dateField({ delivery_date }: TransferEntry, startsAt: Date, name: string, frame: Frame): Content {
  const date = readUkDate(delivery_date)
  const last = niceDay(startsAt)
  return delivery_date && !date
    ? field({
        ...frame,
        hint: `dd/mm/yyyy, until ${last}`,
        value: delivery_date,
        attributes: html`name="${name}" maxlength="${longestWhen.date}" autocomplete="off"`,
      })
    : field({
        ...frame,
        hint: `Until ${last}`,
        value: date ?? '',
        attributes: html`type="date" name="${name}" min="${ukToday()}" max="${ukToday(startsAt)}"`,
      })
}

const time = /^([01]\d|2[0-3]):[0-5]\d$/

function timeField({ delivery_time }: TransferEntry, name: string, frame: Frame): Content {
  return delivery_time && !time.test(delivery_time)
    ? field({
        ...frame,
        hint: 'hh:mm, time in the UK',
        value: delivery_time,
        attributes: html`name="${name}" maxlength="${longestWhen.time}" autocomplete="off"`,
      })
    : field({
        ...frame,
        hint: 'Time in the UK',
        value: delivery_time,
        attributes: html`type="time" name="${name}"`,
      })
}
