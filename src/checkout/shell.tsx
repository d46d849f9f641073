import { useEffect, type ReactNode } from 'react'
import type { CheckoutState } from '#src/checkout/schemas/checkout.ts'
import { config } from '#src/lib/config.ts'
import { FooterLinks } from '#src/ui/footer-links.tsx'
import { Icon } from '#src/ui/icon.tsx'
import { PageHeader } from '#src/ui/page-header.tsx'
import { Progress } from './progress.tsx'
import styles from './shell.module.css'

/**
 * Layout of every step: header with the `countdown` and `moreTime`, progress, the way `back`, the step under its `title`, and the
 * order `summary` beside it, or above it on narrow screens. A new `step`, or `view` of it, scrolls to the top and focuses its heading. `title` is also the page
 * title; `heading` is the same text with elements of its own, or without "Error:".
 */
export function Shell({
  step,
  substate,
  title,
  heading = title,
  view,
  countdown,
  moreTime,
  back,
  summary,
  children,
}: {
  step: CheckoutState
  substate?: string | undefined
  title: string
  heading?: ReactNode
  view?: string | undefined
  countdown?: ReactNode
  moreTime?: ReactNode
  back?: ReactNode
  summary?: ReactNode
  children: ReactNode
}) {
  useEffect(() => {
    document.title = title
  }, [title])

  return (
    <div className={styles.shell} data-state={step} data-substate={substate} data-view={view}>
      <PageHeader shop={config} countdown={countdown}>
        {moreTime}
      </PageHeader>

      <div className={styles.page}>
        <Progress step={step} />
        {back !== undefined && <div className={styles.back}>{back}</div>}
        <div className={styles.columns} data-alone={!summary || undefined}>
          <main className={styles.main} key={view ?? step}>
            <h1 tabIndex={-1} ref={startAt}>
              {heading}
            </h1>
            {children}
          </main>
          {summary && <div className={styles.summary}>{summary}</div>}
        </div>
      </div>

      <footer className={styles.footer}>
        <Icon name="lock" size={16} />
        <span>Secure checkout</span>
        <FooterLinks links={config.footerLinks} />
        <a href="/legal-information/purchase-terms-and-conditions/">Terms of sale</a>
      </footer>
    </div>
  )
}

function startAt(heading: HTMLElement | null) {
  if (!heading) return
  // A screen that came with the page may have been scrolled, or have the focus in a field.
  const isDrawn = heading.closest('[data-scripts]') !== null
  if (isDrawn && document.activeElement !== document.body) return
  if (!isDrawn) window.scrollTo(0, 0)
  heading.focus({ preventScroll: true })
}
