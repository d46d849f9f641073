import { Hono } from 'hono'

import { HttpError } from '#server/http/http-errors.ts'

import type { PaymentEnv } from '#server/payments/attempts/payment-env.ts'

/**
 * The documented script address of Square [CALL-34]: a script that loads Square's own, once. A page that waits for it finds
 * its element as soon as this script has run. The same for all visitors, so it is served before sessions.
 */
export const squareScriptRoutes = new Hono<PaymentEnv>()

squareScriptRoutes.get('/ajax/checkout/checkout/javascript-square/', (c) => {
  const { square } = c.var.providers
  if (!square) throw new HttpError(404, 'This shop does not take payments through Square')
  return c.body(scriptFor(square.script), 200, {
    'Content-Type': 'text/javascript; charset=utf-8',
    'Cache-Control': 'public, max-age=300',
  })
})

function scriptFor(address: string): string {
  return `(() => {
  const src = ${JSON.stringify(address)}
  if (document.querySelector('script[src="' + src + '"]')) return
  const script = document.createElement('script')
  script.src = src
  document.head.append(script)
})()
`
}
