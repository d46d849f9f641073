import type { ActorRefFrom, SnapshotFrom } from 'xstate'
import type { deliveryAddressMachine } from '#machines/delivery-address.ts'
import { newAddress } from '#src/address/rules/addresses.ts'
import type { AddressMode } from './details-schema.ts'

export type DeliveryAddressChart = ActorRefFrom<typeof deliveryAddressMachine>
type Snapshot = SnapshotFrom<typeof deliveryAddressMachine>

/** Selects the kind of address. A new one counts as typed while it is being saved. */
export function selectMode(snapshot: Snapshot): AddressMode {
  const { selectedId, found } = snapshot.context
  if (selectedId !== newAddress) return 'saved'
  const hasSearched = snapshot.matches({ editing: 'found_addresses' })
  if (hasSearched && found.length > 0) return 'choosing'
  const isFinding =
    hasSearched || snapshot.matches({ editing: 'finder' }) || snapshot.matches({ editing: 'finding' })
  return isFinding ? 'finding' : 'typed'
}
