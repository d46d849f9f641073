import { Hono, type Context } from 'hono'

import { changeDetails, type User } from '#server/accounts/users.ts'
import type { PaymentEnv } from '#server/payments/attempts/payment-env.ts'
import { makeDefault, removeCard } from '#server/payments/plans/saved-cards.ts'
import { inTime } from '#server/payments/settling/reply-in-time.ts'

import { carriedDetails, carryDetails, readDetails, validDetails } from './account-details.ts'
import { askToSignIn, backToAccount, idIn, orSayWhy, signedIn, type Notice } from './account-requests.ts'
import { showAccount } from './account-view.ts'
import { goOn, readCarried } from './next-page.ts'

/** Account settings: the signed-in user's name and phone, instalment plans and saved cards [DONE-10]. */
export const accountPage = new Hono<PaymentEnv>()

accountPage.get('/account/', async (c) => {
  const user = await signedIn(c)
  if (!user) return askToSignIn(c)
  const { message, ...typed } = readCarried(c) ?? {}
  return showAccount(c, user, message, 'name' in typed ? carriedDetails(typed) : undefined)
})

accountPage.post('/account/details/', async (c) => {
  const user = await signedIn(c)
  if (!user) return askToSignIn(c)
  const typed = readDetails(c.var.form)
  const details = validDetails(typed)
  if (!details) return goOn(c, '/account/', carryDetails(typed))
  await changeDetails(c.var.db, user.id, details)
  return backToAccount(c, 'details')
})

accountPage.post('/account/cards/:id/default/', (c) =>
  changeCard(c, 'default', (user, id) => makeDefault(c.var.db, user.id, id)),
)

accountPage.post('/account/cards/:id/remove/', (c) =>
  changeCard(c, 'removed', (user, id) => inTime(c.var, () => removeCard(c.var, user.id, id))),
)

async function changeCard(
  c: Context<PaymentEnv>,
  done: Notice,
  change: (user: User, cardId: string) => Promise<void>,
): Promise<Response> {
  const user = await signedIn(c)
  if (!user) return askToSignIn(c)
  return orSayWhy(
    (message) => goOn(c, '/account/', { message }),
    async () => {
      await change(user, idIn(c))
      return backToAccount(c, done)
    },
  )
}
