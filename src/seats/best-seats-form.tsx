import { useSelector } from '@xstate/react'
import { useState, type FormEvent } from 'react'
import type { SeatPrice } from './schemas.ts'
import { priceText } from '#src/seats/rules/seat-price-text.ts'
import { pricesOf, type SeatCategory } from '#src/seats/rules/seats.ts'
import { Button } from '#src/ui/button.tsx'
import { Choice } from '#src/ui/choice.tsx'
import '#src/ui/checkbox.css'
import { Disclosure } from '#src/ui/disclosure.tsx'
import { SelectField } from '#src/ui/field.tsx'
import { QuantityField } from '#src/ui/quantity-field.tsx'
import styles from './best-seats-form.module.css'
import type { HallProps } from './seats-props.ts'

/** The most seats that the shop finds at once. */
const MAX_SEATS = 20

const TITLE = 'Find the best seats'

/**
 * Finds the best free seats: how many, at which price, and whether together. Works without looking at the seating plan, and may be
 * asked before that is there. Above the plan, as on a phone, it is folded; beside it, it is open.
 */
export function BestSeatsForm({ actor, seating }: HallProps) {
  const categories = useSelector(actor, ({ context }) => context.categories)
  const isFinding = useSelector(
    actor,
    (snapshot) => snapshot.context.isAsked || snapshot.matches({ open: { asking: 'finding' } }),
  )
  const [number, setNumber] = useState(2)
  const [category, setCategory] = useState('')
  const [isTogether, setTogether] = useState(true)

  function find(event: FormEvent) {
    event.preventDefault()
    actor.send({ type: 'seat.find', wanted: { number, category, isTogether } })
  }

  return (
    <Disclosure look="box" summary={TITLE}>
      <form className={styles.form} method="dialog" aria-label={TITLE} onSubmit={find}>
        <h2>{TITLE}</h2>
        <div className={styles.number}>
          <label className={styles.label} htmlFor="best-number">
            How many seats?
          </label>
          <QuantityField
            id="best-number"
            label="How many seats?"
            value={number}
            max={MAX_SEATS}
            onChange={(wanted) => setNumber(Math.min(wanted, MAX_SEATS))}
          />
        </div>
        <SelectField
          label="Where?"
          value={category}
          onChange={({ currentTarget }) => setCategory(currentTarget.value)}
        >
          <option value="">Anywhere</option>
          {categories.map((one) => (
            <option key={one.key} value={one.key}>
              {categoryText(one, pricesOf(seating.prices, one))}
            </option>
          ))}
        </SelectField>
        <Choice
          type="checkbox"
          look="plain"
          label="Only seats next to each other"
          checked={isTogether}
          onChange={({ currentTarget }) => setTogether(currentTarget.checked)}
        />
        <Button type="submit" look="secondary" wide busy={isFinding}>
          Find seats
        </Button>
      </form>
    </Disclosure>
  )
}

/** "Stalls, from £25, 120 left" */
function categoryText({ label, free }: SeatCategory, prices: SeatPrice[]) {
  const left = free === null ? '' : free > 0 ? `, ${free} left` : ', sold out'
  return `${label}, ${priceText(prices).charged}${left}`
}
