import type { TargetTimes } from '#server/config.ts'
import { checkoutStates, type CheckoutState } from '#src/checkout/schemas/checkout.ts'

import { countText, fewest, shareText, timeText } from './figure-words.ts'
import type { Figures, StepFigure } from './step-figures.ts'

/**
 * Puts figures into the drawing that `npm run build` has made (machines/drawing/figures.ts): into its places such as
 * `§people:login§`. Marks steps that are slower than their target times.
 */
export function fillDrawing(drawing: string, figures: Figures, targets: TargetTimes): string {
  const byState = new Map(figures.steps.map((step) => [step.state, step]))
  const slow = figures.steps.filter((step) => isSlow(step, targets)).map(({ state }) => state)
  return (
    drawing
      .replaceAll(/§(\w+):([^§]*)§/g, (_, line: string, about: string) => {
        if (line === 'move') return countText(countMoves(figures, about))
        if (about === 'determining') return `${countText(figures.sales)} sales`
        const step = byState.get(about as CheckoutState)
        return step ? lineOf(line, step, figures, targets) : line === 'people' ? 'Nobody' : ''
      })
      // Two drawings stand in one page
      .replaceAll(/ id="[^"]*"/g, '')
      .replaceAll(/ href="#[^"]*"/g, '')
      .replaceAll(/class="state([^"]*)" data-state="checkout\.(?:[a-z]+\.)?(\w+)"/g, (all, classes, step) =>
        slow.includes(step) ? all.replace(`state${classes}`, `state${classes} slow`) : all,
      )
  )
}

/** Whether so many buyers that one can tell take longer than the target time of a step. */
export const isSlow = (step: StepFigure, targets: TargetTimes): boolean =>
  step.stays >= fewest && (step.ninetieth ?? 0) > (targets[step.state] ?? Infinity)

function lineOf(line: string, step: StepFigure, { sales }: Figures, targets: TargetTimes): string {
  if (line === 'people')
    return step.people < fewest
      ? `${countText(step.people)} people`
      : `${countText(step.people)} people, ${shareText(step.people, sales)} of all`
  if (line === 'times') return timesText(step, targets)
  const left = step.left < fewest ? '' : `, ${shareText(step.left, step.people)}`
  return `${countText(step.left)} left here${left}; errors: ${countText(step.errors)}`
}

function timesText({ state, stays, median, ninetieth }: StepFigure, targets: TargetTimes): string {
  if (stays < fewest || median === null || ninetieth === null) return ''
  const target = targets[state]
  return `half ${timeText(median)}, 90 % ${timeText(ninetieth)}${target ? ` (target ${timeText(target)})` : ''}`
}

/** How often sales went along moves such as `basket/reserve,captcha/login`. */
function countMoves({ moves }: Figures, about: string): number {
  const wanted = about.split(',')
  return moves
    .filter(({ from, to }) => wanted.includes(`${from}/${to}`))
    .reduce((sum, { count }) => sum + count, 0)
}

/** The figures in the order of the steps. */
export const inOrder = (steps: StepFigure[]): StepFigure[] =>
  checkoutStates.flatMap((state) => steps.find((step) => step.state === state) ?? [])

/** What the steps are called in the drawing. */
export function titlesIn(drawing: string): (step: CheckoutState) => string {
  const boxes = drawing.matchAll(
    /data-state="checkout\.(?:[a-z]+\.)?(\w+)"[^§]*?class="title"[^>]*>([^<]+)</g,
  )
  const titles = new Map<string, string>()
  for (const [, step = '', title = ''] of boxes) if (!titles.has(step)) titles.set(step, title)
  return (step) => titles.get(step) ?? step
}
