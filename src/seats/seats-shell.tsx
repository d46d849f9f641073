import { useEffect, type ReactNode } from 'react'
import { config } from '#src/lib/config.ts'
import { FooterLinks } from '#src/ui/footer-links.tsx'
import { PageHeader } from '#src/ui/page-header.tsx'
import styles from './seats-shell.module.css'

/**
 * Layout of the seat-selection screen: header with the `countdown`, the event with its `facts`, and the content. `title` is
 * also the page title.
 */
export function SeatsShell({
  state,
  title,
  facts,
  countdown,
  children,
}: {
  state: string
  title: string
  facts: string[]
  countdown: ReactNode
  children: ReactNode
}) {
  useEffect(() => {
    document.title = `${title} - ${config.productName}`
  }, [title])

  return (
    <div className={styles.shell} data-screen="seats" data-substate={state}>
      <PageHeader shop={config} countdown={countdown} />
      <main className={styles.main}>
        <div className={styles.event}>
          <h1 tabIndex={-1}>{title}</h1>
          {facts.map((fact) => (
            <p className={styles.fact} key={fact}>
              {fact}
            </p>
          ))}
        </div>
        {children}
      </main>
      <footer className={styles.footer}>
        <FooterLinks links={config.footerLinks} />
      </footer>
    </div>
  )
}
