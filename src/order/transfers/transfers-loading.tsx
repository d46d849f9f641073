import styles from '#src/checkout/step-form.module.css'
import { Unreachable } from '#src/checkout/unreachable.tsx'
import { BackLink } from '#src/order/back-link.tsx'
import { Button } from '#src/ui/button.tsx'
import { Spinner } from '#src/ui/spinner.tsx'
import type { TransfersChart } from './transfers-selectors.ts'

/** Placeholder of the transfer form while its script loads; explains the problem after `failures` [DONE-02]. */
export function TransfersLoading({ chart, failures }: { chart: TransfersChart; failures: number }) {
  return (
    <div className={styles.form}>
      <BackLink onPress={() => chart.send({ type: 'transfer.leave' })} />
      {failures > 0 && <Unreachable safe="tickets are" />}
      <Spinner />
      {failures > 0 && <Button onClick={() => location.reload()}>Load the page again</Button>}
    </div>
  )
}
