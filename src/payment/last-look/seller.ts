import type { Organiser } from '#src/checkout/schemas/organiser.ts'

/** Says who is paid, and what the buyer's statement will say, as far as they are known. The first organiser takes the payment. */
export function seller([organiser]: Pick<Organiser, 'name' | 'statement_name'>[]): string {
  if (!organiser?.name) return ''
  const { name, statement_name } = organiser
  return statement_name ? `You pay ${name}; your statement says ${statement_name}.` : `You pay ${name}.`
}
