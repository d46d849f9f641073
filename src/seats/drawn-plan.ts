import type { SeatingChart } from '@seatsio/seatsio-react'
import { bringIntoView } from '#src/ui/bring-into-view.ts'

let current: SeatingChart | null = null
let foot: HTMLElement | null = null
let addition: HTMLElement | null = null

/** The seating plan on the screen, registered where it is drawn, so that the actors find it. */
export const drawnPlan = {
  /** Registers a drawn plan. */
  register(plan: SeatingChart) {
    current = plan
  },
  /** Keeps the element at the foot of the plan; returns what forgets both. */
  placeFoot(element: HTMLElement | null) {
    foot = element
    return () => {
      foot = null
      current = null
    }
  },
  /** Keeps the foot of the chosen seats, with their total and button; returns what forgets it. */
  placeAddition(element: HTMLElement | null) {
    addition = element
    return () => void (addition = null)
  },
  /** Returns the drawn plan; throws if there is none. */
  get(): SeatingChart {
    if (!current) throw new Error('the seating plan is not drawn')
    return current
  },
  /**
   * Scrolls the foot of the plan, where it asks about a seat, clear of the bar of a phone; not if the plan is out of sight, or the
   * buyer is at something else.
   */
  keepClear() {
    const plan = foot?.closest('section')
    const bar = addition?.closest('section')
    if (!plan || !bar || getComputedStyle(bar).position !== 'fixed' || 'grown' in bar.dataset) return
    const at = document.activeElement as HTMLElement | null
    const edge = bar.getBoundingClientRect().top
    const { top, bottom } = plan.getBoundingClientRect()
    const isCovered = top < edge && bottom > edge
    // Neither the page nor a heading is a control.
    if (isCovered && (!at || at.tabIndex < 0 || plan.contains(at))) bringIntoView(foot)
  },
  /**
   * Scrolls no further than it takes to see the plan, and its foot if not all of it: on a phone it is below the form that finds seats,
   * and a small one has no room for its legend above the sheet as well. Then to see what can be added, once it is listed.
   */
  bringIntoView() {
    bringIntoView(foot?.parentElement ?? null)
    bringIntoView(foot)
    requestAnimationFrame(() => {
      bringIntoView(addition?.closest('section') ?? null)
      bringIntoView(addition)
    })
  },
}
