import type { ReactNode } from 'react'
import { announceContent } from './announcer.tsx'
import { Icon, type IconName } from './icon.tsx'
import styles from './notice.module.css'

export type NoticeTone = 'warning' | 'success' | 'error' | 'info'

const icons: Record<NoticeTone, IconName> = {
  warning: 'alert',
  success: 'check',
  error: 'error',
  info: 'info',
}

/**
 * Inline notice. It is announced when it appears, without moving the focus, unless it is `silent`, in something that takes the
 * focus. With `onDismiss` the buyer can close it. `foot` is not announced.
 */
export function Notice({
  tone,
  title,
  silent = false,
  onDismiss,
  foot,
  children,
}: {
  tone: NoticeTone
  title?: string
  silent?: boolean
  onDismiss?: () => void
  foot?: ReactNode
  children: ReactNode
}) {
  // A new key announces a changed text.
  const key = `${tone} ${title} ${typeof children === 'string' ? children : ''}`
  return (
    <div className={styles.notice} data-tone={tone}>
      <Icon name={icons[tone]} />
      <div className={styles.words} key={key} ref={silent ? undefined : announceContent}>
        {title && <p className={styles.title}>{title}</p>}
        {typeof children === 'string' ? <p>{children}</p> : children}
      </div>
      {onDismiss && (
        <button type="button" className={styles.dismiss} aria-label="Dismiss" onClick={onDismiss}>
          <Icon name="close" />
        </button>
      )}
      {foot}
    </div>
  )
}
