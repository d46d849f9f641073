import { useSelector } from '@xstate/react'
import { brokenRules, newSeats } from '#src/seats/rules/seats.ts'
import { Button } from '#src/ui/button.tsx'
import type { SeatsProps, SeatsSnapshot } from './seats-props.ts'
import styles from './add-button.module.css'

/**
 * Adds the chosen seats to the basket [SEAT-07]. The button is there once a seat is chosen and no hold call is pending
 * [SEAT-08, SEAT-09, SEAT-12]; until then a line says why not.
 */
export function AddButton({ actor }: SeatsProps) {
  const absence = useSelector(actor, whyAbsent)
  const broken = useSelector(actor, ({ context }) => brokenRules(context.violations))
  const isAdding = useSelector(actor, isAddingIn)
  if (absence) return <p className={styles.absence}>{absence}</p>
  return (
    <Button
      wide
      busy={isAdding}
      blockedBecause={broken || undefined}
      onClick={() => actor.send({ type: 'basket.add' })}
    >
      Add To Basket!
    </Button>
  )
}

function whyAbsent(snapshot: SeatsSnapshot): string {
  if (snapshot.matches({ open: 'removing' })) return 'Removing the seat from your basket…'
  const { seats } = snapshot.context
  if (seats.length === 0) return 'Choose at least one seat to go on.'
  if (newSeats(seats).length === 0)
    return `Choose another seat to add it${seats.some(({ canBeRemoved }) => canBeRemoved) ? ', or remove one in the list' : ''}.`
  if (isAddingIn(snapshot)) return ''
  return snapshot.context.isHolding || snapshot.hasTag('busy') ? 'Holding your seats…' : ''
}

const isAddingIn = (snapshot: SeatsSnapshot) =>
  snapshot.matches({ open: 'adding' }) || snapshot.matches('leaving')
