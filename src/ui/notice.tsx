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
 * focus; `foot` is not announced.
 */
export function Notice({
  tone,
  title,
  silent,
  foot,
  children,
}: {
  tone: NoticeTone
  title?: string
  silent?: boolean | undefined
  foot?: ReactNode
  children: ReactNode
}) {
  // A new key announces a changed text.
  const key = `${tone} ${title} ${typeof children === 'string' ? children : ''}`
  return (
    <div className={styles.notice} data-tone={tone}>
      <Icon name={icons[tone]} />
      <div className={styles.words} key={key} ref={silent ? null : announceContent}>
        {title && <p className={styles.title}>{title}</p>}
        {typeof children === 'string' ? <p>{children}</p> : children}
      </div>
      {foot}
    </div>
  )
}
