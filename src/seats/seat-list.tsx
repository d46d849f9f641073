import { useQuery } from '@tanstack/react-query'
import { useSelector } from '@xstate/react'
import { useCallback, useState } from 'react'
import { freeSeatsQuery } from './calls.ts'
import { plural } from '#src/lib/plural.ts'
import { seatSections } from '#src/seats/rules/free-seats.ts'
import { newSeats } from '#src/seats/rules/seats.ts'
import { statePath } from '#src/checkout/rules/step-of.ts'
import { Button } from '#src/ui/button.tsx'
import { Disclosure } from '#src/ui/disclosure.tsx'
import { SelectField } from '#src/ui/field.tsx'
import { Notice } from '#src/ui/notice.tsx'
import { Spinner } from '#src/ui/spinner.tsx'
import { takeLostFocus } from '#src/ui/take-lost-focus.ts'
import { SeatButtons } from './seat-buttons.tsx'
import styles from './seat-list.module.css'
import type { HallProps } from './seats-props.ts'

/** Chooses seats by section and row, without the seating plan. Not offered if the back-end does not list free seats. */
export function SeatList({ actor, seating }: HallProps) {
  const list = useSelector(actor, ({ children }) => children.freeSeats)
  const state = useSelector(list, (snapshot) => snapshot && statePath(snapshot.value).at(-1))
  const [place, setPlace] = useState({ section: '', row: '' })
  const chosen = useSelector(actor, ({ context }) => context.seats)
  const released = useSelector(list, (snapshot) => snapshot?.context.released)
  const { eventDateId } = actor.getSnapshot().context
  const isReady = useSelector(actor, ({ context }) => context.categories.length > 0)
  const { data: free } = useQuery({ ...freeSeatsQuery(eventDateId), enabled: false })

  // It may have been opened before its chart has begun, which is with the seating plan.
  const tellOpened = useCallback(
    (details: HTMLDetailsElement | null) => {
      if (details?.open) list?.send({ type: 'list.open' })
    },
    [list],
  )

  const sections = seatSections(free ?? [], [...(released ?? []), ...newSeats(chosen)])
  const section = sections.find((one) => one.section === place.section) ?? sections[0]
  const row = section?.rows.find((one) => one.row === place.row) ?? section?.rows[0]
  return (
    <Disclosure
      ref={tellOpened}
      look="box"
      summary="Choose from a list"
      onToggle={({ currentTarget }) => list?.send({ type: currentTarget.open ? 'list.open' : 'list.close' })}
    >
      {(!isReady || (state === 'loading' && !free)) && <Spinner />}
      {state === 'unlisted' && (
        <p>This shop has no list of free seats. The best seats above are found without the seating plan.</p>
      )}
      {state === 'failed' && (
        <div ref={takeLostFocus}>
          <Notice tone="error">
            <p>We could not load the free seats.</p>
            <Button look="secondary" onClick={() => list?.send({ type: 'list.retry' })}>
              Try again
            </Button>
          </Notice>
        </div>
      )}
      {isReady && free && !row && <p>There are no free seats left.</p>}
      {isReady && free && row && (
        <div className={styles.list} ref={takeLostFocus}>
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
