import { createRoot } from 'react-dom/client'
import { createActor, fromPromise } from 'xstate'
import { consentMachine } from '#machines/consent.ts'
import { ConsentBanner, type ConsentActor } from '#src/analytics/consent-banner.tsx'
import { readConsent, writeConsent } from '#src/analytics/consent-cookie.ts'
import { consentSignals } from '#src/analytics/consent-signals.ts'
import { hasRecipients } from '#src/analytics/recipients.ts'
import { stopTracking, trackSale, trackView } from '#src/analytics/tracking.ts'
import { checkoutQuery } from '#src/checkout/checkout-calls.ts'
import { selectStep } from '#src/checkout/selectors.ts'
import type { CheckoutActor, CheckoutSnapshot } from '#src/checkout/step-props.ts'
import { emitPageEvent } from '#src/lib/page-events.ts'
import { isRecordedWithConsent, type SiteConfig } from '#src/lib/site-config.ts'
import { stepIn, statePath } from '#src/checkout/rules/step-of.ts'
import type { Complete } from './complete.ts'
import { queryClient } from './query-client.ts'
import { noteStep } from './shown-steps.ts'

/** Asks for consent to recordings, analytics and pixels, and with it tracks the checkout, or the seat-selection screen. */
export function startAnalytics(config: SiteConfig, checkout?: CheckoutActor) {
  const read = () => readConsent(config.consentCookie)
  const isTracked = hasRecipients(config)
  const consent = createActor(
    consentMachine.provide({
      actors: {
        browserSignals: consentSignals(read),
        saveConsent: fromPromise(async ({ input }) => ({
          choice: writeConsent(config.consentCookie, input.isGranted),
        })),
      } satisfies Complete<typeof consentMachine>,
      actions: { stopTracking: () => isTracked && stopSafely() },
    }),
    // Monitoring, which records with the same consent, learns of it from these events.
    { input: { asks: config.consentBanner }, inspect: emitPageEvent },
  )
  if (isTracked) trackWithConsent(config, consent, checkout)
  consent.start()
  if (!config.consentBanner) return
  const area = document.body.appendChild(document.createElement('div'))
  createRoot(area).render(
    <ConsentBanner
      actor={consent}
      policy={config.cookiePolicy}
      isTracked={isTracked}
      isRecorded={isRecordedWithConsent}
    />,
  )
}

/** Stops tracking. A script of a recipient that fails must not end the chart. */
function stopSafely() {
  try {
    stopTracking()
  } catch (error) {
    reportError(error)
  }
}

/** Tracks while the buyer consents. */
function trackWithConsent(config: SiteConfig, consent: ConsentActor, checkout?: CheckoutActor) {
  const read = () => readConsent(config.consentCookie)
  const tracker = checkout ? createTracker(config, checkout) : createSeatsTracker(config)
  const isConsented = () => consent.getSnapshot().hasTag('consented')
  function follow() {
    if (isConsented()) tracker.track()
    else if (read() !== 'granted') tracker.skip()
  }
  follow()
  consent.subscribe(follow)
  checkout?.subscribe(() => {
    // The site's own banner, or another tab, may have changed the cookie since.
    if (isConsented() && read() !== 'granted') consent.send({ type: 'consent.found', choice: read() })
    follow()
  })
}

/** Tracks what is new since it has tracked last. `skip` leaves out what was shown without consent, all but the step on the screen. */
interface Tracker {
  track: () => void
  skip: () => void
}

/** Tracks each step of the checkout that was shown, also before analytics has loaded, and the sale. */
function createTracker(config: SiteConfig, actor: CheckoutActor): Tracker {
  let tracked = 0
  let sold = ''
  return {
    skip() {
      tracked = Math.max(tracked, noteStep(selectStep(actor.getSnapshot())).length - 1)
    },
    track() {
      const snapshot = actor.getSnapshot()
      const checkout = queryClient.getQueryData(checkoutQuery.queryKey)
      const shown = noteStep(selectStep(snapshot))
      if (!checkout) return
      for (const step of shown.slice(tracked)) trackView(config, `/checkout/${step}`, step, checkout)
      tracked = shown.length
      if (!isSold(snapshot) || sold === checkout.sale_reference) return
      sold = checkout.sale_reference
      trackSale(config, checkout).catch(() =>
        emitPageEvent({ type: 'problem', name: 'analytics', detail: 'a sale cannot be counted' }),
      )
    },
  }
}

function createSeatsTracker(config: SiteConfig): Tracker {
  let isTracked = false
  return {
    skip() {},
    track() {
      if (!isTracked) trackView(config, '/events/book_seats', 'book_seats')
      isTracked = true
    },
  }
}

/** Whether the order is paid: the bank has just confirmed it, or the buyer is past the payment [BANK-12]. */
function isSold({ value }: CheckoutSnapshot): boolean {
  const path = statePath(value)
  const isConfirmed = path.includes('completing') || path.includes('completed')
  return path.includes('paid') || (stepIn(path) === 'awaiting_truelayer' && isConfirmed)
}
