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
export const judgements: Record<string, string> = {
  'M-338815b9': 'the time was over before the paths that remove a line had their turn',
  'M-078ff9ba': 'axe lets a group of fields have no name; since then every path asks for one',
  'M-482ea3f4': 'axe lets a heading be empty; since then every path asks for its text',
  'M-ec5845aa':
    'no path compared the donation that was chosen with the order summary; those of the checkout do now',
  'M-70fcdf8e':
    'no path compared the donation that was chosen with the order summary; those of the checkout do now',
  'M-4eefa087': 'no path types a wrong phone number, so the message is made, but never shown',
  'M-b152a956':
    'no difference for the buyer: what loses the focus gives it to the title (src/ui/keep-focus.ts)',
  'M-f8cbb8cc':
    'no path is in express checkout with a new address, where the postcode is asked for alone; unit tests are',
  'M-ce51c0d0': 'no path reads why "Send tickets" cannot be pressed yet',
  'M-a5fa6a82': 'nothing is reported to anybody on a path; e2e/monitoring.spec.ts has a sink',
  'M-b5d5d991': 'no path reads what is sent to the bank; src/payment/payment-step.test.tsx does',
}
