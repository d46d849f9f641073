import { Button } from '#src/ui/button.tsx'
import { Notice } from '#src/ui/notice.tsx'
import { lazyComponent } from './lazy-component.tsx'
import styles from './screen-failure.module.css'

/** Loaded right after the first step, as an error screen may be shown when the network fails. */
export const SupportDetails = lazyComponent('support-details', () => import('./support-details.tsx'))

/** Contents of an error screen [F20]: what is `safe`, a way to try again, and the support code. */
export function ScreenFailure({ safe }: { safe: string }) {
  return (
    <div className={styles.failure}>
      <Notice tone="error">{`Something went wrong on this page. ${safe} safe.`}</Notice>
      <Button onClick={() => window.location.reload()}>Load the page again</Button>
      <SupportDetails />
    </div>
  )
}
