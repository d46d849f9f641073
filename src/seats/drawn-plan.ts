import type { SeatingChart } from '@seatsio/seatsio-react'
import { bringIntoView } from '#src/ui/bring-into-view.ts'

let current: SeatingChart | null = null
let place: HTMLElement | null = null

/** The seating plan on the screen, registered where it is drawn, so that the actors find it. */
export const drawnPlan = {
  /** Registers a drawn plan. */
  register(plan: SeatingChart) {
    current = plan
  },
  /** Keeps the element in which the plan is drawn; returns what forgets both. */
  placeIn(element: HTMLElement | null) {
    place = element
    return () => {
      place = null
      current = null
    }
  },
  /** Returns the drawn plan; throws if there is none. */
  get(): SeatingChart {
    if (!current) throw new Error('the seating plan is not drawn')
    return current
  },
  /** Scrolls no further than it takes to see the plan: on a phone it is below the form that finds seats. */
  bringIntoView() {
    bringIntoView(place)
  },
}
