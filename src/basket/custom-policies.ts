import type { Organiser } from '#src/checkout/schemas/organiser.ts'
import type { TicketLine } from '#src/checkout/schemas/ticket-line.ts'
import { isWebAddress } from '#src/lib/web-address.ts'

/**
 * Returns links to the organiser's own refund policy, below the organiser's address or else the site root
 * [BASK-19, BASK-20, OPEN-54]. A line without an organiser links to the policies of all organisers in the basket.
 */
export function customPolicies(
  line: Pick<TicketLine, 'organiser_url'>,
  organisers: readonly Pick<Organiser, 'name' | 'full_url' | 'has_custom_refund_policy'>[],
): { name: string; address: string }[] {
  const own = organisers.filter(({ full_url }) => full_url !== '' && full_url === line.organiser_url)
  return (own.length ? own : organisers)
    .filter(({ has_custom_refund_policy }) => has_custom_refund_policy)
    .map(({ name, full_url }) => ({ name, address: `${full_url.replace(/\/+$/, '')}/refund-policy/` }))
    .filter(({ address }) => isWebAddress(address))
}
