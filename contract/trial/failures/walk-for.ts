import { obstacleAt } from '#e2e/any-shop/obstacles.ts'
import type { Walk } from '#e2e/any-shop/plan.ts'
import type { PaymentMethod } from '#src/checkout/rules/payment-methods.ts'
import { NotTried } from '#contract/trial/findings.ts'
import type { Trial } from '#contract/trial/trial.ts'

/** The shortest walk that can be paid there by the first of these methods that any walk has. Throws `NotTried`. */
export function walkPaidBy(trial: Trial, methods: readonly (PaymentMethod | null)[]): Walk {
  const payable = trial.walks.filter(
    ({ method, facts }) => !obstacleAt('payment', { ...trial, facts, method }),
  )
  const found = methods
    .map((wanted) => shortest(payable.filter(({ method }) => method === wanted)))
    .find((walk) => walk !== undefined)
  if (found) return found
  const named = methods.map((one) => one ?? 'nothing').join(' or ')
  throw new NotTried(`no basket there can be paid by ${named}`)
}

/** The shortest walk without a captcha. Throws `NotTried`. */
export function anyWalk({ walks }: Trial): Walk {
  const found = shortest(walks.filter(({ steps }) => steps.every(({ to }) => to !== 'captcha')))
  if (!found) throw new NotTried('there is no basket')
  return found
}

const shortest = (walks: readonly Walk[]) => walks.toSorted((a, b) => a.steps.length - b.steps.length)[0]
