import type { Situation, Walk } from '#e2e/any-shop/plan.ts'
import type { App } from '#sandbox/visitor.ts'
import type { Buyer } from './buyer.ts'
import type { Findings } from './findings.ts'
import type { Means } from './means.ts'

/** What all trials at one back-end have in common. */
export interface Trial extends Situation {
  app: App
  means: Means
  findings: Findings
  /** The addresses of buyers, with `{n}` for what makes each another. */
  email: string
  walks: Walk[]
  /** Buyers of the trial that runs; what they still hold is given back at its end. */
  entered: Buyer[]
}
