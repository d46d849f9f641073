import type { ChartRendererConfigOptions } from '@seatsio/seatsio-react'

import { icons } from './icons.ts'
import type { Plan, PlanCategory } from './plan.ts'
import { element } from './popover.ts'
import { priceRange, type PriceOf } from './pricing.ts'
import type { Texts } from './texts.ts'

interface Parts {
  plan: Plan
  texts: Texts
  options: NonNullable<ChartRendererConfigOptions['legend']>
  priceOf: PriceOf
  hasSelectable: (category: PlanCategory) => boolean
  isFiltered: (category: PlanCategory) => boolean
  toggle: (category: PlanCategory) => void
}

/** Makes the legend: the categories with their prices, which can be picked out, and what the shapes mean. */
export function makeLegend({ plan, texts, options, priceOf, hasSelectable, isFiltered, toggle }: Parts) {
  const legend = element('div', 'legend')
  const prices = element('div', 'prices')
  prices.setAttribute('role', 'group')
  prices.ariaLabel = texts.categories
  for (const category of plan.categories) {
    if (options.hideNonSelectableCategories && !hasSelectable(category)) continue
    const button = element('button', '')
    button.type = 'button'
    button.ariaPressed = String(isFiltered(category))
    const dot = element('i', '')
    dot.style.background = category.color
    button.append(dot)
    if (!options.hideCategoryName) button.append(element('span', '', category.label))
    const known = priceOf({ label: '', category })
    if (known && !options.hidePricing) button.append(element('b', '', priceRange(known)))
    button.addEventListener('click', () => toggle(category))
    prices.append(button)
  }
  const marks = element('ul', 'marks')
  const has = (test: (seat: Plan['seats'][number]) => boolean) => plan.seats.some(test)
  const shown: (keyof typeof icons & keyof Texts)[] = [
    'selected',
    ...(options.hideUnavailableLegendItem ? [] : (['booked', 'held'] as const)),
    ...(has(({ isAccessible }) => isAccessible) ? (['accessible'] as const) : []),
    ...(has(({ hasRestrictedView }) => hasRestrictedView) ? (['restrictedView'] as const) : []),
  ]
  for (const name of shown) {
    const item = element('li', '')
    item.innerHTML = icons[name]
    item.append(texts[name])
    marks.append(item)
  }
  legend.append(prices, marks)
  return legend
}
