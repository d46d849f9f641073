import type { ChangeObjectStatusResult, EventObjectInfo, SeatsioClient } from 'seatsio'
import * as z from 'zod/mini'

import { Unreachable } from './payment-provider.ts'
import { SeatsRejected, type SeatingProvider, type SeatState } from './seating-provider.ts'

interface Account {
  /** The workspace's public key, for the seating plan on the page. */
  publicKey: string
  secretKey: string
  region: string
  apiUrl: string
  fetch: typeof fetch
}

/** How long a call may take: a buyer waits for it. */
const timeoutMs = 5000

/** Seating plans of seats.io, with its official SDK, which is loaded by the first call. */
export function seatsioSeats({ publicKey, secretKey, region, apiUrl, fetch }: Account): SeatingProvider {
  let client: Promise<SeatsioClient> | undefined

  async function connect(): Promise<SeatsioClient> {
    const { Region, SeatsioClient } = await import('seatsio')
    const made = new SeatsioClient(new Region(apiUrl), secretKey).setMaxRetries(0)
    Object.assign(made.client.defaults, { adapter: 'fetch', env: { fetch }, timeout: timeoutMs })
    return made
  }

  /** Calls seats.io. What the SDK throws may contain the secret key, so it is never passed on, not even as a cause. */
  async function send<T>(call: (seats: SeatsioClient) => Promise<T>): Promise<T> {
    client ??= connect()
    const seats = await client
    return call(seats).catch((thrown: unknown) => {
      const { data: refusal } = refusalSchema.safeParse(thrown)
      if (!refusal || !isFinal(refusal.status)) throw new Unreachable('seats.io did not answer')
      throw new SeatsRejected(refusal.errors.map(({ code }) => code).join(', '))
    })
  }

  return {
    publicKey,
    region,
    find: async (event, labels) => {
      const found = await send((seats) => seats.events.retrieveObjectInfos(event, labels)).catch(
        (error: unknown) => {
          if (error instanceof SeatsRejected) return {}
          throw error
        },
      )
      // An empty reply is none, and must not make seats unknown that a buyer has.
      if (typeof found !== 'object') throw new Unreachable('seats.io did not return the seats')
      return new Map(Object.entries(found).map(([label, info]) => [label, read(info)]))
    },
    listFree: async (event) =>
      (await send((seats) => seats.eventReports.flatList(event)))
        .filter((info) => info.status === 'free' && info.forSale)
        .map((info) => ({
          ...placeOf(info),
          accessible: info.isAccessible === true,
          companion_seat: info.isCompanionSeat === true,
        })),
    isTokenAlive: async (token) => {
      try {
        const { expiresInSeconds } = await send((seats) =>
          seats.holdTokens.retrieve(encodeURIComponent(token)),
        )
        if (typeof expiresInSeconds !== 'number')
          throw new Unreachable('seats.io did not return the hold token')
        return expiresInSeconds > 0
      } catch (error) {
        if (error instanceof SeatsRejected) return false
        throw error
      }
    },
    createToken: async (minutes) => {
      const { holdToken, expiresInSeconds } = await send((seats) => seats.holdTokens.create(minutes))
      if (!holdToken || !(expiresInSeconds > 0)) throw new Unreachable('seats.io did not return a hold token')
      return { token: holdToken, seconds: expiresInSeconds }
    },
    takeOver: async (event, taken, token) => {
      const { StatusChangeRequest, EventObjectInfo } = await import('seatsio')
      const from = Map.groupBy(
        taken.filter((seat) => seat.from !== null),
        (seat) => seat.from ?? '',
      )
      const request = (labels: string[], holdToken: string) =>
        new StatusChangeRequest().withEventKey(event).withObjects(labels).withHoldToken(holdToken)
      const labelsOf = (seats: { label: string }[]) => seats.map(({ label }) => label)
      await send((seats) =>
        // One transaction: nobody can take a seat in between.
        seats.events.changeObjectStatusInBatch([
          ...[...from].map(([holder, held]) =>
            request(labelsOf(held), holder).withType(StatusChangeRequest.TYPE_RELEASE),
          ),
          request(labelsOf(taken), token)
            .withType(StatusChangeRequest.TYPE_CHANGE_STATUS_TO)
            .withStatus(EventObjectInfo.HELD),
        ]),
      )
    },
    book: async (event, labels, token, order) =>
      confirm(await send((seats) => seats.events.book(event, labels, token, order)), labels),
    release: async (event, labels, token) =>
      confirm(await send((seats) => seats.events.release(event, labels, token)), labels),
  }
}

/** Throws `Unreachable` if a reply does not report the seats that were to be changed. */
function confirm({ objects }: ChangeObjectStatusResult, labels: string[]): void {
  if (!labels.every((label) => label in objects)) throw new Unreachable('seats.io did not return the seats')
}

/** The body of an error reply. Nothing but its codes is passed on. */
const refusalSchema = z.object({
  status: z.number(),
  errors: z.array(z.object({ code: z.string() })),
})

/** Whether the same call would be refused again: not if it came too often, or with wrong keys, which the owner can mend. */
function isFinal(status: number): boolean {
  return status >= 400 && status < 500 && ![401, 403, 408, 429].includes(status)
}

function read(info: EventObjectInfo): SeatState {
  const { status, holdToken, orderId } = info
  return {
    ...placeOf(info),
    status: status === 'free' ? 'free' : status === 'reservedByToken' ? 'held' : 'booked',
    token: holdToken ?? null,
    order: orderId ?? '',
  }
}

function placeOf({ label, labels, categoryKey, hasRestrictedView }: EventObjectInfo) {
  return {
    label,
    section: labels.getSection() ?? '',
    row: labels.parent?.label ?? '',
    number: labels.own.label,
    category: String(categoryKey ?? ''),
    restricted_view: hasRestrictedView === true,
  }
}
