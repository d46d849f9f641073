import { queryOptions } from '@tanstack/react-query'
import { request } from '#src/http/client.ts'
import { reading } from '#src/http/reading.ts'
import { userReplySchema, type User } from './schemas/user.ts'

/** Loads the signed-in customer, or null for a guest [CALL-03]. */
export function getUser(): Promise<User | null> {
  return request(userReplySchema, 'GET', '/ajax/user/user/get_user/')
}

/** Query of the user; its cache entry is the page's only copy. */
export const userQuery = queryOptions({ queryKey: ['user'], queryFn: () => getUser(), ...reading })
