import { useSelector } from '@xstate/react'
import { Icon } from '#src/ui/icon.tsx'
import { LinkButton } from '#src/ui/link-button.tsx'
import type { OrderCompletedChart } from './order-completed-selectors.ts'
import type { TransfersChart } from './transfers/transfers-selectors.ts'
import { leaveView } from './view-history.ts'

/** Leads from a view of the completed order back to the overview, once no offer is being changed [DONE-02]. */
export function BackToOverview({
  chart,
  transfers,
}: {
  chart: OrderCompletedChart | undefined
  transfers: TransfersChart | undefined
}) {
  const isBusy = useSelector(transfers, (snapshot) => snapshot?.hasTag('busy') ?? false)
  return (
    <LinkButton busy={isBusy} onClick={() => leaveView(chart, transfers)}>
      <Icon name="chevron" size={18} />
      Back
    </LinkButton>
  )
}
