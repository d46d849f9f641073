import { Hono } from 'hono'
import * as z from 'zod/mini'

import type { Database } from '#server/database/connect.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { sandboxSeatsKeys } from '#server/providers/sandbox-keys.ts'

import { seatingPlanRoutes } from './seating-plan-routes.ts'
import { seatingPlanScript } from './seating-plan-script.ts'
import { changeBestSeats, changeStatuses, type StatusChange } from './seats/change-status.ts'
import { createEvent, readEvent, readSeats, type HallEvent } from './seats/hall-events.ts'
import { changeHoldToken, createHoldToken, readHoldToken } from './seats/hold-tokens.ts'
import { objectInfo } from './seats/object-info.ts'
import { readBody } from './seats/read-body.ts'
import { SeatsError } from './seats/seats-error.ts'

const minutesSchema = z.object({
  expiresInMinutes: z.optional(z.int().check(z.minimum(0), z.maximum(1440))),
})
const eventSchema = z.object({
  chartKey: z.string(),
  eventKey: z.string().check(z.minLength(1), z.maxLength(100)),
})
const objectSchema = z.object({ objectId: z.string(), ticketType: z.optional(z.string()) })
const statusSchema = {
  status: z.optional(z.string()),
  holdToken: z.optional(z.string()),
  orderId: z.optional(z.string()),
}
const changeSchema = z.object({
  type: z._default(z.enum(['CHANGE_STATUS_TO', 'RELEASE']), 'CHANGE_STATUS_TO'),
  objects: z.array(objectSchema),
  ...statusSchema,
})
const groupSchema = z.extend(changeSchema, { events: z.array(z.string()).check(z.minLength(1)) })
const batchSchema = z.object({
  statusChanges: z.array(z.extend(changeSchema, { event: z.string() })).check(z.minLength(1)),
})
const bestSchema = z.object({
  ...statusSchema,
  bestAvailable: z.object({
    number: z.int().check(z.minimum(1), z.maximum(100)),
    categories: z.optional(z.array(z.string())),
    sections: z.optional(z.array(z.string())),
    ticketTypes: z.optional(z.array(z.string())),
    accessibleSeats: z.optional(z.int().check(z.minimum(0))),
  }),
})

/** Simulates the REST API of seats.io locally, so that the official SDK works with it. */
export function seatsioSimulator(db: Database): Hono {
  const routes = new Hono()
  routes.onError((error, c) => {
    // As with seats.io, the body of a 401 is empty.
    if (error instanceof SeatsError)
      return error.status === 401 ? c.body('', 401) : c.json(error, error.status)
    throw error
  })

  let script: string | undefined
  routes.get('/chart.js', (c) =>
    c.body((script ??= seatingPlanScript()), 200, {
      'Content-Type': 'text/javascript; charset=utf-8',
      'Cache-Control': 'no-cache',
    }),
  )
  routes.route('/seating-plan', seatingPlanRoutes(db))
  routes.use(async (c, next) => {
    const expected = `Basic ${Buffer.from(`${sandboxSeatsKeys.secretKey}:`).toString('base64')}`
    if (c.req.header('Authorization') !== expected) throw new SeatsError(401, 'UNAUTHORIZED', '')
    await next()
  })

  routes.post('/hold-tokens', async (c) => {
    const { expiresInMinutes } = await readBody(c, minutesSchema)
    return c.json(await createHoldToken(db, expiresInMinutes))
  })
  routes.get('/hold-tokens/:token', async (c) => c.json(await readHoldToken(db, c.req.param('token'))))
  routes.post('/hold-tokens/:token', async (c) => {
    const { expiresInMinutes = 15 } = await readBody(c, minutesSchema)
    return c.json(await changeHoldToken(db, c.req.param('token'), expiresInMinutes))
  })

  routes.post('/events', async (c) => {
    const { chartKey, eventKey } = await readBody(c, eventSchema)
    return c.json(describe(await createEvent(db, eventKey, chartKey)))
  })

  routes.get('/events/:key', async (c) => c.json(describe(await readEvent(db, c.req.param('key')))))

  routes.get('/events/:key/objects', async (c) => {
    const event = await readEvent(db, c.req.param('key'))
    return c.json(await infos(db, event, c.req.queries('label') ?? []))
  })

  routes.get('/reports/events/:key', async (c) => {
    const event = await readEvent(db, c.req.param('key'))
    return c.json(Object.values(await infos(db, event, [...event.hall.seats.keys()])))
  })

  routes.post('/events/groups/actions/change-object-status', async (c) => {
    const { events, ...change } = await readBody(c, groupSchema)
    const results = await changeAndDescribe(
      db,
      events.map((event) => ({ ...change, event })),
    )
    return c.json({ objects: Object.assign({}, ...results) })
  })

  routes.post('/events/actions/change-object-status', async (c) => {
    const { statusChanges } = await readBody(c, batchSchema)
    const results = await changeAndDescribe(db, statusChanges)
    return c.json({ results: results.map((objects) => ({ objects })) })
  })

  routes.post('/events/:key/actions/change-object-status', async (c) => {
    const { bestAvailable, ...change } = await readBody(c, bestSchema)
    const { seats, nextToEachOther, event } = await inTransaction(db, (trx) =>
      changeBestSeats(trx, c.req.param('key'), bestAvailable, change),
    )
    const objects = seats.map(({ label }) => label)
    return c.json({ objects, nextToEachOther, objectDetails: await infos(db, event, objects) })
  })

  return routes
}

/** Makes changes, all or none, and describes the objects of each. */
async function changeAndDescribe(db: Database, changes: (StatusChange & { event: string })[]) {
  return inTransaction(db, async (trx) => {
    const events = await changeStatuses(trx, changes)
    return Promise.all(
      changes.map(({ objects }, index) => {
        const event = events[index]
        return (
          event &&
          infos(
            trx,
            event,
            objects.map(({ objectId }) => objectId),
          )
        )
      }),
    )
  })
}

/** Describes the seats with these labels; unknown ones are left out. */
async function infos(db: Database, event: HallEvent, labels: string[]) {
  const states = await readSeats(db, event, labels)
  const seats = labels.map((label) => event.hall.seats.get(label)).filter((seat) => !!seat)
  return Object.fromEntries(
    seats.map((seat) => [seat.label, objectInfo(event.hall, seat, states.get(seat.label))]),
  )
}

function describe({ key, hall }: HallEvent) {
  return { id: key, key, chartKey: hall.key, supportsBestAvailable: true }
}
