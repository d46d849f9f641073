import { Hono } from 'hono'
import * as z from 'zod/mini'

import type { Database } from '#server/database/connect.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { sandboxSeatsKeys } from '#server/providers/sandbox-keys.ts'

import type { Hall } from './halls/hall.ts'
import { changeBestSeats, changeStatuses } from './seats/change-status.ts'
import { readChanges, readEvent, type SeatState } from './seats/hall-events.ts'
import { createHoldToken, readHoldToken } from './seats/hold-tokens.ts'
import { readBody } from './seats/read-body.ts'
import { SeatsError } from './seats/seats-error.ts'

const held = 'reservedByToken'

const changesSchema = z.object({ since: z.int(), holdToken: z.nullable(z.string()) })
const objectsSchema = z.object({
  holdToken: z.string(),
  objects: z.array(z.object({ objectId: z.string(), ticketType: z.optional(z.string()) })),
})
const bestSchema = z.object({
  holdToken: z.string(),
  number: z.int().check(z.minimum(1), z.maximum(100)),
  categories: z.optional(z.array(z.string())),
})

/** Answers the renderer's script: the hall, its changes, and holds of the visitor's own token. */
export function seatingPlanRoutes(db: Database): Hono {
  const routes = new Hono()
  // A refusal is an ordinary answer, which a browser does not log as a failed request.
  routes.onError((error, c) => {
    if (error instanceof SeatsError) return c.json(error, error.status === 401 ? 401 : 200)
    throw error
  })

  routes.use(async (c, next) => {
    if (c.req.header('X-Workspace-Key') !== sandboxSeatsKeys.publicKey)
      throw new SeatsError(401, 'UNAUTHORIZED', 'The workspace key is not known')
    await next()
  })

  routes.post('/hold-tokens', async (c) => c.json(await createHoldToken(db)))
  routes.get('/hold-tokens/:token', async (c) => c.json(await readHoldToken(db, c.req.param('token'))))

  routes.get('/events/:key', async (c) => c.json(planOf((await readEvent(db, c.req.param('key'))).hall)))

  routes.post('/events/:key/changes', async (c) => {
    const { since, holdToken } = await readBody(c, changesSchema)
    const event = await readEvent(db, c.req.param('key'))
    const changes = event.version > since ? await readChanges(db, event, since) : []
    return c.json({
      version: event.version,
      changes: changes.map((state) => changeOf(state, holdToken)),
      expiresInSeconds: holdToken ? await secondsLeft(holdToken) : null,
    })
  })

  routes.post('/events/:key/hold', async (c) => {
    const { holdToken, objects } = await readBody(c, objectsSchema)
    const change = { type: 'CHANGE_STATUS_TO', status: held, holdToken, objects } as const
    return c.json(await changed([{ ...change, event: c.req.param('key') }]))
  })

  routes.post('/events/:key/release', async (c) => {
    const { holdToken, objects } = await readBody(c, objectsSchema)
    return c.json(await changed([{ type: 'RELEASE', holdToken, objects, event: c.req.param('key') }]))
  })

  routes.post('/events/:key/best', async (c) => {
    const { holdToken, ...wanted } = await readBody(c, bestSchema)
    const best = await inTransaction(db, (trx) =>
      changeBestSeats(trx, c.req.param('key'), wanted, { status: held, holdToken }),
    )
    const { seats, nextToEachOther, event } = best
    return c.json({ objects: seats.map(({ label }) => label), nextToEachOther, version: event.version })
  })

  return routes

  async function changed(changes: Parameters<typeof changeStatuses>[1]) {
    const [event] = await inTransaction(db, (trx) => changeStatuses(trx, changes))
    return { version: event?.version }
  }

  /** Seconds until a token expires, 0 if it has. */
  async function secondsLeft(token: string): Promise<number> {
    return readHoldToken(db, token).then(
      ({ expiresInSeconds }) => expiresInSeconds,
      () => 0,
    )
  }
}

/** A hall as the renderer's script reads it; seats are lists, because there are many. */
function planOf({ categories, stage, runs }: Hall) {
  const indexes = new Map(categories.map(({ key }, index) => [key, index]))
  return {
    categories,
    stage,
    runs: runs.map((run) => ({
      section: run[0]?.section,
      row: run[0]?.row,
      seats: run.map((seat) => [
        seat.number,
        seat.x,
        seat.y,
        indexes.get(seat.category),
        Number(seat.isAccessible) + 2 * Number(seat.isCompanion) + 4 * Number(seat.hasRestrictedView),
      ]),
    })),
  }
}

/** A seat's state as the renderer's script reads it; of a hold it tells only whether it is the visitor's own. */
function changeOf(
  { label, status, hold_token, ticket_type, version }: SeatState & { version: number },
  token: string | null,
) {
  const isOwn = token !== null && hold_token === token
  return [label, status, isOwn, isOwn ? ticket_type : null, version]
}
