import { SeatsioSeatingChart, type SelectionValidator } from '@seatsio/seatsio-react'
import { useMemo } from 'react'
import { drawnPlan } from './drawn-plan.ts'
import { planPricing, chosenSeat, inBasketWords } from '#src/seats/rules/seats.ts'
import { takenSeats } from '#src/seats/rules/taken-seats.ts'
import { useIsDark } from '#src/ui/use-is-dark.ts'
import styles from './seat-map.module.css'
import type { HallProps } from './seats-props.ts'

/** The provider's seating plan, whose script the chart of this screen has loaded. */
class LoadedSeatingPlan extends SeatsioSeatingChart {
  override loadSeatsio() {
    return Promise.resolve(window.seatsio)
  }
}

/** The rules of the hall [SEAT-15, SEAT-16]. */
const validators: SelectionValidator[] = [{ type: 'noOrphanSeats' }, { type: 'consecutiveSeats' }]

/** A finger sees what it has met before it chooses; without this, listening to presses would end that. */
const popover = { confirmSelection: 'touch' } as const

/**
 * The seating plan with its legend [SEAT-01], which reports what happens on it. A change of the properties, other than
 * of the functions, would draw it anew.
 */
export function SeatMap({ actor, seating, isDrawn }: HallProps & { isDrawn: boolean }) {
  const { send } = actor
  const isDark = useIsDark()
  const pricing = useMemo(() => planPricing(seating.prices), [seating.prices])
  const lose = (objects: { label: string }[]) => {
    const labels = objects.map(({ label }) => label)
    send({ type: 'hold.failed', labels, message: takenSeats(labels) })
  }

  return (
    <div className={styles.plan} data-drawn={isDrawn}>
      <LoadedSeatingPlan
        region={seating.region}
        workspaceKey={seating.publicKey}
        event={seating.event}
        session="continue"
        pricing={pricing}
        objectWithoutPricingSelectable={false}
        selectionValidators={validators}
        showLegend
        objectPopover={popover}
        popoverInfo={({ label }) => inBasketWords(actor.getSnapshot().context.seats, label)}
        language="en"
        colorScheme={isDark ? 'dark' : 'light'}
        onChartRendered={(plan) => {
          drawnPlan.register(plan)
          send({ type: 'plan.rendered' })
        }}
        onChartRenderingFailed={() => send({ type: 'plan.failed' })}
        onSessionInitialized={({ expiresInSeconds: seconds }) =>
          send({
            type: 'session.started',
            hold: { seconds, deadline: performance.now() + seconds * 1_000, asOf: performance.now() },
          })
        }
        onHoldTokenExpired={() => send({ type: 'session.expired' })}
        onHoldCallsInProgress={() => send({ type: 'hold.started' })}
        onHoldCallsComplete={() => send({ type: 'hold.completed' })}
        onHoldFailed={lose}
        onSelectedObjectUnavailable={(object) => lose([object])}
        onSelectionValid={() => send({ type: 'selection.validated', violations: [] })}
        onSelectionInvalid={(violations) => send({ type: 'selection.validated', violations })}
        onObjectClicked={() => matchMedia('(pointer: coarse)').matches && drawnPlan.keepClear()}
        onObjectSelected={(object, ticketType) => {
          const seat = chosenSeat(object, seating.prices, ticketType?.ticketType)
          if (seat) send({ type: 'seat.selected', seat })
        }}
        onObjectDeselected={({ label }) => send({ type: 'seat.deselected', label })}
      />
      <span className={styles.foot} ref={placePlan} />
    </div>
  )
}

const placePlan = (foot: HTMLElement | null) => drawnPlan.placeFoot(foot)
