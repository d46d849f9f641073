/** SQL: tickets of the event `e` are on sale at the shop time `n.at`. */
export const isOnSale = `exists (select from event_dates d where d.event_id = e.id and ${datesOnSale('d')})`

/** SQL: when tickets of the event `e` go on sale next; null if no date opens later. */
export const opensAt = `(select min(d.sale_opens_at) from event_dates d
  where d.event_id = e.id and d.published and d.starts_at > n.at and d.sale_opens_at > n.at)`

/** SQL: a date is on sale at the shop time `n.at`. */
export function datesOnSale(date: string): string {
  return `${date}.published and ${date}.starts_at > n.at
    and (${date}.sale_opens_at is null or ${date}.sale_opens_at <= n.at)
    and (${date}.sale_closes_at is null or ${date}.sale_closes_at > n.at)`
}
