import type { Transaction } from '#server/database/transaction.ts'

import { findBestSeats, type BestSeats, type BestWanted } from './best-seats.ts'
import { freeSeat, lockEvent, readSeats, writeSeats, type HallEvent, type SeatState } from './hall-events.ts'
import { readHoldToken } from './hold-tokens.ts'
import { invalid, SeatsError } from './seats-error.ts'

const held = 'reservedByToken'

/** A change of the status of objects, as the SDK sends it. */
export interface StatusChange {
  type: 'CHANGE_STATUS_TO' | 'RELEASE'
  objects: { objectId: string; ticketType?: string | undefined }[]
  status?: string | undefined
  holdToken?: string | undefined
  orderId?: string | undefined
}

/** Makes changes in their order, all or none, and returns the event of each. Throws `SeatsError`. */
export async function changeStatuses(
  trx: Transaction,
  changes: (StatusChange & { event: string })[],
): Promise<HallEvent[]> {
  const events = new Map<string, HallEvent>()
  // In the same order everywhere, so that requests wait for each other instead of locking each other out.
  for (const key of [...new Set(changes.map(({ event }) => event))].sort())
    events.set(key, await lockEvent(trx, key))
  const changed: HallEvent[] = []
  for (const change of changes) {
    const event = events.get(change.event)
    if (!event) continue
    await applyChange(trx, event, change)
    changed.push(event)
  }
  return changed
}

/** Changes the best free seats of an event. Throws `SeatsError`. */
export async function changeBestSeats(
  trx: Transaction,
  key: string,
  wanted: BestWanted & { ticketTypes?: string[] | undefined },
  change: Pick<StatusChange, 'status' | 'holdToken' | 'orderId'>,
): Promise<BestSeats & { event: HallEvent }> {
  const event = await lockEvent(trx, key)
  const states = await readSeats(trx, event)
  const isFree = (label: string) => (states.get(label)?.status ?? 'free') === 'free'
  const best = findBestSeats(event.hall, isFree, wanted)
  if (!best) throw new SeatsError(400, 'BEST_AVAILABLE_OBJECTS_NOT_FOUND', 'Best available objects not found')
  const objects = best.seats.map(({ label }, index) => ({
    objectId: label,
    ticketType: wanted.ticketTypes?.[index],
  }))
  await applyChange(trx, event, { ...change, type: 'CHANGE_STATUS_TO', objects })
  return { ...best, event }
}

/** Changes objects of a locked event, all or none. Throws `SeatsError`. */
async function applyChange(trx: Transaction, event: HallEvent, change: StatusChange): Promise<void> {
  const labels = change.objects.map(({ objectId }) => objectId)
  if (labels.length === 0) throw invalid('objects: #/objects: expected minimum item count: 1, found: 0')
  const missing = labels.filter((label) => !event.hall.seats.has(label))
  if (missing.length > 0)
    throw new SeatsError(
      400,
      'OBJECT_NOT_FOUND',
      `Objects not found in event ${event.key}: ${missing.join(', ')}`,
    )
  if (new Set(labels).size < labels.length)
    throw invalid(`Duplicate objects in request: ${labels.join(', ')}`)
  const status = change.type === 'RELEASE' ? 'free' : (change.status ?? '')
  if (!status) throw invalid('status is required')
  if (status === held && !change.holdToken) throw invalid('holdToken is required')
  if (change.holdToken) await readHoldToken(trx, change.holdToken)

  const before = await readSeats(trx, event, labels)
  for (const label of labels) demandChange(before.get(label) ?? freeSeat(label), status, change)
  await writeSeats(
    trx,
    event,
    change.objects.map(({ objectId, ticketType }): SeatState => {
      if (status === 'free') return freeSeat(objectId)
      return {
        label: objectId,
        status,
        hold_token: status === held ? (change.holdToken ?? null) : null,
        order_id: change.orderId ?? null,
        ticket_type: ticketType ?? before.get(objectId)?.ticket_type ?? null,
      }
    }),
  )
}

/** Throws `SeatsError` unless the object may change to the status. */
function demandChange(before: SeatState, status: string, change: StatusChange): void {
  const illegal = (reason: string) =>
    new SeatsError(
      400,
      'ILLEGAL_STATUS_CHANGE',
      `Cannot change ${before.label} from ${before.status} to ${status}: ${reason}`,
    )
  const { holdToken } = change
  if (before.status === held) {
    if (before.hold_token !== holdToken) throw illegal('it is not held by the given hold token')
    return
  }
  if (before.status === status) throw illegal(`it is already ${status}`)
  if (status === 'free') return
  if (before.status !== 'free') throw illegal('it is not free')
  if (status !== held && holdToken) throw illegal('it is not held by the given hold token')
}
