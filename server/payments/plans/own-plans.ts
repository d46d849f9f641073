import type { User } from '#server/accounts/users.ts'
import type { Sale } from '#server/basket/read-basket.ts'
import type { Database } from '#server/database/connect.ts'
import { shopNow } from '#server/database/shop-time.ts'
import { HttpError } from '#server/http/http-errors.ts'

import { readPlan, type Instalment, type InstalmentPlan, type SalePlan } from './read-plan.ts'

/** An instalment plan and the instalments that are due and not paid. */
export interface PlanStanding extends SalePlan {
  overdue: Instalment[]
  /** Whether nothing can be paid any more: the order was refunded, or the plan has stopped and its last event has begun. */
  isOver: boolean
}

/** A buyer's instalment plan, with the events it pays. */
export interface OwnPlan extends PlanStanding {
  titles: string[]
  /** Whom to ask about it: the organisers of the events. */
  organisers: { id: string; name: string }[]
}

/** Reads a user's instalment plans, newest first: those of their orders, and of a guest's with their email. */
export async function readOwnPlans(db: Database, user: User): Promise<OwnPlan[]> {
  const sales = await ownSales(db, user).orderBy('sales.paid_at', 'desc').execute()
  const plans = await Promise.all(sales.map((sale) => readOwn(db, sale)))
  return plans.filter((plan) => plan !== null)
}

/** Finds a user's instalment plan by its sale's id. Throws `HttpError` 404 if it is not theirs. */
export async function findOwnPlan(db: Database, user: User, saleId: string): Promise<OwnPlan> {
  const sale = await ownSales(db, user).where('sales.id', '=', saleId).executeTakeFirst()
  const plan = sale && (await readOwn(db, sale))
  if (!plan) throw new HttpError(404, 'There is no such payment plan')
  return plan
}

/** Returns whether a sale has an instalment plan that is the user's. */
export async function hasOwnPlan(db: Database, user: User, saleId: string): Promise<boolean> {
  return !!(await ownSales(db, user).where('sales.id', '=', saleId).executeTakeFirst())
}

/** Reads the instalment plans of sales; none of those that were paid in full at once. */
export async function readPlanStandings(db: Database, saleIds: string[]): Promise<PlanStanding[]> {
  if (saleIds.length === 0) return []
  const sales = await db.selectFrom('sales').selectAll().where('id', 'in', saleIds).execute()
  const plans = await Promise.all(sales.map((sale) => readStanding(db, sale)))
  return plans.filter((plan) => plan !== null)
}

/** The path of a sale's instalment plan, among the account settings. */
export const planPath = (saleId: string): string => `/account/#plan-${saleId}`

/** The sum of instalments, in pence. */
export function sumOf(instalments: Pick<Instalment, 'amount'>[]): number {
  return instalments.reduce((sum, { amount }) => sum + amount, 0)
}

function ownSales(db: Database, user: User) {
  return db
    .selectFrom('sales')
    .innerJoin('payment_plans', 'payment_plans.sale_id', 'sales.id')
    .selectAll('sales')
    .where(({ eb, or, and }) =>
      or([
        eb('sales.user_id', '=', user.id),
        and([eb('sales.user_id', 'is', null), eb('sales.guest_email', '=', user.email)]),
      ]),
    )
}

async function readStanding(db: Database, sale: Sale): Promise<PlanStanding | null> {
  const plan = await readPlan(db, sale)
  return (
    plan && {
      ...plan,
      overdue: await readOverdue(db, sale.id),
      isOver: await isPlanOver(db, plan.plan),
    }
  )
}

async function readOwn(db: Database, sale: Sale): Promise<OwnPlan | null> {
  const plan = await readStanding(db, sale)
  if (!plan) return null
  const events = await db
    .selectFrom('sale_tickets')
    .innerJoin('ticket_types', 'ticket_types.id', 'sale_tickets.ticket_type_id')
    .innerJoin('events', 'events.id', 'ticket_types.event_id')
    .innerJoin('organisers', 'organisers.id', 'events.organiser_id')
    .select(['events.title', 'organisers.id', 'organisers.name'])
    .distinct()
    .where('sale_tickets.sale_id', '=', sale.id)
    .orderBy('events.title')
    .execute()
  return {
    ...plan,
    titles: [...new Set(events.map(({ title }) => title))],
    organisers: [...new Map(events.map(({ id, name }) => [id, { id, name }])).values()],
  }
}

/** Whether a plan is cancelled, or has stopped and every event of its order has begun: there is nothing left to pay for. */
export async function isPlanOver(db: Database, { sale_id, status }: InstalmentPlan): Promise<boolean> {
  if (status === 'cancelled') return true
  if (status !== 'stopped') return false
  const ahead = await db
    .selectFrom('sale_tickets')
    .innerJoin('ticket_types', 'ticket_types.id', 'sale_tickets.ticket_type_id')
    .innerJoin('event_dates', 'event_dates.id', 'ticket_types.event_date_id')
    .select('event_dates.id')
    .where('sale_tickets.sale_id', '=', sale_id)
    .where('event_dates.starts_at', '>', shopNow)
    .executeTakeFirst()
  return !ahead
}

/** Reads the instalments of a sale that are due and not paid, by number. */
export function readOverdue(db: Database, saleId: string): Promise<Instalment[]> {
  return db
    .selectFrom('instalments')
    .selectAll()
    .where('sale_id', '=', saleId)
    .where('payment_id', 'is', null)
    .where('due_at', '<=', shopNow)
    .orderBy('number')
    .execute()
}
