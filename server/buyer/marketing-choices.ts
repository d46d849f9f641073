import { isProven } from '#server/accounts/one-time-codes.ts'
import { lockPaidSale } from '#server/basket/own-sale.ts'
import { readBasket, type Basket, type Sale } from '#server/basket/read-basket.ts'
import { shopNow } from '#server/database/shop-time.ts'
import type { MarketingChoices } from '#server/database/column-types.ts'
import { inTransaction, type Transaction } from '#server/database/transaction.ts'
import type { ShopEnv } from '#server/http/env.ts'
import { HttpError } from '#server/http/http-errors.ts'
import type { Session } from '#server/http/session.ts'

import {
  eventUpdatesWording,
  newsletterWording,
  recordChoices,
  type Choice,
  type Subscriber,
} from './consents.ts'
import { findBuyer } from './find-buyer.ts'
import { lockHeldSale } from './identify-buyer.ts'

/**
 * Saves the buyer's marketing preferences to the sale and as consents [CALL-15, MARK-06]. Only organisers of the basket
 * that ask for consent can be chosen. Throws `HttpError` 409 or 422.
 */
export function setMarketingPreferences(
  { db, session, config }: ShopEnv['Variables'],
  choices: MarketingChoices,
): Promise<void> {
  return inTransaction(db, async (trx) => {
    const sale = await lockHeldSale(trx, session)
    const basket = await readBasket(trx, sale.id)
    const asking = basket.organisers.filter((organiser) => organiser.marketing_signup_message !== '')
    for (const id of Object.keys(choices.organisers))
      if (!asking.some((organiser) => organiser.id === id))
        throw new HttpError(422, 'The field organiser_subscribed_marketing is not valid')
    // It answers what was asked at Gift Aid, too, and is the newer answer.
    const updates = choices.organisers[organiserOfUpdates(basket)?.id ?? '']
    await trx
      .updateTable('sales')
      .set({
        marketing_choices: JSON.stringify(choices),
        ...(updates !== undefined && { gift_aid_subscribe: updates }),
        updated_at: shopNow,
      })
      .where('id', '=', sale.id)
      .execute()
    await recordChoices(trx, await subscriberOf(trx, sale, session), [
      {
        list: 'newsletter',
        organiserId: null,
        granted: choices.ct_subscribed,
        wording: newsletterWording(config),
      },
      {
        list: 'event_updates',
        organiserId: null,
        granted: choices.event_subscribed,
        wording: eventUpdatesWording,
      },
      ...asking
        .filter(({ id }) => choices.organisers[id] !== undefined)
        .map(({ id, marketing_signup_message }): Choice => ({
          list: 'organiser',
          organiserId: id,
          granted: choices.organisers[id] ?? false,
          wording: marketing_signup_message,
        })),
    ])
  })
}

/** Subscribes the buyer of a paid order to important updates about its events [CALL-38]. Throws `HttpError` 404. */
export function subscribeToEvents({ db, session }: ShopEnv['Variables']): Promise<void> {
  return inTransaction(db, async (trx) => {
    const sale = await lockPaidSale(trx, session)
    await recordChoices(trx, await subscriberOf(trx, sale, session), [
      {
        list: 'event_updates',
        organiserId: null,
        granted: true,
        wording: 'Subscribe to important updates',
      },
    ])
  })
}

/**
 * Records a donor's consent to updates about the charity [GIFT-09] once the buyer is known, because the donation step
 * comes before the account step.
 */
export async function keepCharityUpdates(trx: Transaction, saleId: string, session: Session): Promise<void> {
  const basket = await readBasket(trx, saleId)
  const { sale, charity } = basket
  const organiser = organiserOfUpdates(basket)
  if (!charity || !organiser) return
  const subscriber = await findSubscriber(trx, sale, session)
  if (!subscriber) return
  await recordChoices(trx, subscriber, [
    {
      list: 'organiser',
      organiserId: organiser.id,
      granted: true,
      wording: `Keep me updated about the work of ${charity.name}`,
    },
  ])
}

/** Returns the organiser whose updates a donor has asked for with the Gift Aid [GIFT-09]. */
export function organiserOfUpdates({
  sale,
  charity,
  organisers,
}: Basket): Basket['organisers'][number] | undefined {
  return sale.gift_aid_subscribe && charity ? organisers[0] : undefined
}

async function subscriberOf(trx: Transaction, sale: Sale, session: Session): Promise<Subscriber> {
  const subscriber = await findSubscriber(trx, sale, session)
  if (!subscriber) throw new HttpError(409, 'Please enter your email address first')
  return subscriber
}

async function findSubscriber(trx: Transaction, sale: Sale, session: Session): Promise<Subscriber | null> {
  const ownSale = { ...sale, user_id: sale.user_id ?? session.userId }
  const buyer = await findBuyer(trx, ownSale)
  if (!buyer) return null
  const isSignedIn = session.userId !== null && session.userId === ownSale.user_id
  return {
    email: buyer.email,
    userId: buyer.userId,
    saleId: sale.id,
    isProven: isSignedIn || (await isProven(trx, session, buyer.email)),
  }
}
