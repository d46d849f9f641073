import styles from '#src/checkout/step-form.module.css'
import { Unreachable } from '#src/checkout/unreachable.tsx'
import { Button } from '#src/ui/button.tsx'
import { Spinner } from '#src/ui/spinner.tsx'
import ownStyles from './transfers.module.css'

/** Placeholder of the transfer form while its script loads; explains the problem after `failures` [DONE-02]. */
export function TransfersLoading({ failures }: { failures: number }) {
  return (
    <div className={`${styles.form} ${ownStyles.loading}`}>
      {failures > 0 && <Unreachable safe="tickets are" />}
      <Spinner />
      {failures > 0 && <Button onClick={() => location.reload()}>Load the page again</Button>}
    </div>
  )
}
