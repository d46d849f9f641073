import type { QueryClient } from '@tanstack/react-query'
import { userReplySchema } from '#src/checkout/schemas/user.ts'
import { checkoutQuery } from '#src/checkout/checkout-calls.ts'
import { checkoutReplySchema } from '#src/checkout/schemas/checkout.ts'
import { userQuery } from '#src/checkout/user-calls.ts'
import { reportingInvalidFields } from '#src/http/invalid-fields.ts'
import { eventDateQuery, seatingPlanQuery } from './calls.ts'
import { eventDateReplySchema, seatingPlanSchema } from './schemas.ts'

/** The replies that the page of the seat-selection screen begins with, as the shop's calls send them. */
export interface PageSeating {
  eventDateId: string
  user: unknown
  eventDate: unknown
  seatingPlan: unknown
  /** Absent if the visitor has no basket. */
  checkout?: unknown
}

const key = ['seating of the page']
const basketKey = ['basket of the page']

/**
 * Stores the replies that came with the page, so that the chart finds them in the cache. What cannot be read is left to the
 * documented calls [CALL-03, CALL-31, CALL-41, CALL-42]. Our own.
 */
export function storePageSeating(
  queryClient: QueryClient,
  { eventDateId, user, eventDate, seatingPlan, checkout }: PageSeating,
) {
  const [readUser, readDate, readPlan, readBasket] = reportingInvalidFields(
    'the page',
    () =>
      [
        userReplySchema.safeParse(user),
        eventDateReplySchema.safeParse(eventDate),
        seatingPlanSchema.safeParse(seatingPlan),
        checkout === undefined ? null : checkoutReplySchema.safeParse(checkout),
      ] as const,
  )
  if (!readUser.success || !readDate.success || !readPlan.success) return
  queryClient.setQueryData(userQuery.queryKey, readUser.data)
  queryClient.setQueryData(eventDateQuery(eventDateId).queryKey, readDate.data)
  queryClient.setQueryData(seatingPlanQuery(eventDateId).queryKey, readPlan.data)
  if (readBasket?.success) queryClient.setQueryData(checkoutQuery.queryKey, readBasket.data)
  if (readBasket?.success ?? true) queryClient.setQueryData(basketKey, true)
  queryClient.setQueryData(key, true)
}

/** Returns whether the cached seating came with the page and has not been used yet: true once at most. */
export function takePageSeating(queryClient: QueryClient): boolean {
  const isFromPage = take(queryClient, key)
  // Whatever else the page came with is as old.
  if (!isFromPage) take(queryClient, basketKey)
  return isFromPage
}

/** Returns whether the basket came with the page, or that there is none, and has not been used yet: true once at most. */
export const takePageBasket = (queryClient: QueryClient): boolean => take(queryClient, basketKey)

function take(queryClient: QueryClient, queryKey: string[]): boolean {
  const isThere = queryClient.getQueryData(queryKey) !== undefined
  queryClient.removeQueries({ queryKey })
  return isThere
}
