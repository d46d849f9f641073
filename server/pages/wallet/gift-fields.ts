import { html } from 'hono/html'

import { niceDay } from '#server/catalogue/dates.ts'
import type { TransferableLine } from '#server/delivery/transfers/transferable-tickets.ts'
import { choice } from '#server/pages/choice.ts'
import { field, textArea, type Frame } from '#server/pages/field.ts'
import type { Content } from '#server/pages/layout.ts'
import { readUkDate, ukToday } from '#src/lib/uk-date.ts'
import type { TransferEntry } from '#src/order/requests.ts'
import { longest } from '#src/order/rules/longest-texts.ts'

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
        ${field({
          ...frame('delivery_date', 'Delivery date'),
          hint: `Until ${niceDay(starts_at)}`,
          value: readUkDate(entry.delivery_date) ?? '',
          attributes: html`type="date" name="${nameOf('delivery_date')}" min="${ukToday()}"
          max="${ukToday(starts_at)}"`,
        })}
        ${field({
          ...frame('delivery_time', 'Delivery time'),
          hint: 'Time in the UK',
          value: entry.delivery_time,
          attributes: html`type="time" name="${nameOf('delivery_time')}"`,
        })}
      </div>
      ${textArea({
        ...frame('message', html`Message <span class="optional">(optional)</span>`),
        value: entry.message,
        attributes: html`name="${nameOf('message')}" maxlength="${longest.message}"
        placeholder="${placeholder}"`,
      })}
    </div>`
}
