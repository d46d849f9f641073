import * as z from 'zod/mini'
import { must } from '#src/lib/must.ts'
import { isEmail, isFullName } from '#src/checkout/rules/people.ts'
import { plainName } from '#src/checkout/free-text.ts'
import { typed } from '#src/ui/form-values.ts'

/** How many digits a one-time code has [ACCT-14]. */
export const CODE_DIGITS = 6

/** Error for an incomplete code. */
export const codeReason = `Type the ${CODE_DIGITS} digits from the email`

/** Schema of the email view [ACCT-13]. */
export const emailSchema = z.object({
  email: typed.check(must(isEmail, 'Please type a valid email address')),
})

/** Schema of the code view [ACCT-14]. */
export const codeSchema = z.object({
  code: z.string().check(must((code) => /^\d{6}$/.test(code), codeReason)),
})

/** Schema of the name view [ACCT-17]. */
export const nameSchema = z.object({
  fullName: plainName.check(must(isFullName, 'Please type both your first and last name(s)')),
})

/** Strips a typed or pasted code to its digits, at most as many as a code has [ACCT-15]. */
export function digitsOf(typed: string): string {
  return typed.replace(/\D/g, '').slice(0, CODE_DIGITS)
}
