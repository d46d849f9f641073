import { shopNow } from '#server/database/shop-time.ts'
import { inTransaction, type Transaction } from '#server/database/transaction.ts'
import { HttpError } from '#server/http/http-errors.ts'
import type { PaymentContext } from '#server/payments/attempts/payment-env.ts'
import type { SetupState } from '#server/providers/payment-provider.ts'

import type { InstalmentPlan } from './read-plan.ts'
import { saveCard } from './save-card.ts'
import { lockCard } from './saved-cards.ts'

/**
 * Lets a plan be charged to one of the user's saved cards. Throws `HttpError` 404 if the card is not theirs, 409 if it is
 * saved with another organiser.
 */
export function chooseSavedCard(
  { db }: PaymentContext,
  userId: string,
  plan: InstalmentPlan,
  cardId: string,
): Promise<void> {
  return inTransaction(db, async (trx) => {
    const card = await lockCard(trx, userId, cardId)
    if (card.provider !== plan.provider || card.account !== plan.account)
      throw new HttpError(409, 'This card cannot pay this plan. Please type it again as a new card')
    await setCard(trx, plan, card)
  })
}

/** Result of saving a new card: chosen for the plan, or the bank asks the buyer at `url`. */
export type CardChange =
  { status: 'chosen' } | { status: 'action'; url: string } | { status: 'failed'; message: string }

interface TypedCard {
  methodId: string
  /** Idempotency key of the form. */
  key: string
  /** Address to which the bank sends the buyer back. */
  returnUrl: string
}

/**
 * Saves a card that the buyer has typed, without charging it, and lets the plan be charged to it. Throws `Unreachable` if
 * the provider does not answer.
 */
export async function chooseNewCard(
  context: PaymentContext,
  userId: string,
  plan: InstalmentPlan,
  { methodId, key, returnUrl }: TypedCard,
): Promise<CardChange> {
  const setup = await context.providers.cards.saveCard({
    key: `${plan.sale_id} ${key}`,
    customer: plan.provider_customer_id,
    methodId,
    account: plan.account,
    returnUrl,
  })
  return finish(context, userId, plan, setup)
}

/**
 * Chooses the card of a set-up that the bank has asked the buyer about. A set-up of another customer is ignored: its id
 * comes from the address.
 */
export async function finishNewCard(
  context: PaymentContext,
  userId: string,
  plan: InstalmentPlan,
  setupId: string,
): Promise<CardChange> {
  return finish(context, userId, plan, await context.providers.cards.findSetup(setupId, plan.account))
}

async function finish(
  { db, providers }: PaymentContext,
  userId: string,
  plan: InstalmentPlan,
  setup: SetupState,
): Promise<CardChange> {
  if (setup.status === 'action') return { status: 'action', url: setup.url }
  if (setup.status === 'failed') return { status: 'failed', message: setup.message }
  if (setup.status === 'pending' || setup.customer !== plan.provider_customer_id)
    return { status: 'failed', message: '' }
  const card = await providers.cards.readCard(setup.methodId, plan.account)
  // Removed meanwhile.
  if (card?.customer !== setup.customer) return { status: 'failed', message: '' }
  await inTransaction(db, async (trx) => {
    await saveCard(trx, userId, {
      provider: 'stripe',
      account: plan.account,
      customer: setup.customer,
      card,
      makesDefault: false,
    })
    await setCard(trx, plan, {
      provider_customer_id: setup.customer,
      provider_method_id: card.methodId,
      brand: card.brand,
      last4: card.last4,
      expiry_month: card.expiryMonth,
      expiry_year: card.expiryYear,
    })
  })
  return { status: 'chosen' }
}

type PlanCard = Pick<
  InstalmentPlan,
  'provider_customer_id' | 'provider_method_id' | 'brand' | 'last4' | 'expiry_month' | 'expiry_year'
>

async function setCard(trx: Transaction, { sale_id }: InstalmentPlan, card: PlanCard): Promise<void> {
  const { provider_customer_id, provider_method_id, brand, last4, expiry_month, expiry_year } = card
  await trx
    .updateTable('payment_plans')
    .set({
      provider_customer_id,
      provider_method_id,
      brand,
      last4,
      expiry_month,
      expiry_year,
      updated_at: shopNow,
    })
    .where('sale_id', '=', sale_id)
    .where('status', 'in', ['active', 'stopped'])
    .execute()
}
