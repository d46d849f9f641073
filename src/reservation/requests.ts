import type * as z from 'zod/mini'
import { form, optional, text } from '#src/http/request-fields.ts'

/** The response of the captcha, if there was one [CALL-10]. */
export const reserveRequest = form({ 'h-captcha-response': optional(text(10_000)) })
export type ReserveRequest = z.input<typeof reserveRequest>
