import { sql, type SqlBool } from 'kysely'

/** SQL for whether the sale of a date has opened and has not closed, in a query of `event_dates`. */
export const isSaleOpen = sql<SqlBool>`(
  (event_dates.sale_opens_at is null or event_dates.sale_opens_at <= shop_now())
  and (event_dates.sale_closes_at is null or event_dates.sale_closes_at > shop_now()))`
