import type { Organiser } from '#src/checkout/schemas/organiser.ts'

const list = new Intl.ListFormat('en-GB')

/**
 * Says who is paid, and what the buyer's statement will say, as far as they are known. The whole payment goes to the first organiser's
 * `account` at the provider, or to that of the shop if it has none.
 */
export function seller(
  [first, ...others]: Pick<Organiser, 'name' | 'statement_name'>[],
  account: string,
): string {
  if (!first?.name) return ''
  const { name, statement_name } = first
  const rest = others.map((organiser) => organiser.name).filter(Boolean)
  const isForOthers = account !== '' && rest.length > 0
  const paid = isForOthers ? `${name}, for ${list.format(rest)} too` : list.format([name, ...rest])
  return statement_name ? `You pay ${paid}; your statement says ${statement_name}.` : `You pay ${paid}.`
}
