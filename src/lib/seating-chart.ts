import type { SeatingChart } from '@seatsio/seatsio-react'

let current: SeatingChart | null = null

/** The seating chart on the screen, registered where it is drawn, so that the actors find it. */
export const seatingChart = {
  /** Registers a drawn chart, or with null that there is none. */
  register(chart: SeatingChart | null) {
    current = chart
  },
  /** Returns the drawn chart; throws if there is none. */
  drawn(): SeatingChart {
    if (!current) throw new Error('the seating chart is not drawn')
    return current
  },
}
