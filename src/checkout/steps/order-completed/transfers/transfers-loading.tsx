import styles from '#src/checkout/steps/step-form.module.css'
import { Button } from '#src/ui/button.tsx'
import { Notice } from '#src/ui/notice.tsx'
import { Spinner } from '#src/ui/spinner.tsx'
import type { TransfersChart } from './transfers-chart.ts'

/** Placeholder of the transfer form while its script loads; explains the problem after `failures` [DONE-02]. */
export function TransfersLoading({ chart, failures }: { chart: TransfersChart; failures: number }) {
  return (
    <div className={styles.form}>
      {failures > 0 && (
        <Notice tone="warning">
          We can't reach the shop. Please check your connection. Your tickets are safe, and we'll carry on as
          soon as you're back online.
        </Notice>
      )}
      <Spinner />
      <div className={styles.actions}>
        {failures > 0 && <Button onClick={() => location.reload()}>Load the page again</Button>}
        <Button look="secondary" onClick={() => chart.send({ type: 'transfer.leave' })}>
          Back
        </Button>
      </div>
    </div>
  )
}
