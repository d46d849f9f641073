import { DayPicker } from 'react-day-picker'
import { enGB } from 'react-day-picker/locale/en-GB'
import { readUkDate, ukToday } from '#src/lib/uk-date.ts'
import { Button } from '#src/ui/button.tsx'
import { Dialog } from '#src/ui/dialog.tsx'
import styles from './delivery-calendar.module.css'

/** Calendar dialog for the date of a delivery, from today on [XFER-31]. */
export default function DeliveryCalendar({
  value,
  onChoose,
  onClose,
}: {
  value: string
  onChoose: (date: string) => void
  onClose: () => void
}) {
  const typed = readUkDate(value)
  const today = localDate(ukToday())
  const selected = typed ? localDate(typed) : undefined
  return (
    <Dialog
      title="Delivery date"
      onClose={onClose}
      actions={
        <Button look="secondary" onClick={onClose}>
          Close
        </Button>
      }
    >
      <div className={styles.calendar}>
        <DayPicker
          mode="single"
          // eslint-disable-next-line jsx-a11y/no-autofocus -- the dialog opens on a day
          autoFocus
          locale={enGB}
          today={today}
          startMonth={today}
          disabled={{ before: today }}
          defaultMonth={selected && selected > today ? selected : today}
          selected={selected}
          onDayClick={(date) => {
            onChoose(ukDates.format(date))
            onClose()
          }}
        />
      </div>
    </Dialog>
  )
}

const ukDates = new Intl.DateTimeFormat('en-GB', { day: '2-digit', month: '2-digit', year: 'numeric' })

/** Returns midnight of a date yyyy-MM-dd on this device, as calendars expect it. */
const localDate = (iso: string) => new Date(`${iso}T00:00`)
