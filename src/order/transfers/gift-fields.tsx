import type { TransferEntry } from '#src/order/requests.ts'
import styles from '#src/checkout/step-form.module.css'
import { longest } from '#src/order/rules/longest-texts.ts'
import { isScheduled, type TransferField, type TransferRow } from '#src/order/rules/transfers.ts'
import { Choice } from '#src/ui/choice.tsx'
import { Field } from '#src/ui/field.tsx'
import { Fieldset } from '#src/ui/fieldset.tsx'
import { TextArea } from '#src/ui/text-area.tsx'
import { DeliveryDate } from './delivery-date.tsx'

const options = ['Schedule', 'Send now'] as const

export type RowChange = Partial<TransferEntry>

/** Props of the fields of a row; the chart holds what is typed. */
export interface RowProps {
  row: TransferRow
  idOf: (field: TransferField | 'row') => string
  /** What is missing, once the buyer has tried to send. */
  errors: Partial<Record<TransferField, string>>
  onChange: (changes: RowChange) => void
}

/** When a gift is delivered, and with which message [XFER-11..14, OPEN-89]. Times are those of the UK. */
export function GiftFields({ row, idOf, errors, onChange }: RowProps) {
  return (
    <>
      <Fieldset legend="Delivery">
        <div className={styles.pair}>
          {options.map((option) => (
            <Choice
              key={option}
              type="radio"
              name={`${idOf('row')}-send`}
              label={option}
              checked={row.send_gift === option}
              onChange={() => onChange({ send_gift: option })}
            />
          ))}
        </div>
      </Fieldset>
      {isScheduled(row) && (
        <div className={styles.pair}>
          <DeliveryDate
            id={idOf('delivery_date')}
            error={errors.delivery_date}
            value={row.delivery_date}
            onChange={(delivery_date) => onChange({ delivery_date })}
          />
          <Field
            label="Delivery time"
            hint="Time in the UK"
            type="time"
            id={idOf('delivery_time')}
            error={errors.delivery_time}
            value={row.delivery_time}
            onChange={({ currentTarget }) => onChange({ delivery_time: currentTarget.value })}
          />
        </div>
      )}
      <TextArea
        id={idOf('message')}
        label="Message"
        error={errors.message}
        optional
        placeholder="Leave a message..."
        maxLength={longest.message}
        value={row.message}
        onChange={({ currentTarget }) => onChange({ message: currentTarget.value })}
      />
    </>
  )
}
