import { arena } from './arena.ts'
import type { Hall } from './hall.ts'
import { theatre } from './theatre.ts'

const halls: Record<string, Hall> = { theatre, arena }

/** The halls of the seeds' event dates, by event key. */
const seeded: Record<string, { hall: string; isAlmostSoldOut?: boolean }> = {
  'the-tempest-friday': { hall: 'theatre' },
  'the-tempest-saturday': { hall: 'theatre', isAlmostSoldOut: true },
  'winter-arena-saturday': { hall: 'arena' },
}

export function hallNamed(key: string): Hall | null {
  return halls[key] ?? null
}

/** The hall of an event of the seeds, with the seats that are sold from the start. */
export function seededEvent(eventKey: string): { hall: Hall; sold: string[] } | null {
  const event = seeded[eventKey]
  const hall = event && hallNamed(event.hall)
  if (!hall) return null
  return { hall, sold: event.isAlmostSoldOut ? almostAll(hall) : [] }
}

/** All seats but about one in fourteen: some together, some single, the same ones each time. */
function almostAll(hall: Hall): string[] {
  const left = new Set<string>()
  hall.runs.forEach((run, index) => {
    const start = (index * 5) % run.length
    const count = [2, 0, 0, 1, 0, 0, 0, 3, 0, 0, 0][index % 11] ?? 0
    for (const seat of run.slice(start, start + count)) left.add(seat.label)
  })
  return [...hall.seats.keys()].filter((label) => !left.has(label))
}
