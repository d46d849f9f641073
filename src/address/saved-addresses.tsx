import { useSelector } from '@xstate/react'
import { newAddress } from '#src/address/rules/addresses.ts'
import { Choice } from '#src/ui/choice.tsx'
import { Fieldset } from '#src/ui/fieldset.tsx'
import { Icon } from '#src/ui/icon.tsx'
import { LinkButton } from '#src/ui/link-button.tsx'
import type { DeliveryAddressChart } from './delivery-address-selectors.ts'

/** Saved addresses to choose from or delete, and a choice for a new one [ADDR-03, ADDR-27]. */
export function SavedAddresses({ chart }: { chart: DeliveryAddressChart }) {
  const { savedAddresses, selectedId } = useSelector(chart, (snapshot) => snapshot.context)
  const isDeleting = useSelector(chart, (snapshot) => snapshot.matches('deleting'))
  const canDelete = useSelector(chart, (snapshot) => snapshot.can({ type: 'address.delete', id: selectedId }))
  const selected = savedAddresses.find(({ id }) => id === selectedId)
  const choices = [
    ...savedAddresses.map(({ id, full_address }) => ({ id, label: full_address })),
    { id: newAddress, label: 'Use a new address' },
  ]

  return (
    <Fieldset legend="Where should we send it?">
      {choices.map(({ id, label }) => (
        <Choice
          key={id}
          type="radio"
          name="saved_address"
          value={id}
          checked={id === selectedId}
          onChange={() => chart.send({ type: 'address.select', id })}
          label={label}
        />
      ))}
      {selected && (canDelete || isDeleting) && (
        <LinkButton busy={isDeleting} onClick={() => chart.send({ type: 'address.delete', id: selected.id })}>
          <Icon name="bin" />
          {isDeleting ? 'Deleting the address' : 'Delete the chosen address'}
          <span className="visually-hidden">: {selected.full_address}</span>
        </LinkButton>
      )}
    </Fieldset>
  )
}
