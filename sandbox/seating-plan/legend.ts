import { button, dot, element } from './elements.ts'
import type { Plan, PlanCategory, PlanSeat } from './plan.ts'
import { barePriceRange, feeWords, type PriceOf } from './pricing.ts'
import { texts } from './texts.ts'

/** An icon of 20 by 20 pixels, drawn in lines. */
export const icon = (content: string) =>
  `<svg viewBox="0 0 20 20" fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true">${content}</svg>`

const legendMarks = {
  selected: icon(
    '<circle cx="10" cy="10" r="8" fill="currentColor"/><path d="M6.5 10.2l2.4 2.4 4.6-5" stroke="var(--surface)"/>',
  ),
  booked: icon(
    '<circle cx="10" cy="10" r="7" stroke="none" fill="var(--line)"/><path d="M7.5 7.5l5 5m0-5l-5 5" stroke-width="1.5"/>',
  ),
  held: icon('<circle cx="10" cy="10" r="6" stroke-dasharray="3 2.5"/>'),
  accessible: icon(
    '<rect x="1" y="1" width="18" height="18" rx="4" stroke-width="1.5"/><circle cx="9" cy="4.8" r="1" fill="currentColor" stroke-width="1"/><path d="M9 7.5v4h4l2 4M12.8 14.4a4 4 0 1 1-5.6-4.6" stroke-width="1.5"/>',
  ),
  restrictedView: icon(
    '<circle cx="10" cy="10" r="7" fill="currentColor" stroke="none"/><path d="M2 6h16" stroke="var(--surface)"/>',
  ),
}

interface LegendParts {
  plan: Plan
  priceOf: PriceOf
  picked: Set<PlanCategory>
  /** Called after a category was picked out or put back. */
  changed: () => void
}

/** Makes the legend: the categories with their prices, which can be picked out, and the meaning of the marks. */
export function makeLegend({ plan, priceOf, picked, changed }: LegendParts): HTMLElement {
  const prices = element('div', 'prices')
  prices.setAttribute('role', 'group')
  prices.ariaLabel = texts.categories
  const fees: boolean[] = []
  for (const category of plan.categories) {
    const made = button('', () => {
      if (!picked.delete(category)) picked.add(category)
      made.ariaPressed = String(picked.has(category))
      changed()
    })
    made.ariaPressed = String(picked.has(category))
    const known = priceOf({ label: '', category })
    made.append(dot(category.color), category.label)
    if (known) {
      const fee = feeWords(known)
      made.append(
        element('b', '', barePriceRange(known), ...(fee ? [element('span', 'fee', ` ${fee}`)] : [])),
      )
      if (fee) fees.push(known.areFeesIncluded)
    }
    prices.append(made)
  }
  // A phone says it once, if no fee comes on top.
  const isSaidOnce = fees.length > 0 && fees.every(Boolean)
  if (isSaidOnce) prices.append(element('span', 'fees', texts.feesIncluded))
  const has = (test: (seat: PlanSeat) => boolean) => plan.seats.some(test)
  const shown: (keyof typeof legendMarks)[] = ['selected', 'booked', 'held']
  if (has(({ isAccessible }) => isAccessible)) shown.push('accessible')
  if (has(({ hasRestrictedView }) => hasRestrictedView)) shown.push('restrictedView')
  const marks = element('ul', 'marks')
  for (const name of shown) {
    const item = element('li', '')
    item.innerHTML = legendMarks[name]
    item.append(texts[name])
    marks.append(item)
  }
  const key = element('details', 'key', element('summary', '', texts.marks), marks)
  // A phone has no room for them beside the hall.
  key.open = !matchMedia('(max-width: 40rem)').matches
  return element('div', 'legend', prices, key)
}
