import type { Context } from 'hono'
import { matchedRoutes } from 'hono/route'

/**
 * The pattern of the route that replies to a request, such as `/event/:slug/`; `unknown` for a path of no route. There are
 * as many as the shop has routes, whatever is requested.
 */
export function routePattern(c: Context): string {
  const routes = matchedRoutes(c)
  // Middleware is registered for all methods. It may reply itself, before the route that it stands in front of.
  const isRoute = ({ method }: { method: string }) => method !== 'ALL'
  const from = routes[c.req.routeIndex]
  const route = from && isRoute(from) ? from : routes.slice(c.req.routeIndex).find(isRoute)
  return route?.path.replaceAll(/\{[^/]*\}/g, '') ?? 'unknown'
}
