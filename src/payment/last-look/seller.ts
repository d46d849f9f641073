import type { Organiser } from '#src/checkout/schemas/organiser.ts'

const list = new Intl.ListFormat('en-GB')

/**
 * Says who is paid, and what the buyer's statement will say, as far as they are known: of several organisers it is not known whose name
 * that is.
 */
export function seller(organisers: Pick<Organiser, 'name' | 'statement_name'>[]): string {
  const named = organisers.filter(({ name }) => name)
  const [first, ...others] = named
  if (!first) return ''
  const paid = `You pay ${list.format(named.map(({ name }) => name))}`
  return others.length === 0 && first.statement_name
    ? `${paid}; your statement says ${first.statement_name}.`
    : `${paid}.`
}
