import type { SeatingChart, SelectableObject } from '@seatsio/seatsio-react'
import type { SeatPrice } from '#src/api/schemas/seats.ts'
import { chosenSeat, type ChosenSeat, type SeatChoice } from '#src/rules/seats.ts'

/** Reads the chosen seats from the seating chart; objects without a price are left out. */
export async function readSelection(chart: SeatingChart, prices: SeatPrice[]): Promise<ChosenSeat[]> {
  const objects: SelectableObject[] = await chart.listSelectedObjects()
  return objects.flatMap((object) => chosenSeat(object, prices) ?? [])
}

/** Chooses seats, as far as they are free, and returns what is chosen then. */
export async function chooseSeats(
  chart: SeatingChart,
  prices: SeatPrice[],
  wanted: SeatChoice[],
): Promise<{ seats: ChosenSeat[]; missing: string[] }> {
  // The chart rejects if one of the seats is taken, and has chosen the others.
  if (wanted.length > 0) await chart.trySelectObjects(wanted).catch(() => {})
  const seats = await readSelection(chart, prices)
  const chosen = seats.map(({ label }) => label)
  return { seats, missing: wanted.map(({ label }) => label).filter((label) => !chosen.includes(label)) }
}
