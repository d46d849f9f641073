import { createHash } from 'node:crypto'

import { isOwnSale } from '#server/basket/own-sale.ts'
import { offeredPlans, type OfferedPlan } from '#server/basket/offered-plans.ts'
import { readBasket, type Basket, type Sale } from '#server/basket/read-basket.ts'
import { messages } from '#server/basket/sale.ts'
import { totalsOf } from '#server/basket/totals.ts'
import { findBuyer, type Buyer } from '#server/buyer/find-buyer.ts'
import { ukDate } from '#server/catalogue/dates.ts'
import { money } from '#server/catalogue/price-text.ts'
import type { Database } from '#server/database/connect.ts'
import type { Transaction } from '#server/database/transaction.ts'
import { HttpError } from '#server/http/http-errors.ts'
import { mobileNumber } from '#server/outbox/mobile-number.ts'
import type { Session } from '#server/http/session.ts'
import { openAttempt } from '#server/payments/attempts/open-attempt.ts'
import type { Attempt } from '#server/payments/attempts/attempt.ts'
import type { Conclusion } from '#server/payments/attempts/conclusion.ts'
import type { Asked, PayingContext } from '#server/payments/attempts/limit-tries.ts'
import { chargeSale, type Prepared } from '#server/payments/card/charge.ts'
import type { Payable } from '#server/payments/orders/payable.ts'
import type { Deadline } from '#server/payments/settling/reply-in-time.ts'
import { isPhone } from '#src/checkout/rules/people.ts'
import { planConsent } from '#src/payment/rules/plan-consent.ts'

import { findChosenCard, type CardChoice, type ChosenCard } from '#server/payments/plans/chosen-card.ts'
import type { PlanDetails } from '#server/payments/plans/plan-terms.ts'
import { lockCard } from '#server/payments/plans/saved-cards.ts'

export interface FirstInstalment {
  months: number
  /** For reminders before each charge. */
  mobile: string
  card: CardChoice
  /** The page's idempotency key of this attempt. */
  attempt: string
  /** Address to which 3-D Secure sends the buyer back. */
  returnUrl: string
}

/**
 * Pays the first instalment of the session's sale, with a plan that the checkout offers, and agrees to the later ones; see
 * `charge`. The plan starts when the payment succeeds.
 */
export function payFirstInstalment(
  context: PayingContext,
  session: Session,
  payment: FirstInstalment,
  deadline: Deadline,
): Promise<Conclusion> {
  const isSame = ({ method, details }: Attempt) => {
    if (method !== 'instalment') return false
    const { plan, chosenId } = details as PlanDetails
    return plan.schedule.length === payment.months && chosenId === idOf(payment.card)
  }
  return chargeSale(context, session, { attempt: payment.attempt, isSame }, deadline, async () => {
    if (!isPhone(payment.mobile) || !mobileNumber(payment.mobile))
      throw new HttpError(422, 'Type a valid phone number')
    const { basket, buyer } = await readOrder(context.db, session)
    const account = accountOf(basket)
    planOf(basket, payment)
    const sale = { saleId: basket.sale.id, account }
    const chosen = await findChosenCard(context.db, context.providers.cards, payment.card, buyer, sale)
    const open: Prepared['open'] = (trx, payable, asked) => {
      // The card belongs to this buyer, on this account.
      if (payable.buyer.userId !== buyer.userId || accountOf(payable.basket) !== account)
        throw new HttpError(409, 'Your basket has changed. Please try again')
      return openPlan(trx, payable, payment, chosen, asked)
    }
    return { card: chosen.card.fingerprint, open }
  })
}

/**
 * Makes an idempotency key for a page that sends none, as documented [CALL-23]. The same request has the same key until an
 * attempt ends without success, so repeating it cannot charge twice, and a declined card can be tried again.
 */
export async function attemptKeyFor(
  db: Database,
  { saleId }: Pick<Session, 'saleId'>,
  { months, card }: Pick<FirstInstalment, 'months' | 'card'>,
): Promise<string> {
  const sale = await db
    .selectFrom('sales')
    .select('basket_version')
    .where('id', '=', saleId)
    .executeTakeFirst()
  const { ended } = await db
    .selectFrom('payment_attempts')
    .select((eb) => eb.fn.countAll<number>().as('ended'))
    .where('sale_id', '=', saleId)
    .where('status', 'in', ['failed', 'cancelled', 'quarantined'])
    .executeTakeFirstOrThrow()
  const request = JSON.stringify([sale?.basket_version, months, idOf(card), Number(ended)])
  return `instalment-${createHash('sha256').update(request).digest('hex')}`
}

function idOf(card: CardChoice): string {
  return 'savedId' in card ? card.savedId : card.newMethodId
}

/** Reads who pays for what, before the sale is locked and checked. Throws `HttpError` 409 or 422. */
async function readOrder(db: Database, session: Session): Promise<{ basket: Basket; buyer: Buyer }> {
  if (!session.saleId) throw new HttpError(409, messages.noBasket)
  const basket = await readBasket(db, session.saleId)
  const { sale } = basket
  const isOwn = session.userId !== null || isOwnSale(sale, session)
  const buyer = isOwn ? await findBuyer(db, { ...sale, user_id: session.userId ?? sale.user_id }) : null
  if (!buyer) throw new HttpError(422, 'Type a valid email address')
  return { basket, buyer }
}

function planOf(basket: Basket, { months }: FirstInstalment): OfferedPlan {
  const plan = offeredPlans(basket, totalsOf(basket)).find((one) => one.months === months)
  if (!plan) throw new HttpError(422, 'This payment plan is not available for your basket')
  return plan
}

function accountOf({ organisers }: Basket): string {
  return organisers[0]?.merchant_id ?? ''
}

async function openPlan(
  trx: Transaction,
  { basket, buyer }: Payable,
  payment: FirstInstalment,
  { customer, card, isNew }: ChosenCard,
  asked: Asked,
): Promise<Attempt> {
  const { sale } = basket
  // It may have been removed since it was read; from here it cannot be.
  if ('savedId' in payment.card && buyer.userId) await lockCard(trx, buyer.userId, payment.card.savedId)
  const { schedule } = planOf(basket, payment)
  const account = accountOf(basket)
  await trx
    .updateTable('sales')
    .set({ contact_number: payment.mobile, state: 'payment' })
    .where('id', '=', sale.id)
    .execute()
  const details: PlanDetails = {
    chosenId: idOf(payment.card),
    paymentMethodId: card.methodId,
    verificationToken: '',
    account,
    reference: sale.reference ?? '',
    returnUrl: payment.returnUrl,
    customer: { id: customer, isPresent: true },
    plan: {
      provider: 'stripe',
      account,
      customer,
      card,
      schedule: schedule.map(({ due, amount }) => ({ due: due.toISOString(), amount })),
      mobile: payment.mobile,
      wording: wordingOf(sale, schedule),
      saveFor: isNew ? buyer.userId : null,
      makesDefault: 'makesDefault' in payment.card && payment.card.makesDefault,
    },
  }
  return openAttempt(trx, basket, {
    attempt: payment.attempt,
    provider: 'stripe',
    method: 'instalment',
    details,
    amount: schedule[0]?.amount ?? 0,
    instalment: 1,
    ...asked,
  })
}

function wordingOf({ currency }: Sale, schedule: OfferedPlan['schedule']): string {
  const later = schedule.slice(1)
  return planConsent(
    later.map(({ due, amount }) => ({ due: ukDate(due), amount: money(amount, currency ?? 'GBP') })),
  )
}
