import type { ComponentProps, ReactNode } from 'react'
import { Icon } from './icon.tsx'
import styles from './disclosure.module.css'

/** A `<details>` element. Of those with the same `name` only one is open at a time. `look="box"` has a border. */
export function Disclosure({
  summary,
  look = 'plain',
  children,
  ...rest
}: Omit<ComponentProps<'details'>, 'className'> & { summary: ReactNode; look?: 'plain' | 'box' }) {
  return (
    <details {...rest} className={styles.disclosure} data-look={look}>
      <summary className={styles.summary}>
        <span>{summary}</span>
        <Icon name="chevron" />
      </summary>
      <div className={styles.body}>{children}</div>
    </details>
  )
}
