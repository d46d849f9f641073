import type { TestPath } from '#machines/paths/test-path.ts'
import { account } from './account.ts'
import type { Walk } from './walk.ts'

/** How the paths of each chart are walked in a browser. */
export const walks: Partial<Record<TestPath['chart'], Walk>> = {
  account,
}
