import type { TestPath } from '#machines/paths/test-path.ts'
import type { Walk, Situation } from './plan.ts'

/** What `npm run e2e -- --base` hands to `walk.spec.ts`, in the file that E2E_ANY_SHOP names. */
export interface Plan extends Situation {
  /** The command that prints the newest code sent to `{email}`; '' without one. */
  codeCommand: string
  walks: Walk[]
  chosen: TestPath[]
}
