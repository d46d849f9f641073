import type { TicketTypeJson } from '@seatsio/seatsio-react'

import { priceRange, type SeatPrices } from './pricing.ts'
import type { PlanSeat, Point } from './plan.ts'
import type { Texts } from './texts.ts'

/** What is told about a seat. */
export interface SeatFacts {
  seat: PlanSeat
  prices: SeatPrices | null
  isSelected: boolean
  /** Why the seat cannot be selected; '' if it can. */
  problem: string
  /** More about the seat from the page. */
  note: string
  texts: Texts
}

/** What the buyer can do with the seat. */
export interface SeatActions {
  select: (ticketType: string) => void
  deselect: () => void
  close: () => void
}

/** The seat in words, for screen readers. */
export function seatInWords({ seat, prices, isSelected, problem, texts }: SeatFacts): string {
  const price = prices && !problem ? `, ${priceRange(prices)}` : ''
  return [
    `${seat.section}, ${texts.row} ${seat.row}, ${texts.seat} ${seat.number}`,
    `${seat.category.label}${price}`,
    ...notesOf(seat, texts),
    isSelected ? texts.selected : problem || texts.free,
  ].join('. ')
}

export function notesOf(
  { isAccessible, isCompanion, hasRestrictedView }: PlanSeat,
  { accessible, companionSeat, restrictedView }: Texts,
): string[] {
  return [
    ...(isAccessible ? [accessible] : []),
    ...(isCompanion ? [companionSeat] : []),
    ...(hasRestrictedView ? [restrictedView] : []),
  ]
}

/** Makes the card of a seat; with actions it is a dialog, otherwise a tooltip. */
export function seatCard(facts: SeatFacts, actions: SeatActions | null): HTMLElement {
  const { seat, prices, isSelected, problem, note, texts } = facts
  const card = element('div', 'card')
  const place = element('div', 'place')
  for (const [name, value] of [
    ['', seat.section],
    [texts.row, seat.row],
    [texts.seat, seat.number],
  ] as const) {
    const part = element('span', '')
    if (name) part.append(element('small', '', name))
    part.append(element('b', '', value))
    place.append(part)
  }
  card.append(place)
  const category = element('p', 'category')
  const dot = element('i', '')
  dot.style.background = seat.category.color
  category.append(dot, element('span', '', seat.category.label))
  if (prices) category.append(element('b', '', priceRange(prices)))
  card.append(category)
  for (const one of notesOf(seat, texts)) card.append(element('p', 'note', one))
  if (note) card.append(element('p', 'note', note))
  if (isSelected && !actions) card.append(element('p', 'state', texts.selected))
  if (problem) card.append(element('p', 'state', problem))
  if (actions) {
    card.setAttribute('role', 'dialog')
    card.setAttribute('aria-label', seatInWords(facts))
    card.append(...(isSelected || problem ? [] : buttonsOf(prices, texts, actions)))
    if (isSelected) card.append(button('remove', texts.deselect, '', actions.deselect))
    const close = button('close', '', '', actions.close)
    close.ariaLabel = texts.close
    card.append(close)
  } else card.setAttribute('role', 'tooltip')
  return card
}

function buttonsOf(prices: SeatPrices | null, texts: Texts, { select }: SeatActions): HTMLElement[] {
  const types: (TicketTypeJson | null)[] = prices?.types.length ? prices.types : [null]
  return types.map((type) => {
    const { ticketType = '', label, description } = type ?? {}
    const name = prices?.hasTypes ? (label ?? ticketType) : texts.select
    const price = prices && type ? priceRange({ ...prices, types: [type] }) : ''
    const made = button('type', name, price, () => select(ticketType))
    if (description) made.querySelector('span')?.append(element('small', '', description))
    return made
  })
}

function button(name: string, text: string, price: string, press: () => void): HTMLButtonElement {
  const made = element('button', name)
  made.type = 'button'
  made.append(element('span', '', text))
  if (price) made.append(element('b', '', price))
  made.addEventListener('click', press)
  return made
}

/** Puts a card beside a seat, inside its area: above it if there is room, otherwise below. */
export function placeCard(card: HTMLElement, area: HTMLElement, at: Point, distance: number): void {
  const { offsetWidth: width, offsetHeight: height } = card
  const left = Math.min(Math.max(at.x - width / 2, 8), Math.max(area.clientWidth - width - 8, 8))
  const above = at.y - distance - height
  const top = above >= 8 ? above : Math.min(at.y + distance, Math.max(area.clientHeight - height - 8, 8))
  card.style.transform = `translate(${Math.round(left)}px, ${Math.round(top)}px)`
}

export function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  className: string,
  text = '',
): HTMLElementTagNameMap[Name] {
  const made = document.createElement(name)
  if (className) made.className = className
  if (text) made.textContent = text
  return made
}
