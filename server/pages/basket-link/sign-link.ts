import { createHmac, timingSafeEqual } from 'node:crypto'

/** Whether a link is signed; nobody may use the code of one that is `wrong` or `expired`. */
export type Signature = 'none' | 'good' | 'wrong' | 'expired'

/** Parameters that a signature covers. */
const signed = ['event', 'ticket', 'voucher', 'code', 'organiser', 'until']

/** The key with which an organiser signs links; it follows from the shop's own key. */
export function linkKey(sessionKey: string, organiserId: string): string {
  return createHmac('sha256', sessionKey).update(`links of ${organiserId}`).digest('base64url')
}

/**
 * Signs the parameters of a link: HMAC-SHA256, in hexadecimal, of its lines `name=value`, sorted. So neither another order nor
 * another encoding of the address, nor parameters added to it, makes the signature wrong.
 */
export function signatureOf(key: string, query: URLSearchParams): string {
  const lines = [...query].filter(([name]) => signed.includes(name)).map((pair) => pair.join('='))
  return createHmac('sha256', key).update(lines.sort().join('\n')).digest('hex')
}

/** Checks the signature of a link at a shop time. */
export function checkSignature(sessionKey: string, query: URLSearchParams, now: Date): Signature {
  const [organiser, until, given] = ['organiser', 'until', 'signature'].map((name) => query.get(name))
  if (!organiser && !until && !given) return 'none'
  const expected = Buffer.from(signatureOf(linkKey(sessionKey, organiser ?? ''), query))
  const bytes = Buffer.from(given ?? '')
  if (bytes.length !== expected.length || !timingSafeEqual(bytes, expected)) return 'wrong'
  return until && !isAfter(until, now) ? 'expired' : 'good'
}

/** Whether a link that is valid until a time, as `2027-04-16T18:00:00Z`, still is. A text that is no time is over at once. */
const isAfter = (until: string, now: Date) => isTime(until) && new Date(until) > now

/** Whether a text is a time with its zone, `Z` or an offset; without, it would be another time on each machine. */
export const isTime = (text: string): boolean =>
  /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:\d{2})$/.test(text) &&
  Date.parse(text) > 0
