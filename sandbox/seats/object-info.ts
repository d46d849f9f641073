import type { Hall, HallSeat } from '#sandbox/halls/hall.ts'

import type { SeatState } from './hall-events.ts'

/** A seat as seats.io describes an object of an event. */
export function objectInfo(hall: Hall, seat: HallSeat, state: SeatState | undefined) {
  const status = state?.status ?? 'free'
  const run = hall.runs.find((one) => one.includes(seat)) ?? []
  const index = run.indexOf(seat)
  return {
    label: seat.label,
    ids: { own: seat.number, parent: seat.row, section: seat.section },
    labels: {
      own: { label: seat.number, type: 'seat' },
      parent: { label: seat.row, type: 'row' },
      section: seat.section,
    },
    status,
    categoryKey: seat.category,
    categoryLabel: hall.categories.find(({ key }) => key === seat.category)?.label,
    ticketType: state?.ticket_type ?? undefined,
    orderId: state?.order_id ?? undefined,
    holdToken: state?.hold_token ?? undefined,
    forSale: true,
    objectType: 'seat',
    section: seat.section,
    isAvailable: status === 'free',
    isAccessible: seat.isAccessible,
    isCompanionSeat: seat.isCompanion,
    hasRestrictedView: seat.hasRestrictedView,
    leftNeighbour: run[index - 1]?.label,
    rightNeighbour: run[index + 1]?.label,
  }
}
