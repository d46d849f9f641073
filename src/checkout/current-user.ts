import type { QueryClient } from '@tanstack/react-query'
import type { User } from '#src/checkout/schemas/user.ts'
import { userQuery } from './user-calls.ts'

/** Where the user is loaded; it is not sent [OPEN-96, ROLE-11]. */
export type UserContext = 'organiser' | 'checkout'

/**
 * Loads the current user once and caches it. In the organiser context, a user with dark mode switches the page to its
 * dark appearance [DARK-01, DARK-04, ROLE-12].
 */
export async function loadUser(
  queryClient: QueryClient,
  context: UserContext = 'organiser',
): Promise<User | null> {
  const user = await queryClient.fetchQuery(userQuery)
  if (context === 'organiser') showDark(user?.is_dark_mode ?? false)
  return user
}

/** Clears the cached user and loads it again [DARK-05]. */
export function refreshUser(queryClient: QueryClient, context?: UserContext): Promise<User | null> {
  queryClient.removeQueries({ queryKey: userQuery.queryKey })
  return loadUser(queryClient, context)
}

/** Switches the page to dark, or back to the system's choice [DARK-02]. */
function showDark(isDark: boolean) {
  // The shop says so in the page that it draws.
  if (typeof document === 'undefined') return
  if (isDark) document.documentElement.dataset.theme = 'dark'
  else delete document.documentElement.dataset.theme
}
