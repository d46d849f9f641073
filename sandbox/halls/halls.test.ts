import { expect, it } from 'vitest'

import { organisers } from '#server/seeds/demo-catalogue.ts'

import type { HallSeat } from './hall.ts'
import { hallNamed, seededEvent } from './halls.ts'

const seatedDates = organisers
  .flatMap(({ events }) => events.flatMap(({ dates }) => dates))
  .filter(({ isSeated }) => isSeated)

it.each(seatedDates)(
  '$id sells exactly the free seats of its hall, by category',
  ({ id, capacity, tickets }) => {
    const event = seededEvent(id)
    const sold = new Set(event?.sold)
    const free: Record<string, number> = {}
    for (const { label, category } of event?.hall.seats.values() ?? [])
      if (!sold.has(label)) free[category] = (free[category] ?? 0) + 1
    expect(capacity).toEqual(free)
    expect(new Set(tickets.map(({ seat_category }) => seat_category))).toEqual(new Set(Object.keys(free)))
    for (const { pool, key, seat_category } of tickets) expect(pool ?? key).toBe(seat_category)
  },
)

it.each(['theatre', 'arena'])('no seats of the %s are on top of each other or of the stage', (key) => {
  const hall = hallNamed(key)
  const seats = [...(hall?.seats.values() ?? [])]
  const near = (one: HallSeat) =>
    seats.filter((other) => other !== one && Math.hypot(one.x - other.x, one.y - other.y) < 23)
  expect(seats.filter((seat) => near(seat).length > 0)).toEqual([])
  const [left, right] = [-1, 1].map((side) => Math.max(...(hall?.stage ?? []).map(({ x }) => x * side)))
  const front = Math.max(...(hall?.stage ?? []).map(({ y }) => y))
  const isOnStage = ({ x, y }: HallSeat) => x > -(left ?? 0) && x < (right ?? 0) && y < front + 10
  expect(seats.filter(isOnStage)).toEqual([])
})

it('has companions beside step-free places', () => {
  for (const { runs } of [hallNamed('theatre'), hallNamed('arena')].flatMap((hall) => hall ?? []))
    for (const run of runs)
      for (const [index, seat] of run.entries())
        if (seat.isAccessible)
          expect([run[index - 1]?.isCompanion, run[index + 1]?.isCompanion]).toContain(true)
})
