import { useSelector } from '@xstate/react'
import type { ActorRefFrom } from 'xstate'
import type { consentMachine } from '#machines/consent.ts'
import { webAddress } from '#src/lib/web-address.ts'
import { announceContent } from '#src/ui/announcer.tsx'
import { Button } from '#src/ui/button.tsx'
import styles from './consent-banner.module.css'

export type ConsentActor = ActorRefFrom<typeof consentMachine>

interface ConsentBannerProps {
  actor: ConsentActor
  /** Address of the cookie policy, '' for none. */
  policy: string
  /** Whether the shop uses analytics or ad pixels. */
  isTracked: boolean
  /** Whether monitoring records the page. */
  isRecorded: boolean
}

/**
 * Asks for consent at the bottom of the page, where it covers nothing that has the focus, to what the shop has configured.
 * While it is mounted, the links of the footers open it.
 */
export function ConsentBanner({ actor, policy, isTracked, isRecorded }: ConsentBannerProps) {
  const isShown = useSelector(actor, (snapshot) => snapshot.hasTag('banner'))
  const isWish = useSelector(actor, isChanging)
  const isGranted = useSelector(actor, (snapshot) => snapshot.hasTag('consented'))
  const policyAddress = webAddress(policy)
  return (
    <div ref={(element) => listenForLinks(element, actor)}>
      {isShown && (
        <section className={styles.banner} aria-labelledby="consent-title" ref={isWish ? openAtWish : open}>
          <div className={styles.inner}>
            <div className={styles.text} ref={isWish ? undefined : announceContent}>
              <h2 className={styles.title} id="consent-title" tabIndex={-1}>
                {isTracked ? 'May we count your visit?' : 'May we record your visit?'}
              </h2>
              <p>
                {isTracked &&
                  'If you accept, Google and Meta may set cookies on this device. They tell us and the organisers which pages people see and which adverts lead to sales. '}
                {isRecorded &&
                  `${isTracked ? 'We may also' : 'If you accept, we may'} record how the page is used, without anything you type. `}
                The checkout works the same without. You can change this at any time under “Cookie choices” at
                the bottom of the page.
                {policyAddress && (
                  <>
                    {' '}
                    <a href={policyAddress}>Cookie policy</a>
                  </>
                )}
              </p>
              {isWish && <p className={styles.now}>Your choice now: {isGranted ? 'accepted' : 'refused'}.</p>}
            </div>
            <div className={styles.buttons}>
              <Button look="secondary" wide onClick={() => actor.send({ type: 'consent.refuse' })}>
                Refuse
              </Button>
              <Button look="secondary" wide onClick={() => actor.send({ type: 'consent.accept' })}>
                Accept
              </Button>
            </div>
          </div>
        </section>
      )}
    </div>
  )
}

const isChanging = ({ value }: ReturnType<ConsentActor['getSnapshot']>) =>
  typeof value === 'object' && Object.values(value).includes('changing')

/** Shows the links of the footers, and lets them open the banner. They are drawn by the screens, in a root of their own. */
function listenForLinks(element: HTMLElement | null, actor: ConsentActor) {
  if (!element) return
  const root = document.documentElement
  const listening = new AbortController()
  const press = ({ target }: Event) => {
    if (target instanceof Element && target.closest('[data-cookie-choices]'))
      actor.send({ type: 'consent.change' })
  }
  root.dataset.cookieChoices = ''
  document.addEventListener('click', press, { signal: listening.signal })
  return () => {
    listening.abort()
    delete root.dataset.cookieChoices
  }
}

/** Keeps the end of the page, and what gets the focus, clear of the banner; gives the focus back at its end. */
function open(banner: HTMLElement | null) {
  if (!banner) return
  const root = document.documentElement
  let before: Element | null = document.activeElement
  const cover = new ResizeObserver(() => {
    const isFixed = getComputedStyle(banner).position === 'fixed'
    root.style.setProperty('--covered', `${isFixed ? banner.offsetHeight : 0}px`)
  })
  cover.observe(banner)
  banner.addEventListener('focusin', ({ relatedTarget }) => {
    if (relatedTarget instanceof Element && !banner.contains(relatedTarget)) before = relatedTarget
  })
  return () => {
    cover.disconnect()
    root.style.removeProperty('--covered')
    if (banner.contains(document.activeElement) && before instanceof HTMLElement)
      before.focus({ preventScroll: true })
  }
}

/** Opens the banner for a buyer who asked for it: with the focus. */
function openAtWish(banner: HTMLElement | null) {
  const close = open(banner)
  banner?.querySelector<HTMLElement>('h2')?.focus()
  return close
}
