import { SeatsRejected, type SeatState, type Takeover } from '#server/providers/seating-provider.ts'

import { claimSeats, confirmClaims, releaseClaims, findToken, readOpenSeats } from './claims.ts'
import { includesSeat } from './sale-seats.ts'
import type { SeatKey } from '#server/basket/line-seats.ts'
import { seatingProvider, type SeatsContext } from './seats-env.ts'

type OpenSeat = Awaited<ReturnType<typeof readOpenSeats>>[number]

/** How long the shop's hold tokens last, in minutes: the longest that seats.io allows. */
const tokenMinutes = 120

/**
 * Takes a sale's seats over from the seating plan, so that the shop holds them at the provider under a token of its own: all of
 * them, or of those given. Seats that were released since are taken again if they are free. Returns the seats that somebody
 * else has; then none was taken. Throws `Unreachable` or `SeatsBusy`. Never call it in a transaction.
 */
export async function takeSeats(
  context: SeatsContext,
  saleId: string,
  only?: SeatKey[],
): Promise<OpenSeat[]> {
  const readOpen = async () =>
    (await readOpenSeats(context.db, saleId)).filter((seat) => !only || includesSeat(seat, only))
  const lost: OpenSeat[] = []
  for (const seats of Map.groupBy(await readOpen(), dateOf).values()) {
    let gone = await takeOfDate(context, saleId, seats)
    // Another request of the buyer may have taken them, or the job may just have released them.
    if (gone.length > 0) gone = await takeOfDate(context, saleId, sameDate(await readOpen(), seats))
    lost.push(...gone)
  }
  return lost
}

const dateOf = ({ event_date_id }: SeatKey) => event_date_id

const sameDate = (open: OpenSeat[], [first]: OpenSeat[]) =>
  open.filter((seat) => first && dateOf(seat) === dateOf(first))

/** Takes seats of one date, all or none; returns those that somebody else has, or all if the provider refuses. */
async function takeOfDate(
  { db, providers }: SeatsContext,
  saleId: string,
  seats: OpenSeat[],
): Promise<OpenSeat[]> {
  const [first] = seats
  if (!first) return []
  const provider = seatingProvider({ providers })
  const found = await provider.find(
    first.event,
    seats.map(({ label }) => label),
  )
  const lost = seats.filter((seat) => !isOurs(seat, found))
  if (lost.length > 0) return lost

  const token =
    (await findToken(db, saleId, first.event_date_id)) ?? (await provider.createToken(tokenMinutes))
  const others = await claimSeats(db, saleId, seats, token)
  if (others.length > 0) return seats.filter((seat) => includesSeat(seat, others))
  try {
    const wanted = takeovers(seats, found, token.token)
    if (wanted.length > 0) await provider.takeOver(first.event, wanted, token.token)
  } catch (error) {
    const isRefused = error instanceof SeatsRejected
    await releaseClaims(db, seats, token.token, !isRefused)
    if (!isRefused) throw error
    return seats
  }
  return (await confirmClaims(db, seats, token.token)) ? [] : seats
}

/** Whether a seat is free, or held for this sale: by the buyer's seating plan or by the shop. */
function isOurs(seat: OpenSeat, found: Map<string, SeatState>): boolean {
  const state = found.get(seat.label)
  if (state?.status === 'free') return true
  return state?.status === 'held' && [seat.chart_token, seat.token].includes(state.token)
}

function takeovers(seats: OpenSeat[], found: Map<string, SeatState>, token: string): Takeover[] {
  return seats
    .map(({ label }) => ({ label, from: found.get(label)?.token ?? null }))
    .filter(({ from }) => from !== token)
}
