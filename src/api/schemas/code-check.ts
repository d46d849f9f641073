import * as z from 'zod/mini'
import { flag, isRecord, text } from './wire.ts'

/** What came of checking a one-time code: an account, a new customer, or why the code does not count. */
export type CodeCheck =
  | { outcome: 'has_account' }
  | { outcome: 'new' }
  | { outcome: 'one_time_code' | 'reserving'; message: string }

/**
 * Reply of the code check, accepted or refused, whatever its status [CALL-13]. `type` and `message` may stand in
 * the reply itself or in its `error`; a refusal without a type is one of the code.
 */
export const codeCheckSchema = z.pipe(
  z.transform((value: unknown): unknown => (isRecord(value) ? flatten(value) : value)),
  z.pipe(
    z.object({ type: text, message: text, has_account: z.optional(flag) }),
    z.transform((reply, context): CodeCheck => {
      if (reply.type === 'reserving') return { outcome: 'reserving', message: reply.message }
      if (reply.type === 'one_time_code') return { outcome: 'one_time_code', message: reply.message }
      if (reply.has_account !== undefined) return { outcome: reply.has_account ? 'has_account' : 'new' }
      if (reply.message) return { outcome: 'one_time_code', message: reply.message }
      context.issues.push({
        code: 'custom',
        message: 'expected has_account',
        path: ['has_account'],
        input: reply,
      })
      return z.NEVER
    }),
  ),
)

function flatten({ error, ...reply }: Record<string, unknown>) {
  if (isRecord(error)) return { ...reply, ...error }
  return { ...reply, message: reply.message || error }
}
