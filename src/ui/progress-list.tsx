import { announceContent } from './announcer.tsx'
import { Icon } from './icon.tsx'
import styles from './progress-list.module.css'
import { SpinnerRing } from './spinner-ring.tsx'

export type Stage = { text: string; status: 'done' | 'current' | 'waiting' | 'failed' }

/** List of stages with a spinner on the current one. Screen readers announce the start and end of each. */
export function ProgressList({ stages }: { stages: Stage[] }) {
  return (
    <ol className={styles.list}>
      {stages.map(({ text, status }, index) => (
        <li
          key={index}
          className={styles.stage}
          data-status={status}
          aria-current={status === 'current' ? 'step' : undefined}
        >
          <span className={styles.mark}>
            {status === 'current' && <SpinnerRing />}
            {status === 'done' && <Icon name="check" size={16} />}
            {status === 'failed' && <Icon name="error" size={22} />}
          </span>
          {status === 'waiting' ? (
            <span>{text}</span>
          ) : (
            <span key={status} ref={announceContent}>
              {text}
              {status === 'failed' && <span className="visually-hidden"> failed</span>}
            </span>
          )}
        </li>
      ))}
    </ol>
  )
}
