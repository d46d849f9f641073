import { Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import * as z from 'zod/mini'

import type { ShopEnv } from './env.ts'
import { countTry } from './rate-limits.ts'
import { reportsPath } from './security-headers.ts'

const text = z.string().check(z.maxLength(2_000))
/** The older form, of `report-uri`. */
const single = z.object({
  'csp-report': z.object({
    'effective-directive': z.optional(text),
    'violated-directive': z.optional(text),
    'blocked-uri': text,
  }),
})
/** The form of the Reporting API, of `report-to`. */
const several = z
  .array(
    z.object({
      type: z.literal('csp-violation'),
      body: z.object({ effectiveDirective: text, blockedURL: text }),
    }),
  )
  .check(z.maxLength(20))

/**
 * Logs what browsers have blocked by the Content-Security-Policy (w3.org/TR/CSP3, "Reporting"): the directive and the
 * blocked host, nothing else, because addresses can hold secrets. The reply is always 204. Beyond 20 reports of a network
 * address and 200 of all in ten minutes, nothing is logged.
 */
export const policyReports = new Hono<ShopEnv>().post(
  reportsPath,
  bodyLimit({ maxSize: 10_000, onError: (c) => c.body(null, 204) }),
  async (c) => {
    const { db, config, clientAddress, log } = c.var
    const blocked = readBlocked(await c.req.text())
    if (blocked.length === 0) return c.body(null, 204)
    const limits = [
      { what: 'policy report', who: clientAddress, max: 20, withinSeconds: 600 },
      { what: 'policy report', who: 'all', max: 200, withinSeconds: 600 },
    ]
    if (await countTry(db, config.secrets.codePepper, limits, blocked.length))
      for (const { directive, host } of blocked) log({ event: 'blocked by policy', directive, host })
    return c.body(null, 204)
  },
)

interface Blocked {
  directive: string
  host: string
}

function readBlocked(body: string): Blocked[] {
  const report = parse(body)
  const one = single.safeParse(report)
  if (one.success) {
    const { 'csp-report': found } = one.data
    return [
      blockedOf(found['effective-directive'] ?? found['violated-directive'] ?? '', found['blocked-uri']),
    ]
  }
  const many = several.safeParse(report)
  return many.success ? many.data.map(({ body }) => blockedOf(body.effectiveDirective, body.blockedURL)) : []
}

/** Browsers name a source without an address by a word, such as `inline` or `eval`. */
function blockedOf(directive: string, source: string): Blocked {
  return {
    directive: /^[a-z-]{1,40}(?= |$)/.exec(directive)?.[0] ?? 'unknown',
    host: /^[a-z-]{0,30}$/.test(source) ? source : URL.canParse(source) ? new URL(source).host : 'unknown',
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
