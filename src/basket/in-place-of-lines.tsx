import type { Organiser } from '#src/checkout/schemas/organiser.ts'
import type { BasketProps } from './basket-selectors.ts'
import { EmptyBasket } from './empty-basket.tsx'
import { RemovedLine } from './removed-line.tsx'

/** What stands in place of lines: the way to put back the one that was removed last, and for an empty basket what `organisers` sell. */
export default function InPlaceOfLines({ chart, organisers }: BasketProps & { organisers?: Organiser[] }) {
  const removedLine = <RemovedLine chart={chart} />
  return organisers ? <EmptyBasket removedLine={removedLine} organisers={organisers} /> : removedLine
}
