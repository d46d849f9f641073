import type { ReactNode } from 'react'
import { Icon } from './icon.tsx'
import styles from './page-header.module.css'

interface Shop {
  productName: string
  isSandbox: boolean
}

/** Header of every screen, as wide as its `--page-width`: the shop's name, the `countdown`, and what stands beside it. */
export function PageHeader({
  shop,
  countdown,
  children,
}: {
  shop: Shop
  countdown: ReactNode
  children?: ReactNode
}) {
  return (
    <header className={styles.header}>
      <div className={styles.inner}>
        <a className={styles.brand} href="/all-events/">
          <Icon name="ticket" size={26} />
          {shop.productName}
        </a>
        {shop.isSandbox && <span className={styles.sandbox}>Sandbox</span>}
        {children}
        <div className={styles.countdown}>{countdown}</div>
      </div>
    </header>
  )
}
