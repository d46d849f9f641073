import { obstacleAt } from '#e2e/any-shop/obstacles.ts'
import type { Walk } from '#e2e/any-shop/plan.ts'
import type { PaymentMethod } from '#src/checkout/rules/payment-methods.ts'
import { NotTried } from '#contract/trial/findings.ts'
import type { Trial } from '#contract/trial/trial.ts'

/** The walk with the fewest steps that is paid in one of these ways, and can be paid there. Throws `NotTried`. */
export function walkPaidBy(trial: Trial, methods: readonly (PaymentMethod | null)[]): Walk {
  const found = trial.walks
    .filter(
      ({ method, facts }) => methods.includes(method) && !obstacleAt('payment', { ...trial, facts, method }),
    )
    .sort((a, b) => a.steps.length - b.steps.length)[0]
  if (!found)
    throw new NotTried(
      `no basket there can be paid by ${methods.map((one) => one ?? 'nothing').join(' or ')}`,
    )
  return found
}

/** Any walk, the shortest first. Throws `NotTried`. */
export function anyWalk({ walks }: Trial): Walk {
  const found = walks
    .filter(({ steps }) => steps.every(({ to }) => to !== 'captcha'))
    .sort((a, b) => a.steps.length - b.steps.length)[0]
  if (!found) throw new NotTried('there is no basket')
  return found
}
