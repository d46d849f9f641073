import type { ShopEnv } from '#server/http/env.ts'
import { passWaitingRoom } from '#server/waiting-room/pass-waiting-room.ts'

import { WaitingRoomRequired } from './add-lines.ts'
import type { WantedTicket } from './read-wanted.ts'

/** Where a visitor has to wait before anything is added, and the message for a script. */
export interface Room {
  redirect: string
  message: string
}

/**
 * Adds to the basket once the visitor is admitted to the events with a waiting room; otherwise adds nothing, and returns the waiting
 * room that comes first. `backOf` is where that leads.
 */
export async function afterWaitingRoom(
  context: ShopEnv['Variables'],
  backOf: (ticket: WantedTicket) => string,
  add: (admittedTo: string[]) => Promise<void>,
): Promise<Room | null> {
  const admittedTo: string[] = []
  for (;;)
    try {
      await add(admittedTo)
      return null
    } catch (error) {
      if (!(error instanceof WaitingRoomRequired)) throw error
      const { eventId } = error.ticket
      const redirect = await passWaitingRoom(context, [eventId], { back: backOf(error.ticket) })
      if (redirect) return { redirect, message: error.message }
      admittedTo.push(eventId)
    }
}
