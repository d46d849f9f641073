import * as z from 'zod/mini'
import { entity, flag, isRecord, message, oneOf, only } from '#src/http/wire.ts'
import { anyOf, onTheWire } from '#src/http/wire-form.ts'

const problems = ['one_time_code', 'reserving'] as const

/** Why a code was rejected: it is wrong, or the basket could not be reserved for the account. */
export type CodeRefusal = { outcome: (typeof problems)[number]; message: string }

/** Result of checking a one-time code: an account, a new customer, or a rejection. */
export type CodeCheck = { outcome: 'has_account' } | { outcome: 'new' } | CodeRefusal

/**
 * A rejected code [CALL-13]: `type` and `message` are in the reply or in its `error`, which may also be the message. A
 * rejection without a type concerns the code.
 */
export const codeRefusalSchema = z.pipe(
  z.transform(flattened),
  z.pipe(
    entity('code_check', { strict: { type: oneOf(problems, '') }, shown: { message } }),
    z.transform(({ type, message }, context): CodeRefusal => {
      if (type || message) return { outcome: type || 'one_time_code', message }
      context.issues.push({ code: 'custom', path: ['type'], input: type })
      return z.NEVER
    }),
  ),
)

const acceptedSchema = z.pipe(
  only((value) => isRecord(value) && 'has_account' in value && !isRefused(value)),
  z.pipe(
    z.object({ has_account: flag }),
    z.transform(({ has_account }): CodeCheck => ({ outcome: has_account ? 'has_account' : 'new' })),
  ),
)

/** Reply of the code check; a rejection may have a success status [CALL-13]. */
export const codeCheckSchema = z.transform((value: unknown, context): CodeCheck => {
  const accepted = acceptedSchema.safeParse(value)
  const check = accepted.success ? accepted : codeRefusalSchema.safeParse(value)
  if (check.success) return check.data
  context.issues.push({ code: 'custom', input: value })
  return z.NEVER
})

onTheWire(codeCheckSchema, () => {
  const refusal = {
    type: 'object',
    properties: { type: { enum: problems }, message: { type: 'string' } },
    required: ['type', 'message'],
  }
  const own = { type: 'object', properties: { has_account: { type: 'boolean' } }, required: ['has_account'] }
  const loose = (fields: string[]) => fields.map((field) => ({ type: 'object', required: [field] }))
  return {
    documented: own,
    accepted: anyOf(own, refusal, ...loose(['has_account', 'type', 'message', 'error'])),
  }
})

function isRefused({ type, error }: Record<string, unknown>) {
  return Boolean(error) || problems.some((problem) => problem === type)
}

function flattened(value: unknown): unknown {
  if (!isRecord(value)) return value
  const { error, ...reply } = value
  return isRecord(error) ? { ...reply, ...error } : { ...reply, message: reply.message || error }
}
