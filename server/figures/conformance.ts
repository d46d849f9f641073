import { sql } from 'kysely'

import { checkoutMachine } from '#machines/checkout.ts'
import { isWaitedIn, reportedMoves } from '#machines/paths/reported-steps.ts'
import type { Database } from '#server/database/connect.ts'
import type { CheckoutState } from '#src/checkout/schemas/checkout.ts'

/** Two steps that were reported one after the other, as no path of the chart leads. */
export interface Finding {
  from: CheckoutState
  to: CheckoutState
  release: string
  /** Sales in which it happened. */
  sales: number
  /** Sales that have gone on from the first step, in this release. */
  of: number
  /** Sales that had not reached the second step, so that the shop refused it. */
  refused: number
  firstAt: Date
  lastAt: Date
}

interface Row extends Omit<Finding, 'refused'> {
  isRefused: boolean
  /** The steps that the sale was at before. */
  earlier: CheckoutState[]
}

const moves = reportedMoves(checkoutMachine)

/** Whether a page may report one step after another one. */
export const isMoveOfChart = (from: CheckoutState, to: CheckoutState): boolean =>
  moves.some((move) => move.from === from && move.to === to)

/**
 * Lists the pairs of steps that were reported within so many days, and that the checkout chart cannot produce: a bug of the page, or a
 * gap in the chart. Left out is what another tab of the sale explains, which goes on from an earlier step of it. A report that was
 * lost on its way looks like a step that was skipped, so tell single sales from many.
 */
export async function findUnexpected(db: Database, days: number): Promise<Finding[]> {
  const { rows } = await sql<Row>`
    with recent as (
      select * from step_log
      where at > shop_now() - make_interval(days => ${days}::int) and from_state <> to_state
        and release <> 'before the log'
    ), onwards as (
      select from_state, release, count(distinct sale_id)::int as count from recent group by 1, 2
    ), odd as (
      select l.*, (
        select array_agg(distinct e.to_state order by e.to_state)
        from step_log e where e.sale_id = l.sale_id and e.id < l.id and not e.is_refused
      ) as earlier
      from recent l
      where not exists (
        select from unnest(${moves.map(({ from }) => from)}::text[], ${moves.map(({ to }) => to)}::text[]) m(a, b)
        where m.a = l.from_state and m.b = l.to_state)
    )
    select o.from_state as from, o.to_state as to, o.release, o.is_refused as "isRefused", o.earlier,
      count(distinct o.sale_id)::int as sales, n.count as of, min(o.at) as "firstAt", max(o.at) as "lastAt"
    from odd o join onwards n on n.from_state = o.from_state and n.release = o.release
    group by 1, 2, 3, 4, 5, n.count`.execute(db)
  const unexplained = rows.filter(
    ({ to, earlier }) => !earlier.some((step) => isWaitedIn(step) && isMoveOfChart(step, to)),
  )
  const pairs = Map.groupBy(unexplained, ({ from, to, release }) => [from, to, release].join(' '))
  return [...pairs.values()].map(joined).sort((one, other) => other.sales - one.sales)
}

function joined(rows: Row[]): Finding {
  const [{ from, to, release, of }] = rows as [Row]
  const sum = (some: Row[]) => some.reduce((total, { sales }) => total + sales, 0)
  const times = (of: 'firstAt' | 'lastAt') => rows.map((row) => row[of].getTime())
  return {
    from,
    to,
    release,
    of,
    sales: sum(rows),
    refused: sum(rows.filter(({ isRefused }) => isRefused)),
    firstAt: new Date(Math.min(...times('firstAt'))),
    lastAt: new Date(Math.max(...times('lastAt'))),
  }
}

/** Writes the findings for a terminal. */
export function describeFindings(findings: Finding[], days: number): string {
  const title = `Steps of the last ${days} days that the chart does not lead to one after the other`
  if (findings.length === 0) return `${title}: none.`
  const lines = findings.map(
    ({ from, to, release, sales, of, refused, firstAt, lastAt }) =>
      `${`${from} → ${to}`.padEnd(50)} ${`${sales} of ${of} sales`.padEnd(20)}${refused > 0 ? `, ${refused} refused` : ''}` +
      `  release ${release || 'not built'}, ${firstAt.toISOString()} to ${lastAt.toISOString()}`,
  )
  return [`${title}:`, ...lines].join('\n')
}
