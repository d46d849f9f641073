import type { SeatingChart, SelectableObject } from '@seatsio/seatsio-react'
import type { SeatPrice } from './schemas.ts'
import { chosenSeat, type ChosenSeat, type SeatChoice } from '#src/seats/rules/seats.ts'

/** Reads the chosen seats from the seating plan; objects without a price are left out. */
export async function readSelection(plan: SeatingChart, prices: SeatPrice[]): Promise<ChosenSeat[]> {
  const objects: SelectableObject[] = await plan.listSelectedObjects()
  return objects.flatMap((object) => chosenSeat(object, prices) ?? [])
}

/** Chooses seats, as far as they are free, and returns what is chosen then. */
export async function chooseSeats(
  plan: SeatingChart,
  prices: SeatPrice[],
  wanted: SeatChoice[],
): Promise<{ seats: ChosenSeat[]; missing: string[] }> {
  // The seating plan rejects if one of the seats is taken, and has chosen the others.
  if (wanted.length > 0) await plan.trySelectObjects(wanted).catch(() => {})
  const seats = await readSelection(plan, prices)
  const chosen = seats.map(({ label }) => label)
  return { seats, missing: wanted.map(({ label }) => label).filter((label) => !chosen.includes(label)) }
}
