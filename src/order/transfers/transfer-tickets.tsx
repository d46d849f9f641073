import { useSelector } from '@xstate/react'
import styles from '#src/checkout/step-form.module.css'
import { Button } from '#src/ui/button.tsx'
import { takeLostFocus } from '#src/ui/take-lost-focus.ts'
import { TransferForm } from './transfer-form.tsx'
import type { TransfersChart } from './transfers-selectors.ts'

/** View in which the buyer transfers tickets to other people [XFER-02, XFER-03, XFER-17]. */
export default function TransferTickets({ chart }: { chart: TransfersChart }) {
  const isSent = useSelector(chart, (snapshot) => snapshot.context.isSent)
  return (
    <div className={styles.form}>
      {isSent ? (
        <>
          <p tabIndex={-1} ref={takeLostFocus}>
            Your tickets have been transferred
          </p>
          <Button look="secondary" onClick={() => chart.send({ type: 'transfer.leave' })}>
            Back
          </Button>
        </>
      ) : (
        <>
          <p>
            Your friends get a transfer notification by email. If they accept, the ticket moves to their
            account, otherwise it stays in your wallet.
          </p>
          <TransferForm chart={chart} />
        </>
      )}
    </div>
  )
}
