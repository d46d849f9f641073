import { queryOptions } from '@tanstack/react-query'
import { request } from './client.ts'
import { reading } from './reading.ts'
import { userReplySchema, type User } from './schemas/user.ts'

/** The signed-in customer, null for a guest [CALL-03]. */
export function getUser(): Promise<User | null> {
  return request(userReplySchema, 'GET', '/ajax/user/user/get_user/')
}

/** The one home of the user in the page; asked for once, and again only on a refresh. */
export const userQuery = queryOptions({ queryKey: ['user'], queryFn: () => getUser(), ...reading })
