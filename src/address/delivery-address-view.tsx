import { useSelector } from '@xstate/react'
import { useCheckout } from '#src/checkout/use-checkout.ts'
import { Spinner } from '#src/ui/spinner.tsx'
import { AddressFinder } from './address-finder.tsx'
import { selectMode, type DeliveryAddressChart } from './delivery-address-selectors.ts'
import { DetailsForm } from './details-form.tsx'
import { postedWords } from './posted-words.ts'
import { SavedAddresses } from './saved-addresses.tsx'

/** Saved addresses, finder and form. The form stays mounted throughout. */
export function DeliveryAddressView({ chart }: { chart: DeliveryAddressChart }) {
  const isLoading = useSelector(chart, (snapshot) => snapshot.matches('loading'))
  const hasSaved = useSelector(chart, (snapshot) => snapshot.context.savedAddresses.length > 0)
  const mode = useSelector(chart, selectMode)
  const posted = postedWords(useCheckout())
  if (isLoading) return <Spinner />
  return (
    <>
      {posted && <p>{posted}.</p>}
      {hasSaved && <SavedAddresses chart={chart} />}
      {(mode === 'finding' || mode === 'choosing') && <AddressFinder chart={chart} />}
      <DetailsForm chart={chart} />
    </>
  )
}
