import type { Kind } from './mutants.ts'

/** What a survivor of a kind says of our checks, until somebody has looked at it. */
export const missingChecks: Record<Kind, string> = {
  'handler removed': 'no path expects what follows from this',
  'guard inverted': 'no path expects what differs by this',
  'error swallowed': 'no path expects what is said of this failure',
  'focus not moved': 'no path asks where the focus is here',
  'amount changed': 'no path compares this amount with that of the shop',
  'heading gone': 'no path reads this heading',
  'delay changed': 'no path asks when this happens',
  'text dropped': 'no path reads this text',
  'field not sent': 'no path reads this field at the shop',
  'message swapped': 'no path reads this message',
  'attribute removed': 'no path asks for this attribute, and axe does not miss it',
}

/**
 * What somebody has found of a fault that was not caught, by its id: the check that is missing, or why the page is as good
 * with it. The report takes it over.
 */
export const judgements: Record<string, string> = {}
