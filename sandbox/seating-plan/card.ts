import { button, dot, element } from './elements.ts'
import type { PlanSeat, Point } from './plan.ts'
import { priceRange, type SeatPrices } from './pricing.ts'
import { texts } from './texts.ts'

/** Facts about a seat that its card shows. */
export interface SeatFacts {
  seat: PlanSeat
  prices: SeatPrices | null
  isSelected: boolean
  /** Why the seat cannot be selected; '' if it can. */
  problem: string
  /** What the page says about the seat; '' for nothing. */
  info: string
}

export interface SeatActions {
  select: (ticketType: string) => void
  deselect: () => void
  close: () => void
}

/** Describes a seat, for screen readers. */
export function seatInWords({ seat, prices, isSelected, problem, info }: SeatFacts): string {
  const price = prices && !problem ? `, ${priceRange(prices)}` : ''
  return [
    `${seat.section}, ${texts.row} ${seat.row}, ${texts.seat} ${seat.number}`,
    `${seat.category.label}${price}`,
    ...notesOf(seat),
    isSelected ? texts.selected : problem || texts.free,
    ...(info ? [info] : []),
  ].join('. ')
}

function notesOf({ isAccessible, isCompanion, hasRestrictedView }: PlanSeat): string[] {
  return [
    ...(isAccessible ? [texts.accessible] : []),
    ...(isCompanion ? [texts.companionSeat] : []),
    ...(hasRestrictedView ? [texts.restrictedView] : []),
  ]
}

/** Makes the card of a seat; with actions it is a dialog, otherwise a tooltip. */
export function seatCard(facts: SeatFacts, actions: SeatActions | null): HTMLElement {
  const { seat, prices, isSelected, problem, info } = facts
  const named = (name: string, value: string) =>
    element('span', '', element('small', '', name), element('b', '', value))
  const card = element(
    'div',
    'card',
    element(
      'div',
      'place',
      element('b', '', seat.section),
      named(texts.row, seat.row),
      named(texts.seat, seat.number),
    ),
    ...(problem
      ? []
      : [
          element(
            'p',
            'category',
            dot(seat.category.color),
            seat.category.label,
            element('b', '', prices ? priceRange(prices) : ''),
          ),
        ]),
    ...notesOf(seat).map((note) => element('p', 'note', note)),
  )
  if (isSelected && !actions) card.append(element('p', 'state', texts.selected))
  if (problem) card.append(element('p', 'state', problem))
  if (info) card.append(element('p', '', info))
  card.setAttribute('role', actions ? 'dialog' : 'tooltip')
  if (!actions) return card
  card.ariaLabel = seatInWords(facts)
  if (isSelected) card.append(button('remove', actions.deselect, texts.deselect))
  else if (!problem) card.append(...ticketButtons(prices, actions))
  const close = button('close', actions.close)
  close.ariaLabel = texts.close
  card.append(close)
  return card
}

function ticketButtons(prices: SeatPrices | null, { select }: SeatActions): HTMLElement[] {
  const types = prices?.types ?? []
  // As there is nothing to choose from, it asks only whether the seat is meant.
  if (!prices || types.length < 2)
    return [button('type only', () => select(types[0]?.ticketType ?? ''), texts.select)]
  return types.map((type) =>
    button(
      'type',
      () => select(type.ticketType),
      type.label ?? type.ticketType,
      element('b', '', priceRange({ ...prices, types: [type] })),
    ),
  )
}

/** Puts a card beside a seat, inside its area: above it if there is room, otherwise below. */
export function placeCard(card: HTMLElement, area: HTMLElement, at: Point, distance: number): void {
  const { offsetWidth: width, offsetHeight: height } = card
  const left = Math.min(Math.max(at.x - width / 2, 8), Math.max(area.clientWidth - width - 8, 8))
  const above = at.y - distance - height
  const top = above >= 8 ? above : Math.min(at.y + distance, Math.max(area.clientHeight - height - 8, 8))
  card.style.transform = `translate(${Math.round(left)}px, ${Math.round(top)}px)`
}
