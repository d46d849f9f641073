import type { ActorRefFrom, SnapshotFrom } from 'xstate'
import type { deliveryAddressMachine } from '#machines/delivery-address.ts'
import { newAddress } from '#src/address/rules/addresses.ts'
import type { AddressMode } from './details-schema.ts'

export type DeliveryAddressChart = ActorRefFrom<typeof deliveryAddressMachine>
type Snapshot = SnapshotFrom<typeof deliveryAddressMachine>

/** Selects the kind of address. A new one counts as typed while it is being saved. */
export function selectMode(snapshot: Snapshot): AddressMode {
  if (snapshot.context.selectedId !== newAddress) return 'saved'
  const isFinding =
    snapshot.matches({ editing: 'finder' }) ||
    snapshot.matches({ editing: 'finding' }) ||
    snapshot.matches({ editing: 'found_addresses' })
  return isFinding ? 'finding' : 'typed'
}
