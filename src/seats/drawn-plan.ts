import type { SeatingChart } from '@seatsio/seatsio-react'

let current: SeatingChart | null = null

/** The seating plan on the screen, registered where it is drawn, so that the actors find it. */
export const drawnPlan = {
  /** Registers a drawn plan, or with null that there is none. */
  register(plan: SeatingChart | null) {
    current = plan
  },
  /** Returns the drawn plan; throws if there is none. */
  get(): SeatingChart {
    if (!current) throw new Error('the seating plan is not drawn')
    return current
  },
}
