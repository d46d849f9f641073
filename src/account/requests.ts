import * as z from 'zod/mini'
import { email, flag, form, name, text } from '#src/http/request-fields.ts'

/** To whom a one-time code is sent [CALL-12]. */
export const emailRequest = form({ email })
export type EmailRequest = z.input<typeof emailRequest>

/** An email with the one-time code that proves it [CALL-13]; the code is longer if it was typed with spaces. */
export const codeRequest = form({ email, code: text(40) })
export type CodeRequest = z.input<typeof codeRequest>

/** A guest [CALL-11]. */
export const guestRequest = form({ email, fullname: name(100) })
export type GuestRequest = z.input<typeof guestRequest>

/** The buyer's choices; organisers by id [CALL-15]. */
export const marketingRequest = form({
  ct_subscribed: flag,
  event_subscribed: flag,
  organiser_subscribed_marketing: z.record(z.string(), flag),
})
export type MarketingChoices = z.input<typeof marketingRequest>
