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
 * documented calls [CALL-03, CALL-41, CALL-42]. Our own.
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
        checkoutReplySchema.safeParse(checkout),
      ] as const,
  )
  if (!readUser.success || !readDate.success || !readPlan.success) return
  queryClient.setQueryData(userQuery.queryKey, readUser.data)
  queryClient.setQueryData(eventDateQuery(eventDateId).queryKey, readDate.data)
  queryClient.setQueryData(seatingPlanQuery(eventDateId).queryKey, readPlan.data)
  if (readBasket.success) queryClient.setQueryData(checkoutQuery.queryKey, readBasket.data)
  queryClient.setQueryData(basketKey, true)
  queryClient.setQueryData(key, true)
}

/** Returns whether the cached seating came with the page and has not been used yet: true once at most. */
export function takePageSeating(queryClient: QueryClient): boolean {
  const isFromPage = queryClient.getQueryData(key) !== undefined
  queryClient.removeQueries({ queryKey: isFromPage ? key : basketKey })
  return isFromPage
}

/** Returns whether the basket came with the page, or that there is none, and nothing was loaded again since. */
export const hasPageBasket = (queryClient: QueryClient): boolean =>
  queryClient.getQueryData(basketKey) !== undefined
