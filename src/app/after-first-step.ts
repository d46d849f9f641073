import './monitor-page.ts'
import { selectStep } from '#src/checkout/selectors.ts'
import { checkoutActor } from './checkout-actor.ts'
import { loadAheadOf } from './load-ahead.ts'
import { seatPath } from './seat-path.ts'
import { startSite } from './start-site.ts'
import { keepFocus } from '#src/ui/keep-focus.ts'

// What the first paint does not wait for.

keepFocus()

if (seatPath(location.pathname)) startSite()
else startWithFirstStep()

function startWithFirstStep() {
  const waiting = checkoutActor().subscribe(start)
  start()

  function start() {
    if (selectStep(checkoutActor().getSnapshot()) === 'determining') return
    waiting.unsubscribe()
    startSite(checkoutActor())
    loadAheadOf(checkoutActor())
  }
}
