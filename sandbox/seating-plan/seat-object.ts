import type { SelectableObject } from '@seatsio/seatsio-react'

import type { PlanSeat } from './plan.ts'

interface ObjectState {
  status: string
  isSelected: boolean
  isSelectable: boolean
  ticketType: string | undefined
}

/** Returns a seat in the shape in which seats.io gives it to the page, as far as the page reads it. */
export function seatObject(seat: PlanSeat, state: ObjectState): SelectableObject {
  const { section, row, number, label, category } = seat
  const object = {
    id: label,
    label,
    labels: { own: number, parent: row, section, displayedLabel: label },
    objectType: 'Seat',
    category: { key: category.key, label: category.label, color: category.color },
    status: state.status,
    selectable: state.isSelectable,
    selected: state.isSelected,
    selectedTicketType: state.ticketType,
    accessible: seat.isAccessible,
    companionSeat: seat.isCompanion,
    restrictedView: seat.hasRestrictedView,
  }
  return object as unknown as SelectableObject
}
