import { createMiddleware } from 'hono/factory'

import { isOwnSale } from '#server/basket/own-sale.ts'
import type { Basket } from '#server/basket/read-basket.ts'
import { isAtBank, lockBasket, messages } from '#server/basket/sale.ts'
import { logRefusedStep, storeSteps, type StepReport } from '#server/basket/step-log.ts'
import { batched } from '#server/database/batched.ts'
import type { Database } from '#server/database/connect.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { HttpError } from '#server/http/http-errors.ts'
import type { Session } from '#server/http/session.ts'
import { visitedBasket, type VisitEnv } from '#server/reservation/visits.ts'
import type { Step } from '#src/checkout/rules/sale-steps.ts'

import { isAllowed, isOvertaken, type SaleProgress } from './basket-state.ts'
import { readCheckoutView } from './checkout-view.ts'

/** Stores a reported step; false if somebody else has locked or changed the sale. */
type StoreStep = (report: StepReport) => Promise<boolean>

export interface ReportEnv extends VisitEnv {
  Variables: VisitEnv['Variables'] & { storeStep: StoreStep }
}

const maxTogether = 64

/** Middleware that stores the steps that simultaneous requests report in one statement. */
export function stepReports(db: Database, release: string) {
  const storeStep = batched((reports: StepReport[]) => storeTogether(db, reports, release), {
    max: maxTogether,
    atOnce: 1,
  })
  return createMiddleware<ReportEnv>(async (c, next) => {
    c.set('storeStep', storeStep)
    await next()
  })
}

/** Of two reports of a sale, only the first one is stored. */
async function storeTogether(db: Database, reports: StepReport[], release: string): Promise<boolean[]> {
  const single = [...Map.groupBy(reports, ({ saleId }) => saleId).values()].map(([first]) => first!)
  const stored = await storeSteps(db, single, release)
  return reports.map((report) => stored[single.indexOf(report)] ?? false)
}

/**
 * Stores that the buyer's page shows a step, and returns the whole seconds left of the hold; null without one. Does not lock
 * the sale, unless another request has locked or changed it meanwhile. Throws `HttpError` 409 if the sale has not reached
 * the step.
 */
export async function reportStep(context: ReportEnv['Variables'], step: Step): Promise<number | null> {
  const { db, session } = context
  const basket = await visitedBasket(context)
  if (!basket || isPaidByAnother(basket, session)) {
    if (step !== 'basket') throw new HttpError(409, messages.noBasket)
    return null
  }
  try {
    return await storeStepOf(context, basket, step)
  } catch (error) {
    if (error instanceof NotReached) await logRefusedStep(db, basket.sale.id, step, releaseOf(context))
    throw error
  }
}

/** The page shows a step that its sale has not reached. */
class NotReached extends HttpError {
  constructor() {
    super(409, 'The checkout has moved on. Please refresh the page')
  }
}

async function storeStepOf(
  context: ReportEnv['Variables'],
  basket: Basket,
  step: Step,
): Promise<number | null> {
  const { db, storeStep } = context
  const isStored = await storeIfAllowed(context, db, basket, step, storeStep)
  if (isStored) return basket.secondsRemaining
  return inTransaction(db, async (trx) => {
    const locked = await lockBasket(trx, basket.sale.id)
    await storeIfAllowed(context, trx, locked, step, async (report) =>
      (await storeSteps(trx, [report], releaseOf(context))).every(Boolean),
    )
    return locked.secondsRemaining
  })
}

/** Returns whether nothing is left to store. */
async function storeIfAllowed(
  context: ReportEnv['Variables'],
  db: Database,
  basket: Basket,
  step: Step,
  store: StoreStep,
): Promise<boolean> {
  const { session } = context
  const { sale } = basket
  // A visitor with a shared link must not change the buyer's step.
  if (!isOwnSale(sale, session)) return true
  const [isHeld, isPaid] = [sale.held_until !== null, sale.paid_at !== null]
  const progress: SaleProgress = {
    phase: isPaid ? 'paid' : isHeld ? 'held' : 'basket',
    isKnown: session.userId !== null || sale.guest_email !== '',
    isAtBank: step === 'awaiting_truelayer' && (await isAtBank(db, sale.id)),
  }
  if (isOvertaken(step, progress)) return true
  if (!isAllowed(step, await readCheckoutView({ ...context, db }, basket), progress)) throw new NotReached()
  return store({ saleId: sale.id, step, isHeld, isPaid })
}

const releaseOf = ({ config }: ReportEnv['Variables']) => config.release ?? ''

/** Returns whether a sale was paid by somebody else; a shared link to it stops working then. */
export function isPaidByAnother({ sale }: Basket, session: Session): boolean {
  return sale.paid_at !== null && !isOwnSale(sale, session)
}
