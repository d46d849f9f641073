import { Hono } from 'hono'

import { checkCode, sendCode } from '#server/accounts/one-time-codes.ts'
import { findUser, userView } from '#server/accounts/users.ts'
import { holdExpired, isSaleHeld } from '#server/basket/own-sale.ts'
import type { ShopEnv } from '#server/http/env.ts'
import { HttpError } from '#server/http/http-errors.ts'
import { countTry } from '#server/http/rate-limits.ts'
import { readRequest } from '#server/http/read-request.ts'
import { findAddresses } from '#server/providers/address-lookup.ts'
import { codeRequest, emailRequest } from '#src/account/requests.ts'
import { deleteAddressRequest, lookUpRequest } from '#src/address/requests.ts'

import { deleteAddress, readAddresses } from './saved-addresses.ts'
import { signIn } from './sign-in.ts'

/** The visitor's account, or null for a guest, as the call sends it [CALL-03]. */
export async function readUser({ db, session }: Pick<ShopEnv['Variables'], 'db' | 'session'>) {
  const user = session.userId ? await findUser(db, session.userId) : undefined
  return { user: user ? userView(user) : null }
}

/** Calls about the visitor: account, one-time codes and addresses [CALL-03, CALL-12, CALL-13, CALL-19..21]. */
export const userRoutes = new Hono<ShopEnv>().basePath('/ajax/user/user')

userRoutes.get('/get_user/', async (c) => c.json(await readUser(c.var)))

userRoutes.post('/send_one_time_code/', async (c) => {
  await sendCode(c.var, readRequest(c.var.form, emailRequest).email)
  return c.json({ success: true })
})

userRoutes.post('/check_one_time_code/', async (c) => {
  const { email, code: typed } = readRequest(c.var.form, codeRequest)
  const code = typed.replaceAll(/\s/g, '')
  if (!(await isSaleHeld(c.var.db, c.var.session)))
    throw new HttpError(409, holdExpired, { type: 'reserving' })
  if (!/^[0-9]{6}$/.test(code) || !(await checkCode(c.var, email, code)))
    throw new HttpError(422, 'This code is not correct. Please check it, or request a new one', {
      type: 'one_time_code',
    })
  return c.json({ has_account: await signIn(c, email) })
})

userRoutes.post('/get_user_addresses/', async (c) =>
  c.json({ existing_addresses: await readAddresses(c.var.db, c.var.session.userId) }),
)

userRoutes.post('/lookup_address/', async (c) => {
  const { address } = readRequest(c.var.form, lookUpRequest)
  const { db, config, session, clientAddress } = c.var
  const limits = [
    { what: 'address look-up', who: session.id, max: 60, withinSeconds: 600 },
    { what: 'address look-up', who: clientAddress, max: 600, withinSeconds: 600 },
  ]
  if (!(await countTry(db, config.secrets.codePepper, limits)))
    throw new HttpError(429, 'Too many address searches. Please enter your address by hand')
  return c.json({ possible_addresses: await findAddresses(c.var, address) })
})

userRoutes.post('/delete_address/', async (c) => {
  const { address_id } = readRequest(c.var.form, deleteAddressRequest)
  await deleteAddress(c.var.db, c.var.session.userId, address_id)
  return c.json({ success: true })
})
