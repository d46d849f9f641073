import type { SelectionValidator } from '@seatsio/seatsio-react'

import type { Plan, PlanSeat } from './plan.ts'

/** The states of seats on which the rules of a selection depend. */
export interface SelectionState {
  isSelected: (seat: PlanSeat) => boolean
  /** Whether the seat is free for anybody and not selected. */
  isFree: (seat: PlanSeat) => boolean
}

/** Returns the types of the rules that the selection breaks. */
export function violationsOf(
  validators: SelectionValidator[],
  plan: Plan,
  selected: PlanSeat[],
  state: SelectionState,
): string[] {
  const isBroken = (rule: SelectionValidator) => {
    if (rule.type === 'consecutiveSeats') return !areConsecutive(selected)
    return (
      rule.type === 'noOrphanSeats' && orphansOf(plan, selected, state, rule.mode === 'strict').length > 0
    )
  }
  return selected.length === 0 ? [] : validators.filter(isBroken).map(({ type }) => type)
}

/** Whether the seats stand side by side and are of one category. */
function areConsecutive(selected: PlanSeat[]): boolean {
  const [first] = selected
  const indexes = selected.map(({ index }) => index)
  return (
    selected.every(({ run, category }) => run === first?.run && category.key === first.category.key) &&
    Math.max(...indexes) - Math.min(...indexes) === selected.length - 1
  )
}

/**
 * Returns the single free seats that a selection leaves behind. Unless the rule is strict, they are allowed if nowhere in
 * the same categories as many seats can be had together without leaving one.
 */
export function orphansOf(
  plan: Plan,
  selected: PlanSeat[],
  state: SelectionState,
  isStrict: boolean,
): PlanSeat[] {
  const orphans = new Set<PlanSeat>()
  for (const seat of selected)
    for (const step of [-1, 1]) {
      const next = seat.run[seat.index + step]
      if (next && state.isFree(next) && !isFreeAt(next.run, next.index + step, state)) orphans.add(next)
    }
  if (orphans.size === 0 || isStrict) return [...orphans]
  return hasCleanAlternative(plan, selected, state) ? [...orphans] : []
}

/** Whether as many seats side by side could be chosen without leaving a single one. */
function hasCleanAlternative(plan: Plan, selected: PlanSeat[], state: SelectionState): boolean {
  const categories = new Set(selected.map(({ category }) => category.key))
  // As if the selection were not made yet.
  const isFree = (seat: PlanSeat | undefined) => !!seat && (state.isFree(seat) || state.isSelected(seat))
  return plan.runs.some((run) =>
    run.some((_, start) => {
      const end = start + selected.length
      if (end > run.length) return false
      const window = run.slice(start, end)
      if (!window.every((seat) => isFree(seat) && categories.has(seat.category.key))) return false
      const leavesLeft = isFree(run[start - 1]) && !isFree(run[start - 2])
      const leavesRight = isFree(run[end]) && !isFree(run[end + 1])
      return !leavesLeft && !leavesRight
    }),
  )
}

function isFreeAt(run: PlanSeat[], index: number, state: SelectionState): boolean {
  const seat = run[index]
  return !!seat && state.isFree(seat)
}
