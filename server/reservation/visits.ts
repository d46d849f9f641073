import type { Context } from 'hono'
import { CompiledQuery } from 'kysely'

import { basketJson, basketRowsOf, type BasketJson, type BasketRows } from '#server/basket/basket-rows.ts'
import { completeBaskets, readBasket, type Basket } from '#server/basket/read-basket.ts'
import { batched } from '#server/database/batched.ts'
import type { Database } from '#server/database/connect.ts'
import type { ShopEnv } from '#server/http/env.ts'
import type { FoundSession } from '#server/http/session.ts'
import { renewedWithin } from '#server/http/session-middleware.ts'

import { isExpired } from './expiry.ts'

/** What one statement tells of a request: who it is from, whether holds have expired, and the basket if it is read. */
interface Visit {
  session: FoundSession
  /** Holds have expired, the visitor's or others', which nobody may see. */
  isSweepDue: boolean
  /** The visitor's basket, if the request is to read it. */
  rows: BasketRows | null
}

export interface VisitEnv extends ShopEnv {
  Variables: ShopEnv['Variables'] & {
    /** Missing if the visitor has no session yet. */
    visit?: Visit
  }
}

interface Key {
  tokenHash: string
  isBasketRead: boolean
}

const readingPaths = ['get', 'update_basket_state']
  .map((call) => `/ajax/checkout/checkout/${call}/`)
  .concat('/checkout', '/checkout/')

/** Finds sessions for the `sessions` middleware, and keeps the visits they come with; simultaneous ones in one statement. */
export function visits(db: Database) {
  const read = batched((keys: Key[]) => readVisits(db, keys), { max: 32, atOnce: 2 })
  return async (c: Context<ShopEnv>, tokenHash: string): Promise<FoundSession | null> => {
    const visit = await read({ tokenHash, isBasketRead: readingPaths.includes(c.req.path) })
    if (!visit) return null
    // The same context: only the rooms above sessions know this variable.
    ;(c as unknown as Context<VisitEnv>).set('visit', visit)
    return visit.session
  }
}

/** Completes the basket of the visit, or reads it if it was not, or holds were released since; null without one. */
export async function visitedBasket({ db, session, visit }: VisitEnv['Variables']): Promise<Basket | null> {
  if (!session.saleId) return null
  if (!visit?.rows || visit.isSweepDue) return readBasket(db, session.saleId)
  const [basket] = await completeBaskets(db, [visit.rows])
  return basket ?? null
}

// `offset 0` keeps a part as it is written: the shop time is read once, and each session found by its index. By `order by`,
// so is the first hold to expire, although the planner expects many. A session may have no sale.
const statement = `select k.number::int, se.id, se.user_id, se.sale_id,
    se.expires_at < n.at + make_interval(secs => ${renewedWithin}) as is_ageing, due.is_sweep_due,
    case when k.is_basket_read then (select ${basketJson} from sales s where s.id = se.sale_id) end as basket
  from (select shop_now() as at offset 0) n
  cross join lateral (
    select (select true from sales s where ${isExpired} order by s.held_until limit 1) is not null as is_sweep_due offset 0
  ) due
  cross join unnest($1::text[], $2::boolean[]) with ordinality k(token_hash, is_basket_read, number)
  cross join lateral (select * from sessions where token_hash = k.token_hash offset 0) se
  where se.expires_at > n.at`

interface VisitRow extends FoundSession {
  number: number
  is_sweep_due: boolean
  basket: BasketJson | null
}

async function readVisits(db: Database, keys: Key[]): Promise<(Visit | null)[]> {
  const { rows } = await db.executeQuery<VisitRow>(
    CompiledQuery.raw(statement, [
      keys.map(({ tokenHash }) => tokenHash),
      keys.map(({ isBasketRead }) => isBasketRead),
    ]),
  )
  const visits = new Map(rows.map((row) => [row.number, visitOf(row)]))
  return keys.map((_, i) => visits.get(i + 1) ?? null)
}

function visitOf({ basket, is_sweep_due, id, user_id, sale_id, is_ageing }: VisitRow): Visit {
  return {
    session: { id, user_id, sale_id, is_ageing },
    isSweepDue: is_sweep_due,
    rows: basket && basketRowsOf(basket),
  }
}
