import { Hono } from 'hono'

import { readShopTime } from '#server/database/shop-time.ts'
import { isUuid } from '#server/database/uuid.ts'
import type { ShopEnv } from '#server/http/env.ts'
import { HttpError } from '#server/http/http-errors.ts'
import { readText } from '#server/http/input.ts'
import { countGuess } from '#server/http/rate-limits.ts'
import { slashes } from '#server/pages/slashes.ts'

import { admit, countPeople, undo, type Answer } from './admit.ts'
import { undone, wordsOf } from './answer-words.ts'
import { findDoor, type Door } from './door-links.ts'
import { showDoor } from './door-page.ts'
import { readCode } from './read-code.ts'

interface DoorEnv {
  Bindings: ShopEnv['Bindings']
  Variables: ShopEnv['Variables'] & { door: Door }
}

/** The door of an event date, for whoever has its secret link; to all others the address does not exist. */
export const doorRoutes = new Hono<DoorEnv>()

doorRoutes.route('/', slashes(['/door/:secret']))

doorRoutes.use('/door/:secret/*', async (c, next) => {
  const door = await findDoor(c.var.db, c.req.param('secret'))
  if (!door) return c.notFound()
  c.set('door', door)
  return next()
})

doorRoutes.get('/door/:secret/', async (c) =>
  showDoor(c, c.var.door, await countPeople(c.var.db, c.var.door.eventDateId)),
)

doorRoutes.get('/door/:secret/counts/', async (c) =>
  c.json(await countPeople(c.var.db, c.var.door.eventDateId)),
)

doorRoutes.post('/door/:secret/check/', async (c) => {
  const { db, door, form, config } = c.var
  const key = readKey(form)
  const guesses = { what: 'unknown ticket code', who: door.id, max: 200, withinSeconds: 600 }
  const code = typeof form.code === 'string' ? readCode(form.code) : null
  let answer: Answer = { answer: 'unknown' }
  const result = await countGuess(db, config.secrets.codePepper, [guesses], async () => {
    if (code) answer = await admit(db, door, { code, key })
    return answer.answer !== 'unknown'
  })
  if (result === 'over') throw tooMany()
  const words = wordsOf(answer, await readShopTime(db))
  return c.json({ ...words, ...(await countPeople(db, door.eventDateId)) })
})

doorRoutes.post('/door/:secret/undo/', async (c) => {
  const { db, door, form } = c.var
  await undo(db, door, readKey(form))
  return c.json({ ...undone, ...(await countPeople(db, door.eventDateId)) })
})

/** Reads the key of a scan. Throws `HttpError` 422. */
function readKey(form: ShopEnv['Variables']['form']): string {
  const key = readText(form, 'scan', 36)
  if (!isUuid(key)) throw new HttpError(422, 'The field scan is not valid')
  return key
}

const tooMany = () => new HttpError(429, 'Too many unknown codes. Please wait ten minutes')
