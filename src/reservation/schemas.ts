import * as z from 'zod/mini'
import { entity, flag, isRecord, message, secondsLeft, text } from '#src/http/wire.ts'
import { anyOf, onTheWire } from '#src/http/wire-form.ts'

/** Result of reserving; `checkout_time` is in seconds, null if missing. */
export type Reservation =
  | { outcome: 'reserved'; sale_reference: string; fresh_reservation: boolean; checkout_time: number | null }
  | { outcome: 'captcha'; captcha_sitekey: string; error: string }
  | { outcome: 'redirect'; redirect: string }
  | { outcome: 'error'; error: string }
  | { outcome: 'unknown' }

/** Reply of reserving. The first of reserved, captcha, redirect and error decides the outcome [CALL-10, OPEN-66]. */
export const reservationSchema = z.pipe(
  z.transform((value: unknown): unknown => (isRecord(value) ? value : {})),
  z.pipe(
    entity('reservation', {
      strict: {
        reserved: flag,
        sale_reference: text,
        checkout_time: secondsLeft,
        captcha: flag,
        captcha_sitekey: text,
      },
      // If one of these is invalid, the next outcome applies, in the end "unknown"; none of them reserves.
      shown: { fresh_reservation: flag, redirect: text, error: message },
    }),
    z.transform((reply): Reservation => {
      const { sale_reference, fresh_reservation, checkout_time, captcha_sitekey, redirect, error } = reply
      if (reply.reserved) return { outcome: 'reserved', sale_reference, fresh_reservation, checkout_time }
      if (reply.captcha) return { outcome: 'captcha', captcha_sitekey, error }
      if (redirect) return { outcome: 'redirect', redirect }
      if (error) return { outcome: 'error', error }
      return { outcome: 'unknown' }
    }),
  ),
)

onTheWire(reservationSchema, () => ({
  documented: (own) => ({
    ...own,
    required: [],
    anyOf: [
      { required: ['reserved', 'sale_reference', 'checkout_time'] },
      { required: ['captcha', 'captcha_sitekey'] },
      { required: ['redirect'] },
      { required: ['error'] },
    ],
    description:
      'The first of `reserved`, `captcha`, `redirect` and `error` that is there decides; without any, the tickets are not reserved.',
  }),
  accepted: (own) => anyOf(own, { not: { type: 'object' }, description: 'Reserves nothing.' }),
}))
