import { useState } from 'react'
import { lazyComponent } from '#src/checkout/lazy-component.tsx'
import { Field } from '#src/ui/field.tsx'
import { LinkButton } from '#src/ui/link-button.tsx'
import styles from './transfers.module.css'

const Calendar = lazyComponent('delivery-calendar', () => import('./delivery-calendar.tsx'))

/** Delivery date, typed as dd/MM/yyyy or chosen in a calendar, which loads when it is opened [XFER-12, XFER-32]. */
export function DeliveryDate({
  id,
  error,
  value,
  onChange,
}: {
  id: string
  error: string | undefined
  value: string
  onChange: (date: string) => void
}) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <div className={styles.date}>
      <Field
        label="Delivery date"
        hint="dd/mm/yyyy"
        id={id}
        error={error}
        autoComplete="off"
        maxLength={10}
        value={value}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      />
      <LinkButton aria-haspopup="dialog" onClick={() => setIsOpen(true)}>
        Choose in the calendar
      </LinkButton>
      {isOpen && <Calendar value={value} onChoose={onChange} onClose={() => setIsOpen(false)} />}
    </div>
  )
}
