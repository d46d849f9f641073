import { useQuery } from '@tanstack/react-query'
import { useSelector } from '@xstate/react'
import { useState } from 'react'
import { freeSeatsQuery } from '#src/api/seat-calls.ts'
import { plural } from '#src/lib/plural.ts'
import { seatSections } from '#src/rules/free-seats.ts'
import { Button } from '#src/ui/button.tsx'
import { Disclosure } from '#src/ui/disclosure.tsx'
import { SelectField } from '#src/ui/field.tsx'
import { Notice } from '#src/ui/notice.tsx'
import { Spinner } from '#src/ui/spinner.tsx'
import { SeatButtons } from './seat-buttons.tsx'
import styles from './seat-list.module.css'
import type { HallProps } from './seats-props.ts'

/** Chooses seats by section and row, without the seating chart. Not offered if the back-end does not list free seats. */
export function SeatList({ actor, seating }: HallProps) {
  const [isOpen, setOpen] = useState(false)
  const [place, setPlace] = useState({ section: '', row: '' })
  const chosen = useSelector(actor, ({ context }) => context.seats)
  const free = useQuery({
    ...freeSeatsQuery(actor.getSnapshot().context.eventDateId),
    enabled: isOpen,
    // Others choose too; a back-end without the list is not asked again.
    refetchInterval: ({ state }) => (state.data ? 15_000 : false),
  })

  const sections = seatSections(free.data ?? [], chosen)
  const section = sections.find((one) => one.section === place.section) ?? sections[0]
  const row = section?.rows.find((one) => one.row === place.row) ?? section?.rows[0]
  return (
    <Disclosure
      look="box"
      summary="Choose from a list"
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      {free.isPending && <Spinner />}
      {free.data === null && (
        <p>This shop has no list of free seats. The best seats above are found without the chart.</p>
      )}
      {free.isError && (
        <Notice tone="error">
          <p>We could not load the free seats.</p>
          <Button look="secondary" busy={free.isFetching} onClick={() => void free.refetch()}>
            Try again
          </Button>
        </Notice>
      )}
      {free.data && !row && <p>There are no free seats left.</p>}
      {free.data && row && (
        <div className={styles.list}>
          <SelectField
            label="Section"
            value={section?.section}
            onChange={({ currentTarget }) => setPlace({ section: currentTarget.value, row: '' })}
          >
            {sections.map(({ section, rows }) => (
              <option key={section} value={section}>
                {section || 'All seats'} ({rows.reduce((sum, { seats }) => sum + seats.length, 0)} free)
              </option>
            ))}
          </SelectField>
          <SelectField
            label="Row"
            value={row.row}
            onChange={({ currentTarget }) =>
              setPlace({ section: section?.section ?? '', row: currentTarget.value })
            }
          >
            {section?.rows.map(({ row, seats }) => (
              <option key={row} value={row}>
                {row ? `Row ${row}` : 'No row'}: {seats.length} {plural(seats.length, 'seat')}
              </option>
            ))}
          </SelectField>
          <SeatButtons actor={actor} seating={seating} seats={row.seats} />
        </div>
      )}
    </Disclosure>
  )
}
