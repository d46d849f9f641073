import { queryOptions } from '@tanstack/react-query'
import { request } from './client.ts'
import { reading } from './reading.ts'
import { userReplySchema, type User } from './schemas/user.ts'

/** The signed-in customer, null for a guest [CALL-03]. */
export function getUser(): Promise<User | null> {
  return request(userReplySchema, 'GET', '/ajax/user/user/get_user/')
}

/** Query of the user, the only copy in the page; loaded once and again on a refresh. */
export const userQuery = queryOptions({ queryKey: ['user'], queryFn: () => getUser(), ...reading })
