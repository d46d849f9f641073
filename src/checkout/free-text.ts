import type * as z from 'zod/mini'
import { hasCardForPhone, noCards } from '#src/checkout/rules/card-numbers.ts'
import { nameProblem, textProblem } from '#src/checkout/rules/plain-names.ts'
import { typed } from '#src/ui/form-values.ts'

/** A typed name: no links and no card numbers, which the shop refuses [S33, S36]. */
export const plainName = typed.check(free(nameProblem))

/** Any other text that a buyer types freely: no card numbers [S33]. */
export const freeText = typed.check(free(textProblem))

/** A typed phone number that is no card number. */
export const phoneText = typed.check(free((phone) => (hasCardForPhone(phone) ? noCards : '')))

function free(problemOf: (text: string) => string): z.core.CheckFn<string> {
  return ({ value, issues }) => {
    const message = problemOf(value)
    if (message) issues.push({ code: 'custom', message, path: [], input: value, continue: true })
  }
}
