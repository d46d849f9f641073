import { announceContent } from './announcer.tsx'
import { LinkButton } from './link-button.tsx'
import styles from './connection-banner.module.css'

const texts: Record<string, string | undefined> = {
  offline:
    "You are offline. Nothing is lost: please keep this page open, and carry on when you're back online.",
  recovered: "You're back online.",
  incomplete:
    'A part of this page could not be loaded, perhaps because the shop has been updated. Your basket is safe.',
  unrecognised:
    'The shop did not recognise this page, so what you pressed was not saved. Please load it again.',
  slow: 'Still working. The shop takes longer than usual to answer; please keep this page open.',
}

const canReload = ['incomplete', 'unrecognised']

/** A bar over the page that tells of the connection, and is announced; none in any other state [F2]. */
export function ConnectionBanner({ state }: { state: string }) {
  const text = texts[state]
  return (
    text && (
      <p className={styles.banner} data-connection={state} key={state} ref={appear}>
        {text}
        {canReload.includes(state) && (
          <>
            {' '}
            <LinkButton onClick={() => window.location.reload()}>Load the page again</LinkButton>
          </>
        )}
      </p>
    )
  )
}

/**
 * Announces the banner, and tells the styles its height as `--banner`: what else sticks to the top moves below it. The page is scrolled
 * by its height when it comes and goes, so that nothing moves that somebody is about to press.
 */
function appear(banner: HTMLElement | null) {
  if (!banner) return
  announceContent(banner)
  const { style } = document.documentElement
  const observer = new ResizeObserver(() => style.setProperty('--banner', `${banner.offsetHeight}px`))
  observer.observe(banner)
  banner.hidden = true
  const without = pageTop()
  banner.hidden = false
  scrollBackTo(without)
  return () => {
    observer.disconnect()
    style.removeProperty('--banner')
    const before = pageTop()
    // It is still there.
    queueMicrotask(() => scrollBackTo(before))
  }
}

/** Where the page below the banner begins on the screen. */
const pageTop = () => document.getElementById('app')?.getBoundingClientRect().top ?? 0

function scrollBackTo(top: number) {
  const moved = pageTop() - top
  // Browsers that keep the place of what is in view do so only once the page is scrolled.
  if (moved) window.scrollBy(0, moved)
}
