import { ticketsLeft } from '#machines/transfers.ts'
import styles from '#src/checkout/step-form.module.css'
import { longest } from '#src/order/rules/longest-texts.ts'
import { Choice } from '#src/ui/choice.tsx'
import '#src/ui/checkbox.css'
import { Field } from '#src/ui/field.tsx'
import { Fieldset } from '#src/ui/fieldset.tsx'
import { LinkButton } from '#src/ui/link-button.tsx'
import { QuantityField } from '#src/ui/quantity-field.tsx'
import { GiftFields, type RowProps } from './gift-fields.tsx'
import ownStyles from './transfers.module.css'

/** Tickets for one recipient; every row but the first can be removed [XFER-06..10, XFER-26, XFER-27]. */
export function RecipientRow({
  number,
  context,
  onRemove,
  ...props
}: RowProps & {
  number: number
  context: Parameters<typeof ticketsLeft>[0]
  onRemove: () => void
}) {
  const { row, idOf, errors, onChange } = props
  const max = ticketsLeft(context, row.ticket_id, row.id)
  return (
    <div className={`${styles.section} ${ownStyles.recipient}`} ref={row.isFirst ? undefined : focusName}>
      <Fieldset id={idOf('row')} legend={`Recipient ${number}`}>
        <div className={styles.part}>
          <div className={ownStyles.quantity}>
            <label className={ownStyles.title} htmlFor={idOf('qty')}>
              Tickets
            </label>
            <QuantityField
              id={idOf('qty')}
              label={`Tickets for recipient ${number}`}
              value={row.qty}
              min={0}
              max={max}
              goesAtMax
              error={errors.qty}
              onChange={(qty) => onChange({ qty: Math.min(qty, max) })}
            />
          </div>
          <div className={styles.pair}>
            <Field
              label="Full name"
              id={idOf('name')}
              error={errors.name}
              autoComplete="off"
              maxLength={longest.name}
              value={row.name}
              onChange={({ currentTarget }) => onChange({ name: currentTarget.value })}
            />
            <Field
              label="Email"
              type="email"
              id={idOf('email')}
              error={errors.email}
              autoComplete="off"
              maxLength={longest.email}
              value={row.email}
              onChange={({ currentTarget }) => onChange({ email: currentTarget.value })}
            />
          </div>
          <Choice
            type="checkbox"
            look="plain"
            label="This ticket is a gift"
            checked={row.is_gift}
            onChange={({ currentTarget }) => onChange({ is_gift: currentTarget.checked })}
          />
          {row.is_gift && <GiftFields {...props} />}
          {!row.isFirst && <LinkButton onClick={onRemove}>Remove recipient {number}</LinkButton>}
        </div>
      </Fieldset>
    </div>
  )
}

/** Focuses the name in a row that the buyer has just added. */
function focusName(element: HTMLElement | null) {
  element?.querySelector<HTMLInputElement>('input[type="text"]')?.focus()
}
