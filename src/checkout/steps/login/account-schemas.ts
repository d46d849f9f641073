import * as z from 'zod/mini'
import { isEmail, isFullName } from '#src/rules/people.ts'

const CODE_DIGITS = 6

/** Why a code cannot be verified yet. */
export const codeReason = `Type the ${CODE_DIGITS} digits from the email`

/** What the email view asks for [ACCT-13]. */
export const emailSchema = z.object({
  email: z.string().check(z.trim(), z.refine(isEmail, 'Please type a valid email address')),
})

/** What the code view asks for [ACCT-14]. */
export const codeSchema = z.object({
  code: z.string().check(z.regex(/^\d{6}$/, codeReason)),
})

/** What the name view asks for [ACCT-17]. */
export const nameSchema = z.object({
  fullName: z.string().check(z.trim(), z.refine(isFullName, 'Please type both your first and last name(s)')),
})

/** A typed or pasted one-time code: its digits only, as many as a code has [ACCT-15]. */
export function digitsOf(typed: string): string {
  return typed.replace(/\D/g, '').slice(0, CODE_DIGITS)
}
