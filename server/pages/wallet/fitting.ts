import type { TransferableLine } from '#server/delivery/transfers/transferable-tickets.ts'
import { notOffered } from '#server/delivery/transfers/change-offer.ts'
import { notTransferable } from '#server/delivery/transfers/set-transfers.ts'
import type { Order } from '#server/wallet/read-order.ts'

import { isOpen } from './order-transfers.ts'
import { newOffer, notRedrawn, usedEntries, type Redrawn } from './redrawn.ts'

/** Leaves out what the page no longer has fields for, such as tickets that were refunded meanwhile, and says why. */
export function fitting(redrawn: Redrawn, order: Order, left: TransferableLine[]): Redrawn {
  const { offer, status } = redrawn
  if (offer === newOffer) return withoutGone(redrawn, left)
  return isOpen(order, offer) || status !== 422 ? redrawn : { ...notRedrawn, why: notOffered, status: 409 }
}

/** Leaves out recipients of tickets that are gone. Only those that were to get some, or of which something is wrong, are missed. */
function withoutGone(redrawn: Redrawn, left: TransferableLine[]): Redrawn {
  const { entries, why } = redrawn
  const stays = entries.map(({ ticket_id }) => left.some(({ id }) => id === ticket_id))
  if (!stays.includes(false)) return redrawn
  const problems = Object.entries(redrawn.problems)
  const isMissed = (place: number) =>
    usedEntries(entries).some((entry) => entry.place === place) ||
    problems.some(([id]) => placeIn(id) === place)
  const fits = renumbered(redrawn, stays)
  return stays.some((does, place) => !does && isMissed(place))
    ? { ...fits, why: why || notTransferable, status: 409 }
    : fits
}

/** Leaves out entries; the problems and the focus of the others go with them to their new places. */
function renumbered(redrawn: Redrawn, stays: boolean[]): Redrawn {
  const moved = (id: string) => {
    const place = placeIn(id)
    return stays[place] ? [id.replace(/\d+$/, String(stays.slice(0, place).filter(Boolean).length))] : []
  }
  const problems = Object.entries(redrawn.problems).flatMap(([id, message]) =>
    moved(id).map((movedId) => [movedId, message] as const),
  )
  const [focus = problems[0]?.[0] ?? ''] = moved(redrawn.focus)
  return {
    ...redrawn,
    entries: redrawn.entries.filter((_, place) => stays[place]),
    problems: Object.fromEntries(problems),
    focus,
  }
}

/** Returns the place of the entry to which the id of a field, or of a row, belongs. */
const placeIn = (id: string) => Number(/\d+$/.exec(id)?.[0])
