import { isIPv6 } from 'node:net'

import { getConnInfo } from '@hono/node-server/conninfo'
import { createMiddleware } from 'hono/factory'

import type { ShopEnv } from './env.ts'

/**
 * Stores the client's address for rate limits: the connection's, or the one that the trusted proxies report. Of IPv6 it is the
 * first half, because a network gives each subscriber all addresses of the second.
 */
export const clientAddresses = createMiddleware<ShopEnv>(async (c, next) => {
  const forwarded =
    c.req
      .header('X-Forwarded-For')
      ?.split(',')
      .map((part) => part.trim()) ?? []
  const behindProxy = c.var.config.trustedProxies ? forwarded.at(-c.var.config.trustedProxies) : undefined
  // In-process requests (tests) have no connection.
  const direct = c.env?.incoming ? getConnInfo(c).remote.address : undefined
  c.set('clientAddress', askerOf(behindProxy ?? direct ?? 'unknown'))
  await next()
})

/** Returns whom an address counts for: itself, or the network `2001:db8:0:1::/64`. An IPv4 address within IPv6 is one of IPv4. */
export function askerOf(address: string): string {
  const [, mapped] = /^::ffff:(\d+(?:\.\d+){3})$/i.exec(address) ?? []
  if (mapped) return mapped
  if (!isIPv6(address)) return address
  const [withoutZone = ''] = address.split('%')
  // Writes it with the fewest letters, and its last part in hexadecimal.
  const { hostname } = new URL(`http://[${withoutZone}]`)
  const [first = '', last] = hostname.slice(1, -1).split('::')
  const head = first === '' ? [] : first.split(':')
  const tail = last ? last.split(':') : []
  const groups =
    last === undefined ? head : [...head, ...Array<string>(8 - head.length - tail.length).fill('0'), ...tail]
  return `${groups.slice(0, 4).join(':')}::/64`
}
