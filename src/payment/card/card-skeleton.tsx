import { config } from '#src/lib/config.ts'
import { CardSafety } from './card-safety.tsx'
import { SandboxNote } from './sandbox-note.tsx'
import form from './card-form.module.css'
import styles from './card-skeleton.module.css'

/** Placeholder of the card form, as tall as it, so that nothing shifts when it loads. */
export function CardSkeleton({ provider }: { provider: string }) {
  return (
    <div className={styles.skeleton}>
      <div className={form.group}>
        <span className="visually-hidden" role="status">
          Loading the card form
        </span>
        {provider === 'Square' ? (
          <div className={styles.square} />
        ) : (
          <div className={form.fields}>
            <div className={styles.field} />
            <div className={styles.field} />
            <div className={styles.field} />
          </div>
        )}
        <CardSafety provider={provider} />
      </div>
      <SandboxNote isSimulated={config.isSandbox} />
    </div>
  )
}
