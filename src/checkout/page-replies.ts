import type { QueryClient } from '@tanstack/react-query'
import { reportingInvalidFields } from '#src/http/invalid-fields.ts'
import { checkoutQuery } from './checkout-calls.ts'
import { checkoutReplySchema, type Checkout } from './schemas/checkout.ts'
import { userReplySchema } from './schemas/user.ts'
import { userQuery } from './user-calls.ts'

/** The two replies that the page begins with, as the shop's calls send them, and the time of `performance.now()` at which they were read. */
export interface PageReplies {
  user: unknown
  checkout: unknown
  readAt: number
}

const key = ['checkout of the page']

/**
 * Stores the replies that came with the page, so that the charts find the user in the cache, and the first load of the checkout
 * `takePageCheckout`. What cannot be read is left to the documented calls [CALL-03, CALL-31]. Our own.
 */
export function storePageReplies(queryClient: QueryClient, { user, checkout, readAt }: PageReplies) {
  const read = reportingInvalidFields(
    'the page',
    () => [userReplySchema.safeParse(user), checkoutReplySchema.safeParse(checkout)] as const,
  )
  const [readUser, readCheckout] = read
  if (!readUser.success || !readCheckout.success) return
  queryClient.setQueryData(userQuery.queryKey, readUser.data)
  queryClient.setQueryData(key, { checkout: readCheckout.data, readAt })
}

/** Returns the checkout that came with the page, once, and makes it the cached one; undefined if there is none. */
export function takePageCheckout(
  queryClient: QueryClient,
): { checkout: Checkout; readAt: number } | undefined {
  const taken = queryClient.getQueryData<{ checkout: Checkout; readAt: number }>(key)
  queryClient.removeQueries({ queryKey: key })
  if (!taken) return undefined
  queryClient.setQueryData(checkoutQuery.queryKey, taken.checkout)
  return taken
}
