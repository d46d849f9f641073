import type { Context } from 'hono'

import { findUser, type User } from '#server/accounts/users.ts'
import { isUuid } from '#server/database/uuid.ts'
import { HttpError } from '#server/http/http-errors.ts'
import type { PaymentEnv } from '#server/payments/attempts/payment-env.ts'

/** What a change says on the account page afterwards. */
export const notices = {
  card: 'From now on this plan is paid with the card that you chose.',
  paid: 'Thank you. Your payment has arrived.',
  default: 'Your default card has changed.',
  removed: 'The card has been removed.',
  details: 'Your details have been saved.',
} as const

export type Notice = keyof typeof notices

/** Reads the signed-in user. */
export async function signedIn(c: Context<PaymentEnv>): Promise<User | undefined> {
  const { db, session } = c.var
  return session.userId ? findUser(db, session.userId) : undefined
}

/** Redirects to the sign-in page, which leads back to the account page. */
export function askToSignIn(c: Context<PaymentEnv>): Response {
  return c.redirect(`/signin/?${new URLSearchParams({ next: '/account/' })}`, 303)
}

/** Redirects to the account page, which says what was done. */
export function backToAccount(c: Context<PaymentEnv>, done: Notice): Response {
  return c.redirect(`/account/?${new URLSearchParams({ done })}`, 303)
}

/** Returns a path parameter that is an id. Throws `HttpError` 404. */
export function idIn(c: Context<PaymentEnv>): string {
  const id = c.req.param('id') ?? ''
  if (!isUuid(id)) throw new HttpError(404, 'Not found')
  return id
}

/** Runs an action, and shows why it is refused or cannot be done now; what does not exist stays a 404. */
export async function orSayWhy(
  say: (message: string) => Response | Promise<Response>,
  work: () => Promise<Response>,
): Promise<Response> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof HttpError && error.status !== 404) return say(error.message)
    throw error
  }
}
